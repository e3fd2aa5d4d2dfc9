// Stops everything that a check or a benchmark has started, even if it is interrupted.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const closers: (() => unknown)[] = [];
let isEnding = false;

/** Registers a clean-up; the last one added runs first. */
export async function atEnd(close: () => unknown): Promise<void> {
  closers.unshift(close);
  // Too late: the other clean-ups are already running.
  if (isEnding) await close();
}

/** Creates a folder that is removed at the end. */
export async function makeFolder(name: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `encaje-${name}-`));
  await atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function endAll(): Promise<void> {
  for (const close of closers.splice(0)) {
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs a check and exits, with 0 if it returns true within `minutes`. */
export async function runCheck(check: () => Promise<boolean>, { minutes }: { minutes?: number } = {}): Promise<never> {
  const end = async (code: number): Promise<never> => {
    if (isEnding) return new Promise(() => undefined);
    isEnding = true;
    await endAll();
    process.exit(code);
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => end(1));
  const endLate = () => {
    console.error(`Ended: it took longer than ${minutes} minutes.`);
    return end(1);
  };
  if (minutes !== undefined) setTimeout(endLate, minutes * 60_000).unref();
  return check().then(
    (isPassed) => end(isPassed ? 0 : 1),
    (error: unknown) => {
      if (!isEnding) console.error(error instanceof Error ? error.message : error);
      return end(1);
    },
  );
}
