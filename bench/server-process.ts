// Starts and ends the servers under load, each with the Node and the flags of `npm start`.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/free-port.ts";
import { pinnedNode } from "../scripts/install.mjs";
import { nodeFlags } from "../scripts/node-flags.mjs";

export type ServerProcess = { name: string; url: string; pid: number; stop: () => Promise<void> };

type Options = {
  name: string;
  script: string;
  env: Record<string, string>;
  logFolder: string;
  readyPath: string;
  /** The checkout that the script is of: this one, unless told otherwise. */
  folder?: string;
};

const startMilliseconds = 60_000;
const stopMilliseconds = 10_000;
const root = path.join(import.meta.dirname, "..");

/**
 * Starts `script` on a free port and waits until `readyPath` answers 200. Its output goes to a file.
 * @throws Error with the end of that file when it does not come up.
 */
export async function startServer({
  name,
  script,
  env,
  logFolder,
  readyPath,
  folder = root,
}: Options): Promise<ServerProcess> {
  const port = await freePort();
  const logFile = path.join(logFolder, `${name}.log`);
  const log = fs.openSync(logFile, "a");
  const child = spawn(pinnedNode(), [...nodeFlags, script], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
    // The server ends itself when this channel closes, so that killing the bench leaves nothing behind.
    stdio: ["ignore", log, log, "ipc"],
  });
  fs.closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  if (!(await isReady(child, url + readyPath))) {
    await end(child);
    throw new Error(`${name} did not start:\n${fs.readFileSync(logFile, "utf8").slice(-2_000)}`);
  }
  return { name, url, pid: child.pid ?? 0, stop: () => end(child) };
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + startMilliseconds;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return true;
    await sleep(50);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const hasEnded = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
  await hasEnded;
  clearTimeout(timer);
}
