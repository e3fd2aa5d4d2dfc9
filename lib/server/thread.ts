import "server-only";
import type { Transferable, Worker, WorkerOptions } from "node:worker_threads";

const threadMilliseconds = 30_000;
const idleMilliseconds = 10_000;

/** Of a thread for work on what strangers have made. Our own flags are for the process. */
export const threadBounds = { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] } satisfies WorkerOptions;

/** How much longer than its CPU time a task may take, on a busy machine or by waiting itself. */
export const threadWaitMilliseconds = 8_000;

/** `milliseconds`: of CPU time. `transfer`: what moves to the thread instead of being copied. */
type RunOptions = { milliseconds?: number; transfer?: Transferable[] };

/**
 * Threads that say by a message that they are ready, and then answer each message with one. Each has one task at a time
 * and is used again, since to start one takes longer than most tasks; after a task beyond its bounds, or that failed,
 * the thread is replaced. An idle one ends after ten seconds: until then it keeps the memory of what it read.
 */
export class ThreadPool<Input, Result> {
  readonly #start: () => Worker;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * @returns null when the task took more time or memory than it may
   * @throws Error that the thread threw
   */
  async run(
    input: Input,
    { milliseconds = threadMilliseconds, transfer = [] }: RunOptions = {},
  ): Promise<Result | null> {
    const thread = this.#takeIdle() ?? (await this.#startThread());
    let isFit = false;
    try {
      const before = await thread.cpuUsage();
      const getUsed = async () => toMilliseconds(await thread.cpuUsage(before));
      const pending = awaitResult<Result>(thread, { milliseconds, getUsed });
      thread.postMessage(input, transfer);
      const answer = await pending;
      if (answer === null) return null;
      isFit = true;
      return answer.result;
    } finally {
      if (isFit) this.#keep(thread);
      else await thread.terminate();
    }
  }

  /** Its first message says that its modules are loaded, which is no part of a task. */
  async #startThread(): Promise<Worker> {
    const thread = this.#start();
    // Without a listener, the error of an idle thread would end the process.
    thread.on("error", () => undefined);
    thread.once("exit", () => this.#forget(thread));
    if (await awaitResult(thread, { milliseconds: threadMilliseconds })) return thread;
    await thread.terminate();
    throw new Error("a thread did not start in time");
  }

  /** The one that was used last, so that the others end. */
  #takeIdle(): Worker | undefined {
    const thread = [...this.#idle.keys()].at(-1);
    if (!thread) return undefined;
    this.#forget(thread);
    thread.ref();
    return thread;
  }

  #keep(thread: Worker): void {
    thread.unref();
    const end = () => {
      // It ends some time after this call: no task may get it until then.
      this.#forget(thread);
      void thread.terminate();
    };
    this.#idle.set(thread, setTimeout(end, idleMilliseconds).unref());
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }
}

const toMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

/** Without `getUsed`, the CPU time of the task, its bound is one of the clock. */
type Bound = { milliseconds: number; getUsed?: () => Promise<number> };

/** Null when the task ran over its bounds. */
async function awaitResult<Result>(
  thread: Worker,
  { milliseconds, getUsed }: Bound,
): Promise<{ result: Result } | null> {
  const { promise, resolve, reject } = Promise.withResolvers<{ result: Result } | null>();
  const onMessage = (result: Result) => resolve({ result });
  const onError = (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(null) : reject(error);
  const onExit = () => reject(new Error("a thread ended without a result"));
  const endsAt = performance.now() + milliseconds + threadWaitMilliseconds;
  const endOverBound = async () => {
    const left = getUsed && performance.now() < endsAt ? milliseconds - (await getUsed()) : 0;
    if (left > 0) timer = setTimeout(look, left);
    // After what has arrived meanwhile: this thread may have been busy itself.
    else setImmediate(() => resolve(null));
  };
  // A thread that has ended meanwhile says so itself.
  const look = () => void endOverBound().catch(() => undefined);
  let timer = setTimeout(look, milliseconds);
  thread.on("message", onMessage).on("error", onError).on("exit", onExit);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off("message", onMessage).off("error", onError).off("exit", onExit);
  }
}
