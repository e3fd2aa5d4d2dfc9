// Installs the packages of the lock file. Runs on Node 20.19 with built-ins only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const stampFile = path.join(root, "node_modules", ".installed-lock");

export function ensureInstalled() {
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === lockHash()) return;
  console.log("Installing the packages of package-lock.json …");
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm ? [process.execPath, npm] : ["npm"];
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(program, [...args, ...options], { cwd: root, stdio: "inherit", shell: !npm });
  if (status !== 0) {
    console.error("The installation failed; what npm said is above.");
    process.exit(status ?? 1);
  }
}

export function stampInstalled() {
  fs.writeFileSync(stampFile, lockHash());
}

export function pinnedNode() {
  return path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
}

function lockHash() {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
}
