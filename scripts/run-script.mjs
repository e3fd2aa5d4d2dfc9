// Installs, then runs a script on a Node that the project is tested with.
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled, findNode } from "./install.mjs";
import { nodeFlags } from "./node-flags.mjs";
import { passSignals } from "./pass-signals.mjs";

const [script, ...args] = process.argv.slice(2);
await ensureInstalled();

const packages = path.join(import.meta.dirname, "..", "node_modules");
const bin = path.join(packages, ".bin");
// Kept between starts, compiled code saves a third of each.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path.join(packages, ".cache", "node");
const child = spawn(findNode(), [...nodeFlags, path.join("scripts", script), ...args], {
  cwd: path.join(import.meta.dirname, ".."),
  env: { ...process.env, NODE_COMPILE_CACHE, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  // The child ends itself when this channel closes, so that killing this process leaves nothing behind.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
// On Ctrl-C the child gets the signal from the terminal, too; it counts only the first.
passSignals((signal) => child.kill(signal));
