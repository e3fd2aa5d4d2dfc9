// Runs after npm's install: generates the database client and records the installed lock file.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { findNode, stampInstalled } from "./install.mjs";

const root = path.join(import.meta.dirname, "..");
const prisma = path.join(root, "node_modules", "prisma", "build", "index.js");

// Prisma would download an engine binary that it never runs here. Any executable prevents the download.
const env = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  CHECKPOINT_DISABLE: "1",
};
const { status, stdout, stderr } = spawnSync(findNode(), [prisma, "generate"], { cwd: root, env, encoding: "utf8" });
if (status !== 0) {
  console.error(stdout, stderr);
  process.exit(status ?? 1);
}
stampInstalled();
