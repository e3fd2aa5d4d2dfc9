import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import { get, read } from "./exchange.fixture.ts";
import type { Exchange } from "./exchange.ts";
import { type Download, respondWithCsv, respondWithDownload } from "./handle-file.ts";
import { toResponse } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const url = "http://localhost:3000/en/catalog/receipts/spec.json";
const content = { openapi: "3.1.0", info: { title: "Recibos ñ" } };

const answer = async (request: Request, part: string, find: (name: string) => Promise<Download>) =>
  toResponse(await respondWithDownload("downloadSpec", request, part, find));

const download = (request = get(url), part = "receipts", change: Partial<Download> = {}) =>
  answer(request, part, async (name) => ({ fileName: `${name}.json`, content, ...change }));

describe("a download", () => {
  test("sends a download as indented JSON that caches may keep briefly", async () => {
    const response = await download();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="receipts.json"');
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=\d{1,2}$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toBe(`${JSON.stringify(content, null, 2)}\n`);
  });

  test("responds with 304 to a download's current ETag", async () => {
    const etag = (await download()).headers.get("etag") ?? "";
    const again = await download(get(url, { "if-none-match": etag }));
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const changed = await download(get(url, { "if-none-match": etag }), "receipts", { content: { openapi: "3.0.0" } });
    expect(changed.status).toBe(200);
  });

  test("sends only headers for HEAD of a download", async () => {
    const response = await download(get(url, {}, "HEAD"));
    expect(response.headers.get("content-disposition")).toContain("receipts.json");
    expect(await response.text()).toBe("");
  });

  test("offers a download under a safe ASCII name and its exact name", async () => {
    for (const [part, name] of [
      ["r%C3%A9cibos%20%22x%22", 'récibos "x".json'],
      ["a%0d%0aSet-Cookie:%20b", "a\r\nSet-Cookie: b.json"],
      ["..%2f..%2fetc", "../../etc.json"],
    ] as const) {
      const disposition = (await download(get(url), part)).headers.get("content-disposition") ?? "";
      const [, plain, exact = ""] =
        /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''([\w.%!~-]+)$/.exec(disposition) ?? [];
      expect(plain).toMatch(/\.json$/);
      expect(decodeURIComponent(exact)).toBe(name);
    }
  });
});

test("responds with 404 in JSON to a malformed or unknown name of a download", async () => {
  expect(await read(await download(get(url), "%FF"))).toMatchObject({
    status: 404,
    json: { error: expect.any(String) },
  });
  const missing = await answer(get(url), "x", async () => {
    throw new AppError("not_found", "There is no API with this slug.");
  });
  expect(await read(missing)).toMatchObject({ status: 404, json: { error: "There is no API with this slug." } });
});

const makeExchange = (): Exchange => ({
  name: "exportSubmissions",
  request: get(),
  now: new Date("2026-11-21T18:00:00Z"),
  requestId: "request-1",
  headers: {},
  clientIp: "",
  logged: {},
});

/** Creates the parts of a file; `seen` records how many were taken and whether the others were released. */
function makeParts(count: number, failure?: Error) {
  const seen = { taken: 0, isReleased: false };
  async function* parts(): AsyncGenerator<string, void> {
    try {
      for (let at = 0; at < count; at++) {
        seen.taken++;
        yield `part ${at};`;
      }
      if (failure) throw failure;
    } finally {
      seen.isReleased = true;
    }
  }
  return { seen, parts: parts() };
}

const unavailable = new AppError("unavailable", "Away.");

const answerCsv = async (parts: AsyncGenerator<string, void>) =>
  toResponse(await respondWithCsv(makeExchange(), z.string(), parts));

describe("a CSV response", () => {
  test("sends all parts of a CSV file, as an attachment", async () => {
    const response = await answerCsv(makeParts(3).parts);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="submissions-2026-11-21.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("part 0;part 1;part 2;");
  });

  test("reads at most one part of a CSV file ahead of the client", async () => {
    const { seen, parts } = makeParts(100);
    const reader = (await answerCsv(parts)).body?.getReader();
    expect(seen.taken).toBe(1);
    for (let at = 0; at < 5; at++) await reader?.read();
    expect(seen.taken).toBeLessThanOrEqual(6);
    expect(seen.isReleased).toBe(false);
  });

  test("releases the remaining parts when the client disconnects", async () => {
    const { seen, parts } = makeParts(100);
    const reader = (await answerCsv(parts)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => seen).toEqual({ taken: 2, isReleased: true });
  });

  test("throws before responding if the first part of a CSV file cannot be read", async () => {
    await expect(answerCsv(makeParts(0, unavailable).parts)).rejects.toBe(unavailable);
  });

  test("aborts the CSV response if a later part cannot be read", async () => {
    const reader = (await answerCsv(makeParts(2, unavailable).parts)).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toBe(unavailable);
  });
});
