import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { nodeFlags } from "../../scripts/node-flags.mjs";

const root = path.join(import.meta.dirname, "..", "..");

export type App = {
  /** Origin, without a trailing slash. */
  url: string;
  /** Everything printed so far. */
  output: () => string;
  pid: number;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts the built app as `npm start` does and waits until it is ready. */
export async function startApp(env: Record<string, string>): Promise<App> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...nodeFlags, path.join("scripts", "serve.ts")], {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  await ready(child, () => output);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  return { url: `http://127.0.0.1:${port}`, output: () => output, pid: child.pid ?? 0, stop };
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const ended = once(child, "exit").then(() => {
    throw new Error(`The app did not start:\n${output()}`);
  });
  // Whoever stops the app later is not interested in this promise.
  ended.catch(() => undefined);
  while (!output().includes(" is ready at ")) {
    await Promise.race([once(child.stdout ?? child, "data"), ended]);
  }
}
