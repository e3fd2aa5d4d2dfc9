// Runs after `npm install`, so that scripts install again only when package-lock.json has changed.
import { recordInstalledLockFile } from "./install.mjs";

recordInstalledLockFile();
