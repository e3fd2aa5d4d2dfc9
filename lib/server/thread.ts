import "server-only";
import type { Transferable, Worker, WorkerOptions } from "node:worker_threads";

const threadMilliseconds = 30_000;
const idleMilliseconds = 10_000;

/**
 * Options for a worker thread that processes untrusted input. The thread does not inherit this process's flags. Spread
 * them into `new Worker`: Next compiles a thread only where it sees that the options are an object.
 */
export const threadBounds = { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] } satisfies WorkerOptions;

/** Extra time for a task beyond its CPU time, because the machine may be busy or the task may wait. */
export const threadWaitMilliseconds = 8_000;

/** `milliseconds`: the CPU time limit. `transfer`: objects to move to the thread instead of copying them. */
type RunOptions = { milliseconds?: number; transfer?: Transferable[] };

/**
 * A pool of worker threads. Each thread sends one message when ready and then one result per message. It has one task
 * at a time and is reused, because starting one takes longer than most tasks. A thread is replaced after a task that
 * failed or exceeded its limits. An idle thread ends after ten seconds to free its memory.
 */
export class ThreadPool<Input, Result> {
  readonly #start: () => Worker;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #ended = new WeakSet<Worker>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** @returns null when the task exceeded its time or memory @throws Error that the thread threw */
  async run(
    input: Input,
    { milliseconds = threadMilliseconds, transfer = [] }: RunOptions = {},
  ): Promise<Result | null> {
    const thread = this.#takeIdle() ?? (await this.#startThread());
    let isFit = false;
    try {
      // Not awaited yet, because a thread that is about to end may never report its CPU time.
      const before = thread.cpuUsage();
      before.catch(() => undefined);
      const getUsed = async () => toMilliseconds(await thread.cpuUsage(await before));
      const pending = awaitResult<Result>(thread, { milliseconds, getUsed });
      thread.postMessage(input, transfer);
      const answer = await pending;
      if (answer === null) return null;
      isFit = true;
      return answer.result;
    } finally {
      if (isFit) this.#keepIdle(thread);
      else await thread.terminate();
    }
  }

  /** The thread's first message says that its modules are loaded. Loading does not count towards a task's time. */
  async #startThread(): Promise<Worker> {
    const thread = this.#start();
    // Without a listener, an error event of an idle thread would end the process.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      this.#ended.add(thread);
      this.#removeFromIdle(thread);
    });
    const isReady = await awaitResult(thread, { milliseconds: threadMilliseconds });
    if (isReady && !this.#ended.has(thread)) return thread;
    await thread.terminate();
    throw new Error("a thread did not start");
  }

  /** Takes the most recently used idle thread, so that the others stay idle and can end. */
  #takeIdle(): Worker | undefined {
    const thread = [...this.#idle.keys()].at(-1);
    if (!thread) return undefined;
    this.#removeFromIdle(thread);
    thread.ref();
    return thread;
  }

  #keepIdle(thread: Worker): void {
    // A thread that fails right after its result may have ended before the result is handled here.
    if (this.#ended.has(thread)) return;
    thread.unref();
    const endThread = () => {
      // The thread takes a moment to end, and must not get another task in the meantime.
      this.#removeFromIdle(thread);
      void thread.terminate();
    };
    this.#idle.set(thread, setTimeout(endThread, idleMilliseconds).unref());
  }

  #removeFromIdle(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }
}

const toMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

/** `getUsed` returns the task's CPU time. Without it, the limit applies to elapsed time. */
type TaskLimit = { milliseconds: number; getUsed?: () => Promise<number> };

/** Returns null when the task exceeded its limits. */
async function awaitResult<Result>(
  thread: Worker,
  { milliseconds, getUsed }: TaskLimit,
): Promise<{ result: Result } | null> {
  const { promise, resolve, reject } = Promise.withResolvers<{ result: Result } | null>();
  const onMessage = (result: Result) => resolve({ result });
  const onError = (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(null) : reject(error);
  const onExit = () => reject(new Error("a thread ended without a result"));
  const endsAt = performance.now() + milliseconds + threadWaitMilliseconds;
  const endOverBound = async () => {
    const left = getUsed && performance.now() < endsAt ? milliseconds - (await getUsed()) : 0;
    if (left > 0) timer = setTimeout(checkLimit, left);
    // Lets messages that have already arrived be handled before giving up: this thread may itself have been busy.
    else setImmediate(() => resolve(null));
  };
  // If the worker thread has ended in the meantime, its `exit` event reports it.
  const checkLimit = () => void endOverBound().catch(() => undefined);
  let timer = setTimeout(checkLimit, milliseconds);
  thread.on("message", onMessage).on("error", onError).on("exit", onExit);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off("message", onMessage).off("error", onError).off("exit", onExit);
  }
}
