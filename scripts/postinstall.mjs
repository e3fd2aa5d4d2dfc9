// Runs after `npm install`, and records which lock file is installed.
import { recordInstalledLockFile } from "./install.mjs";

recordInstalledLockFile();
