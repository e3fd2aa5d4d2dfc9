import { Worker, type WorkerOptions } from "node:worker_threads";
import { expect, test } from "vitest";
import { awaitThread, threadBounds } from "./thread.ts";

const run = (code: string, milliseconds?: number, bounds: WorkerOptions = threadBounds) =>
  awaitThread(new Worker(code, { ...bounds, eval: true }), milliseconds);
const post = (value: string) => `require("node:worker_threads").parentPort.postMessage(${value})`;

test("gives what the thread has made", async () => {
  expect(await run(`${post("[1]")}; for (;;);`)).toEqual([1]);
});

test("ends work that takes too long", async () => {
  expect(await run("for (;;);", 100)).toBeNull();
});

test("ends work that takes too much memory", async () => {
  const bounds = { resourceLimits: { maxOldGenerationSizeMb: 8 } };
  expect(await run("const all = []; for (;;) all.push([...all]);", undefined, bounds)).toBeNull();
});

test("throws what the thread throws", async () => {
  await expect(run("throw new RangeError('no')")).rejects.toThrow(RangeError);
});

test("throws when the thread ends without a result", async () => {
  await expect(run("process.exit()")).rejects.toThrow("without a result");
});
