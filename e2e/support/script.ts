import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { nodeFlags } from "../../scripts/node-flags.mjs";

const root = path.join(import.meta.dirname, "..", "..");

/** What every process of ours gets, and nothing of the developer's own settings. */
export function scriptEnv() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { NODE_ENV: "production" as const, PATH, HOME, NODE_COMPILE_CACHE };
}

export type Running = {
  pid: number;
  /** Everything printed so far. */
  output: () => string;
  /** Ends it and waits until it has ended; nothing where it has already. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Runs a script, by its path in the repository, on the Node of the tests, and waits until it has printed `readyText`.
 * `killed` is `kill -9`, at any time.
 */
export async function startScript(
  script: string,
  readyText: string,
  env: Record<string, string>,
  args: string[] = [],
  killed?: AbortSignal,
): Promise<Running> {
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    cwd: root,
    env: { ...scriptEnv(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(killed ? { signal: killed, killSignal: "SIGKILL" } : {}),
  });
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(readyText)) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${script} did not start:\n${output}`)));
  });
  await ready;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return { pid: child.pid ?? 0, output: () => output, stop };
}
