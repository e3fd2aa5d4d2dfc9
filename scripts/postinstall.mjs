// Runs after `npm install`, and records which lock file is installed.
import { stampInstalled } from "./install.mjs";

stampInstalled();
