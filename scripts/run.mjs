// Starts every npm script. Node 12 can parse this file, so that an old Node prints a sentence, not a stack trace.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  void import(process.argv[2] === "postinstall" ? "./postinstall.mjs" : "./run-script.mjs");
} else {
  console.error(`This needs Node.js 20.19 or newer, best the current 24; ${process.version} is too old.`);
  process.exit(1);
}
