import { Worker, type WorkerOptions } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { ThreadPool, threadBounds } from "./thread.ts";

/** Code of a thread that evaluates each text it receives and returns the value. */
const code = `
  const { parentPort, threadId, workerData } = require("node:worker_threads");
  parentPort.postMessage("ready");
  parentPort.on("message", async (text) => parentPort.postMessage(await eval(text)))`;
const openPool = (bounds: WorkerOptions = threadBounds) =>
  new ThreadPool<string, unknown>(() => new Worker(code, { ...bounds, eval: true }));

test("returns the thread's result", async () => {
  expect(await openPool().run("[1]")).toEqual([1]);
  expect(await openPool().run("null")).toBeNull();
});

test("runs successive tasks in one thread, and simultaneous ones in separate threads", async () => {
  const pool = openPool();
  const first = await pool.run("threadId");
  expect(await pool.run("threadId")).toBe(first);
  const both = await Promise.all([pool.run("threadId"), pool.run("threadId")]);
  expect(new Set(both).size).toBe(2);
  expect(both).toContain(first);
});

test("runs a task without waiting for a long one", async () => {
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const pool = openPool({ ...threadBounds, workerData: isOver });
  const long = pool.run(
    "(async () => { while (!workerData[0]) await require('node:timers/promises').setTimeout(5); })()",
  );
  expect(await pool.run("1")).toBe(1);
  isOver[0] = 1;
  await long;
});

test("limits a task's CPU time, not the time it waits", async () => {
  const waiting = "new Promise((resolve) => setTimeout(resolve, 600, 'done'))";
  expect(await openPool().run(waiting, { milliseconds: 200 })).toBe("done");
});

const endings: [string, string, (pool: ReturnType<typeof openPool>, task: string) => Promise<void>][] = [
  ["takes too long", "for (;;);", async (pool, task) => expect(await pool.run(task, { milliseconds: 100 })).toBeNull()],
  [
    "takes too much memory",
    "const all = []; for (;;) all.push([...all]);",
    async (pool, task) => expect(await pool.run(task)).toBeNull(),
  ],
  [
    "throws",
    "throw new RangeError('no')",
    async (pool, task) => void (await expect(pool.run(task)).rejects.toThrow(RangeError)),
  ],
  [
    "ends its thread",
    "process.exit()",
    async (pool, task) => void (await expect(pool.run(task)).rejects.toThrow("without a result")),
  ],
];

test.each(endings)("starts a new thread after a task that %s", async (_name, task, expectEnd) => {
  const pool = openPool({ resourceLimits: { maxOldGenerationSizeMb: 16 } });
  const first = await pool.run("threadId");
  await expectEnd(pool, task);
  const next = await pool.run("threadId");
  expect(next).toEqual(expect.any(Number));
  expect(next).not.toBe(first);
});

test("starts a new thread for the next task when an idle thread has failed", async () => {
  const pool = openPool();
  const first = await pool.run("setTimeout(() => { throw new Error('late') }, 500); threadId");
  // The pool gives a new thread thirty seconds to start, which a busy machine may need a part of.
  await expect.poll(() => pool.run("threadId").catch(() => first), { timeout: 30_000 }).not.toBe(first);
}, 40_000);

test("starts a new thread for the next task after a thread has ended with its result", async () => {
  // Node reports both at once for about one thread in ten.
  for (let round = 0; round < 20; round++) {
    const pool = openPool();
    const first = await pool.run("setTimeout(() => process.exit(), 5); threadId");
    while ((await pool.run("threadId").catch(() => first)) === first);
  }
});

test("rejects a task whose thread fails as soon as it has started", async () => {
  const failing = code.replace('"ready");', '"ready"); setImmediate(() => { throw new Error("late") });');
  const pool = new ThreadPool<string, unknown>(() => new Worker(failing, { ...threadBounds, eval: true }));
  for (let round = 0; round < 20; round++) await expect(pool.run("new Promise(() => {})")).rejects.toThrow();
});

test("rejects a task whose thread ends before it reports its CPU time", async () => {
  const untold = () => new Promise<never>(() => undefined);
  const pool = new ThreadPool<string, unknown>(() => {
    return Object.assign(new Worker(code, { ...threadBounds, eval: true }), { cpuUsage: untold });
  });
  await expect(pool.run("process.exit()")).rejects.toThrow("without a result");
}, 5_000);

test("gives no further task to a thread that was idle for ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const pool = openPool();
    const first = await pool.run("threadId");
    vi.advanceTimersByTime(10_000);
    expect(await pool.run("threadId")).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

test("moves transferred objects instead of copying them", async () => {
  const pool = new ThreadPool<Uint8Array, number>(
    () => new Worker(code.replace("eval(text)", "text.length"), { ...threadBounds, eval: true }),
  );
  const bytes = new Uint8Array(3);
  expect(await pool.run(bytes, { transfer: [bytes.buffer] })).toBe(3);
  expect(bytes.length).toBe(0);
});
