import fs from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressAssets, hintScripts } from "../../../scripts/build.ts";
import { listAssets } from "./asset-files.ts";
import { type Next, serveFront } from "./front.fixture.ts";

const script = "console.log('a long script');\n".repeat(200);
const hintedScript = `//# allFunctionsCalledOnLoad\n${script}`;
const files = {
  "static/chunks/long.js": script,
  "static/chunks/short.js": "1",
  "static/chunks/[locale].css": "p{}".repeat(1000),
  "static/media/font.woff2": Buffer.from([1, 2, 3]),
  "static/chunks/notes": "no type",
};
const next: Next = (_, outgoing) => {
  outgoing.writeHead(404, { "Content-Type": "text/plain" }).end("Next's");
};

async function serveBuild() {
  const { buildFolder } = await serveFront(next, files);
  hintScripts(path.join(buildFolder, "static"));
  compressAssets(path.join(buildFolder, "static"));
  const all = Object.fromEntries(
    fs
      .readdirSync(buildFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(buildFolder, file), fs.readFileSync(file)]),
  );
  return serveFront(next, all);
}

test("sends a script of the build as immutable, hinted and compressed when the app was built", async () => {
  const { ask, buildFolder } = await serveBuild();
  const compressed = fs.readFileSync(path.join(buildFolder, "static/chunks/long.js.br"));
  const brotli = await ask("/_next/static/chunks/long.js", { "accept-encoding": "gzip, br" });
  const gzip = await ask("/_next/static/chunks/long.js?dpl=1", { "accept-encoding": "gzip" });
  const plain = await ask("/_next/static/chunks/long.js");
  expect(brotli.body).toEqual(compressed);
  expect(brotliDecompressSync(brotli.body).toString()).toBe(hintedScript);
  expect(gunzipSync(gzip.body).toString()).toBe(hintedScript);
  expect(plain.text).toBe(hintedScript);
  for (const { status, headers, body } of [brotli, gzip, plain]) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(body.length),
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  }
});

test("sends short files and already compressed formats without a content coding", async () => {
  const { ask } = await serveBuild();
  for (const [path, type] of [
    ["chunks/short.js", "text/javascript; charset=utf-8"],
    ["media/font.woff2", "font/woff2"],
  ] as const) {
    const { status, headers } = await ask(`/_next/static/${path}`, { "accept-encoding": "gzip, br" });
    expect([status, headers["content-type"], headers["content-encoding"], headers.vary]).toEqual([
      200,
      type,
      undefined,
      undefined,
    ]);
  }
});

test("responds with 304 to a matching ETag of a build file", async () => {
  const { ask } = await serveBuild();
  const { headers } = await ask("/_next/static/chunks/long.js", { "accept-encoding": "br" });
  const again = await ask("/_next/static/chunks/long.js", { "if-none-match": headers.etag ?? "" });
  expect([again.status, again.text, again.headers.vary]).toEqual([304, "", "Accept-Encoding"]);
  const head = await ask("/_next/static/chunks/long.js", { "accept-encoding": "br" }, "HEAD");
  expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", headers["content-length"]]);
});

test("finds a build file by its percent-encoded path", async () => {
  const { ask } = await serveBuild();
  expect((await ask("/_next/static/chunks/%5Blocale%5D.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
});

test("passes all other paths to Next, and serves no file outside the build", async () => {
  const { ask } = await serveBuild();
  for (const path of [
    "/_next/static/chunks/none.js",
    "/_next/static/chunks/long.js.br",
    "/_next/static/chunks/notes",
    "/_next/static/chunks",
    "/_next/static/",
    "/_next/static/../../package.json",
    "/_next/static/..%2f..%2fpackage.json",
    "/_next/static/chunks/../../../package.json",
    "/_next/static/chunks\\long.js",
    "/_next/static//chunks/long.js",
    "/_next/static/%ff",
    "/_next/static/chunks/long.js%00",
  ]) {
    const { status, text } = await ask(path);
    expect([status, text], path).toEqual([404, "Next's"]);
  }
});

test("passes a request for a file deleted since the start to Next", async () => {
  const { ask, buildFolder } = await serveBuild();
  fs.rmSync(path.join(buildFolder, "static/chunks/short.js"));
  expect((await ask("/_next/static/chunks/short.js")).text).toBe("Next's");
});

test("throws if the build folder does not exist", () => {
  expect(() => listAssets("/nowhere/at/all", "/_next/static")).toThrow(/ENOENT/);
});
