import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseCoding, encodeForClient, isCompressible } from "./coding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=0.5", "gzip"],
  ["br;q=0.1, gzip;q=0.9", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", undefined],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br;q=0, *", "gzip"],
  ["identity", undefined],
  ["deflate, zstd", undefined],
  ["brother", undefined],
  ["br;q=nonsense, gzip", "gzip"],
  ["", undefined],
  [undefined, undefined],
] as const)("for Accept-Encoding %s, chooses the content coding %s", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});

test("compresses only formats that are not compressed already", () => {
  const texts = ["text/html", "text/css", "text/x-component", "text/plain", "application/json", "application/xml"];
  for (const type of [
    ...texts,
    "application/manifest+json",
    "application/ld+json",
    "image/svg+xml",
    "text/javascript",
  ]) {
    expect(isCompressible(type), type).toBe(true);
  }
  for (const type of ["image/png", "image/x-icon", "font/woff2", "application/octet-stream", "application/zip", ""]) {
    expect(isCompressible(type), type).toBe(false);
  }
});

test("encodes a body only once per content coding", async () => {
  const body = Buffer.from(randomBytes(4000).toString("hex"));
  for (const isKept of [false, true]) {
    const sent = { body, encoded: {} };
    const asBrotli = await encodeForClient("br", sent, isKept);
    const asGzip = await encodeForClient("gzip", sent, isKept);
    expect([asBrotli.coding, brotliDecompressSync(asBrotli.body)]).toEqual(["br", body]);
    expect([asGzip.coding, gunzipSync(asGzip.body)]).toEqual(["gzip", body]);
    expect((await encodeForClient("br", sent, isKept)).body).toBe(asBrotli.body);
    expect(await encodeForClient(null, sent, isKept)).toEqual({ body });
  }
});

test("sends a small body unencoded", async () => {
  const body = Buffer.from("x".repeat(1023));
  expect(await encodeForClient("br", { body, encoded: {} }, true)).toEqual({ body });
});
