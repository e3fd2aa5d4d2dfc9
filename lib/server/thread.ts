import "server-only";
import type { Worker, WorkerOptions } from "node:worker_threads";

const threadMilliseconds = 30_000;

/** Of a thread for work on what strangers have made. Our own flags are for the process. */
export const threadBounds = { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] } satisfies WorkerOptions;

/**
 * Awaits the one message of a thread, then ends it.
 * @returns null when the work took more time or memory than a thread may
 * @throws Error that the thread threw
 */
export async function awaitThread<Result>(thread: Worker, milliseconds = threadMilliseconds): Promise<Result | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(null) : reject(error),
  );
  thread.once("exit", () => reject(new Error("a thread ended without a result")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
