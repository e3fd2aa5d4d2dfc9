import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import { get } from "./exchange.fixture.ts";
import type { Exchange } from "./exchange.ts";
import { respondWithCsv } from "./handle-csv.ts";
import { toResponse } from "./web.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const exchange = (): Exchange => ({
  name: "exportSubmissions",
  request: get(),
  now: new Date("2026-11-21T18:00:00Z"),
  requestId: "request-1",
  headers: {},
  clientIp: "",
  logged: {},
});

/** Creates parts; `seen` records how many were taken and whether the rest was released. */
function makeParts(count: number, failure?: Error) {
  const seen = { taken: 0, isLetGo: false };
  async function* parts(): AsyncGenerator<string, void> {
    try {
      for (let at = 0; at < count; at++) {
        seen.taken++;
        yield `part ${at};`;
      }
      if (failure) throw failure;
    } finally {
      seen.isLetGo = true;
    }
  }
  return { seen, parts: parts() };
}

const unavailable = new AppError("unavailable", "Away.");

const answer = async (parts: AsyncGenerator<string, void>) =>
  toResponse(await respondWithCsv(exchange(), z.string(), parts));

describe("a CSV response", () => {
  test("sends all parts of a CSV file, as an attachment", async () => {
    const response = await answer(makeParts(3).parts);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="submissions-2026-11-21.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("part 0;part 1;part 2;");
  });

  test("reads at most one part of a CSV file ahead of the client", async () => {
    const { seen, parts } = makeParts(100);
    const reader = (await answer(parts)).body?.getReader();
    expect(seen.taken).toBe(1);
    for (let at = 0; at < 5; at++) await reader?.read();
    expect(seen.taken).toBeLessThanOrEqual(6);
    expect(seen.isLetGo).toBe(false);
  });

  test("releases the remaining parts when the client disconnects", async () => {
    const { seen, parts } = makeParts(100);
    const reader = (await answer(parts)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(seen).toEqual({ taken: 2, isLetGo: true });
  });

  test("rejects if the first part of a CSV file fails", async () => {
    await expect(answer(makeParts(0, unavailable).parts)).rejects.toBe(unavailable);
  });

  test("aborts the CSV response if a later part fails", async () => {
    const reader = (await answer(makeParts(2, unavailable).parts)).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toBe(unavailable);
  });
});
