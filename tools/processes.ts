// Starts and stops programs for tests, checks and benchmarks, each with its own environment.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EnvSchema } from "../lib/server/env-schema.ts";
import { nodeFlags } from "../scripts/node-flags.mjs";
import { findFreePort } from "../scripts/processes.ts";

const root = path.join(import.meta.dirname, "..");
const readyText = " is ready at ";
/** The folder that npm scripts use, too. */
const compileCache = path.join(root, "node_modules", ".cache", "node");

type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null };
export type Running = {
  pid: number;
  output: () => string;
  /** Resolves once the program has ended and its output is complete. */
  ended: Promise<ProcessEnd>;
  /** Sends the signal, SIGTERM by default, and resolves once the program has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};
/** `ready` resolves when the program prints its ready text, and rejects if the program ends before that. */
export type LaunchedProcess = Running & { ready: Promise<void> };
export type App = Running & {
  /** Origin of the app, without a trailing slash. */
  url: string;
};

type Options = {
  /** The checkout to run in; the default is this one. */
  folder?: string;
  /** File to write the output to. Without it, the output is kept in memory. */
  logFile?: string;
  isDetached?: boolean;
};

/** Every variable with an empty value, which counts as unset and overrides a developer's .env. */
const emptyVariables = Object.fromEntries(Object.keys(EnvSchema.shape).map((name) => [name, ""]));

/** Starts a program without the developer's own environment variables. */
export function launchProgram(
  program: string,
  args: string[],
  textWhenReady: string,
  env: Record<string, string>,
  { folder = root, logFile, isDetached }: Options = {},
): LaunchedProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE = compileCache } = process.env;
  const log = logFile === undefined ? "pipe" : fs.openSync(logFile, "a");
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...emptyVariables, NODE_ENV: "production", PATH, HOME, NODE_COMPILE_CACHE, ...env },
    detached: isDetached,
    // Our servers stop when this channel closes, so that killing this process leaves nothing behind.
    stdio: ["ignore", log, log, "ipc"],
  });
  if (typeof log === "number") fs.closeSync(log);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (printed += chunk));
  const output = () => (logFile === undefined ? printed : fs.readFileSync(logFile, "utf8"));
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ended = new Promise<ProcessEnd>((resolve) => {
    // This event means that the program could not be started.
    child.once("error", ({ message }) => (printed += message));
    child.once("close", (code, signal) => resolve({ code, signal }));
  }).finally(() => (hasEnded = true));
  const becomeReady = async () => {
    while (!output().includes(textWhenReady)) {
      if (hasEnded) throw new Error(`${path.basename(program)} ${args.join(" ")} did not start:\n${output()}`);
      await sleep(20);
    }
  };
  const ready = becomeReady();
  ready.catch(() => undefined);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, output, ended, ready, stop };
}

/** Runs a script, given by its path in the repository, on this Node and waits until it prints `textWhenReady`. */
export async function startScript(
  script: string,
  textWhenReady: string,
  env: Record<string, string>,
  args: string[] = [],
  options: Options = {},
): Promise<Running> {
  const running = launchProgram(process.execPath, [...nodeFlags, script, ...args], textWhenReady, env, options);
  await running.ready;
  return running;
}

/** Starts a server's script, on a free port unless `env` names one. */
export async function startServer(script: string, env: Record<string, string>, options: Options = {}): Promise<App> {
  const port = env.PORT ?? String(await findFreePort());
  const server = await startScript(script, readyText, { ...env, PORT: port }, [], options);
  return { url: `http://127.0.0.1:${port}`, ...server };
}

/** Starts the built app like `npm start`. Sends no mail and has no shutdown delay, unless `env` overrides this. */
export function startApp(env: Record<string, string>, options: Options = {}): Promise<App> {
  const own = { MAIL_WORKER: "separate", SHUTDOWN_DELAY_SECONDS: "0", ...env };
  return startServer(path.join("scripts", "serve.ts"), own, options);
}

/** Starts a file of scripts/ like an npm script does, without waiting for it. */
export function launchScript(
  name: string,
  args: string[],
  env: Record<string, string>,
  options: Options = {},
): LaunchedProcess {
  return launchProgram(process.execPath, ["scripts/run.mjs", name, ...args], readyText, env, options);
}

/** Runs a file of scripts/ to its end, on this Node. */
export async function runScript(name: string, args: string[], env: Record<string, string>) {
  const { ended, output } = launchProgram(process.execPath, [...nodeFlags, `scripts/${name}`, ...args], readyText, env);
  const { code } = await ended;
  return { code, output: output() };
}
