import { beforeEach, expect, test, vi } from "vitest";
import { log } from "../../log.ts";
import { cacheCount } from "./count-replies.ts";

const start = new Date("2026-10-05T12:00:00.000Z");
const after = (seconds: number) => ({ now: new Date(start.getTime() + seconds * 1000) });

type Running = { end: (value: number) => void; fail: () => void };

/** Creates a count that ends when the test decides. */
function makeCount() {
  const running: Running[] = [];
  const count = () =>
    new Promise<number>((end, reject) => running.push({ end, fail: () => reject(new Error("took too long")) }));
  return { running, kept: cacheCount(count) };
}

/** Returns the value if it is available without waiting, otherwise "waits". */
async function readNow<Value>(read: Promise<Value>): Promise<Value | "waits"> {
  await Promise.resolve();
  return Promise.race([read, Promise.resolve().then(() => "waits" as const)]);
}

async function makeCounted(value: number) {
  const made = makeCount();
  const first = made.kept(after(0));
  made.running[0]?.end(value);
  expect(await first).toBe(value);
  return made;
}

beforeEach(() => void vi.spyOn(log(), "warn").mockImplementation(() => undefined));

test("counts once for several first callers, and makes them wait for the result", async () => {
  const { running, kept } = makeCount();
  const reads = [kept(after(0)), kept(after(-0.001)), kept(after(1.9))];
  expect(await readNow(reads[0] ?? Promise.resolve(null))).toBe("waits");
  expect(running).toHaveLength(1);
  running[0]?.end(1);
  expect(await Promise.all(reads)).toEqual([1, 1, 1]);
});

test("counts again after a minute, without making callers wait", async () => {
  const { running, kept } = await makeCounted(1);
  expect(await readNow(kept(after(59.999)))).toBe(1);
  expect(running).toHaveLength(1);
  for (const seconds of [60, 61, 62, 300]) expect(await readNow(kept(after(seconds)))).toBe(1);
  expect(running).toHaveLength(2);
  running[1]?.end(2);
  await expect.poll(() => readNow(kept(after(301)))).toBe(2);
});

test("never counts twice at once, and makes callers wait once the last value is ten minutes old", async () => {
  const { running, kept } = await makeCounted(1);
  expect(await readNow(kept(after(60)))).toBe(1);
  expect(await readNow(kept(after(599.999)))).toBe(1);
  const late = kept(after(600));
  expect(await readNow(late)).toBe("waits");
  expect(running).toHaveLength(2);
  running[1]?.end(2);
  expect(await late).toBe(2);
});

test("returns the last value while it is under ten minutes old if counting fails, and retries after a minute", async () => {
  const { running, kept } = await makeCounted(1);
  expect(await readNow(kept(after(60)))).toBe(1);
  running[1]?.fail();
  await expect.poll(() => log().warn).toHaveBeenCalledOnce();
  expect(await readNow(kept(after(119)))).toBe(1);
  expect(running).toHaveLength(2);
  expect(await readNow(kept(after(599)))).toBe(1);
  expect(running).toHaveLength(3);
  running[2]?.fail();
  await expect.poll(() => log().warn).toHaveBeenCalledTimes(2);
  expect(await readNow(kept(after(600)))).toBeNull();
});

test("returns null for a minute if the first count fails, and then counts again", async () => {
  const { running, kept } = makeCount();
  const first = kept(after(0));
  running[0]?.fail();
  expect(await first).toBeNull();
  expect(await readNow(kept(after(59)))).toBeNull();
  const next = kept(after(60));
  running[1]?.end(3);
  expect(await next).toBe(3);
});
