import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const bounds = { concurrency: 2, waitingMax: 3, waitMillisecondsMax: 60_000, silenceMillisecondsMax: 500 };

function turns(change: Partial<typeof bounds> = {}) {
  return createTurns({ ...bounds, ...change }, (error) => error instanceof RangeError);
}

/** Creates work that ends on `succeed` or `fail`. */
function deferred() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    work.hasBegun = true;
    return promise;
  };
  work.hasBegun = false;
  return Object.assign(work, { succeed: () => resolve("done"), fail: reject });
}

const outcome = (result: Promise<unknown>) =>
  result.then(
    () => "done",
    (error: Error) => error.message,
  );
const busy = "the database is too busy";
const silent = "the database does not respond";

describe("createTurns", () => {
  test("runs at most `concurrency` calls at a time, in their order", async () => {
    const takeTurn = turns();
    const jobs = [deferred(), deferred(), deferred(), deferred()];
    const results = jobs.map((job) => outcome(takeTurn(job)));
    await sleep(0);
    expect(jobs.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false]);
    jobs[1]?.succeed();
    await results[1];
    await sleep(0);
    expect(jobs.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false]);
    for (const job of jobs) job.succeed();
    expect(await Promise.all(results)).toEqual(Array(4).fill("done"));
  });

  test("rejects calls at once while the queue is full", async () => {
    const takeTurn = turns();
    const jobs = Array.from({ length: 5 }, deferred);
    const results = jobs.map((job) => outcome(takeTurn(job)));
    await sleep(0);
    expect(await outcome(takeTurn(async () => "never"))).toBe("too many calls are waiting for the database");
    jobs[0]?.succeed();
    await results[0];
    await sleep(0);
    const late = outcome(takeTurn(async () => "late"));
    for (const job of jobs) job.succeed();
    expect(await Promise.all([...results, late])).toEqual(Array(6).fill("done"));
  });

  test("lets calls wait longer than `silenceMillisecondsMax` while other work succeeds", async () => {
    const takeTurn = turns({ concurrency: 1, waitingMax: 100 });
    const results = Array.from({ length: 12 }, () => outcome(takeTurn(() => sleep(100))));
    expect(await Promise.all(results)).toEqual(Array(12).fill("done"));
  });

  test("rejects a call after `waitMillisecondsMax`, and never runs it", async () => {
    const takeTurn = turns({ concurrency: 1, waitingMax: 100, waitMillisecondsMax: 600 });
    const events: string[] = [];
    const results = Array.from({ length: 20 }, async (_, at) => {
      const begin = () => events.push(`${at} begins`);
      const end = await outcome(takeTurn(() => sleep(100, begin())));
      events.push(`${at} ends`);
      return end;
    });
    const outcomes = await Promise.all(results);
    expect(outcomes.at(0)).toBe("done");
    expect(outcomes.at(-1)).toBe(busy);
    await sleep(300);
    // Work that was already running ends by itself.
    for (const at of outcomes.keys()) {
      expect(events.indexOf(`${at} begins`)).toBeLessThan(events.indexOf(`${at} ends`));
    }
  });

  test("rejects running and waiting calls when nothing succeeds for `silenceMillisecondsMax`", async () => {
    const takeTurn = turns();
    const stuck = [deferred(), deferred()];
    const waiting = deferred();
    expect(await Promise.all([...stuck, waiting].map((job) => outcome(takeTurn(job))))).toEqual(Array(3).fill(silent));
    expect(waiting.hasBegun).toBe(false);
    // A call that arrives while both places are stuck is refused sooner.
    expect(await outcome(takeTurn(waiting))).toBe(silent);
    for (const job of stuck) job.succeed();
    expect(await outcome(takeTurn(async () => "well again"))).toBe("done");
  });

  test("counts an error of the database as a response, and a failed connection as silence", async () => {
    for (const [error, end] of [
      [new Error("no connection"), silent],
      [new RangeError("a broken constraint"), "done"],
    ] as const) {
      const takeTurn = turns({ waitingMax: 100 });
      const job = deferred();
      const result = outcome(takeTurn(job));
      for (let at = 0; at < 8; at++) {
        await sleep(100);
        await outcome(takeTurn(() => Promise.reject(error)));
      }
      job.succeed();
      expect(await result).toBe(end);
    }
  });

  test("rejects no call if only the event loop was late", async () => {
    const takeTurn = turns();
    const result = outcome(takeTurn(() => sleep(50)));
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    expect(await result).toBe("done");
  });
});
