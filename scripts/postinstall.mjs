// Runs after npm's install: records the installed lock file.
import { stampInstalled } from "./install.mjs";

stampInstalled();
