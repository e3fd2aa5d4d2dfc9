// Runs a check or a benchmark, and stops everything that it has started, even if it is interrupted.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const closers: (() => unknown)[] = [];
let isEnding = false;

/** Registers a clean-up to run when the check ends. The last registered one runs first. */
export async function addCleanUp(close: () => unknown): Promise<void> {
  closers.unshift(close);
  // Clean up at once if the check is already ending.
  if (isEnding) await close();
}

/** Waits until a program has started, and stops it when the check ends. */
export async function stopAtEnd<Program extends { stop: () => unknown }>(starting: Promise<Program>): Promise<Program> {
  const program = await starting;
  await addCleanUp(() => program.stop());
  return program;
}

/** Creates a temporary folder that is removed when the check ends. */
export async function makeFolder(name: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `encaje-${name}-`));
  await addCleanUp(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Installs npm packages in a temporary folder. @returns the folder */
export async function installPackages(name: string, packages: string[]): Promise<string> {
  const folder = await makeFolder(name);
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages];
  await promisify(execFile)("npm", args, { cwd: folder });
  return folder;
}

/** Runs a program of the packages in `folder`. @returns what it printed, and whether it exited with 0 */
export async function runInstalled(folder: string, program: string, args: string[]) {
  const options = { cwd: folder, maxBuffer: 2 ** 26, timeout: 240_000 };
  return promisify(execFile)("npm", ["exec", "--", program, ...args], options).then(
    ({ stdout, stderr }) => ({ isDone: true, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ isDone: false, output: stdout + stderr }),
  );
}

let isPassed = true;

/** Prints a claim, and whether it is true. */
export function expectTrue(claim: string, isTrue: boolean, details = ""): void {
  console.log(`${isTrue ? "ok    " : "FAILED"} ${claim}${details && `: ${details}`}`);
  isPassed &&= isTrue;
}

/** Returns whether all claims so far are true. */
export const hasPassed = () => isPassed;

/** Repeats `work` until it succeeds, for example while a server starts. Throws faults of the check itself. */
export async function retryUntilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TypeError || error instanceof ReferenceError) throw error;
      await sleep(200);
    }
  }
}

async function runCleanUps(): Promise<void> {
  for (const close of closers.splice(0)) {
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs a check and ends the process, with exit code 0 if the check returns true within `minutes`. */
export async function runCheck(check: () => Promise<boolean>, { minutes }: { minutes?: number } = {}): Promise<never> {
  const end = async (code: number): Promise<never> => {
    if (isEnding) return new Promise(() => undefined);
    isEnding = true;
    await runCleanUps();
    process.exit(code);
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => end(1));
  const endLate = () => {
    console.error(`Ended: it took longer than ${minutes} minutes.`);
    return end(1);
  };
  if (minutes !== undefined) setTimeout(endLate, minutes * 60_000).unref();
  return check().then(
    (isRight) => end(isRight ? 0 : 1),
    (error: unknown) => {
      if (!isEnding) console.error(error instanceof Error ? error.message : error);
      return end(1);
    },
  );
}
