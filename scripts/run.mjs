// Starts every npm script. Node 12 can parse this file, so that an old Node prints a sentence, not a stack trace.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  if (process.argv[2] !== "postinstall") void import("./run-script.mjs");
  // After `npm install`, record the lock file, so that scripts install again only when it has changed.
  else void import("./install.mjs").then(({ recordInstalledLockFile }) => recordInstalledLockFile());
} else {
  console.error(`This needs Node.js 20.19 or newer, best the current 24; ${process.version} is too old.`);
  process.exit(1);
}
