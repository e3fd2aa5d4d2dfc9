import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { log } from "../server/log.ts";
import { deskPatterns, toPathPattern } from "./access-line.ts";
import { serveFront } from "./front/front.fixture.ts";

const written: Record<string, unknown>[] = [];
beforeEach(() => {
  for (const level of ["info", "error"] as const) {
    vi.spyOn(log(), level).mockImplementation((line: unknown) => void written.push(line as Record<string, unknown>));
  }
});

async function requestPage(url: string, status = 200, method = "GET", headers = {}) {
  const front = await serveFront((_incoming, outgoing) => void outgoing.writeHead(status).end("page"));
  written.length = 0;
  await front.ask(url, headers, method);
  await expect.poll(() => written.length).toBeGreaterThan(0);
  return written.map(({ durationMs: _, requestId: _id, ...line }) => line);
}

test.each([
  ["/admin/inbox/inquiry/7?q=privada", 200, "GET", "/admin/inbox/[kind]/[id]"],
  ["/en/privada@example.com", 404, "GET", "unknown"],
  ["/en/consent?token=s3cret", 200, "GET", "/[locale]/consent"],
  ["/en/privacy", 405, "DELETE", "/[locale]/privacy"],
  ["/_next/static/chunks/gone.js", 404, "GET", "/_next"],
  ["/admin/audit", 500, "GET", "/admin/audit"],
] as const)(
  "logs a page request for %s with status %i in one line, without its URL",
  async (url, status, method, operation) => {
    expect(await requestPage(url, status, method)).toEqual([{ operation, method, status }]);
  },
);

test("logs a form submission once, in the log line of its operation", async () => {
  const lines = await requestPage("/en/contact/send", 200, "POST", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(lines).toMatchObject([{ operation: "submitContact", via: "form" }]);
});

test("uses the caller's request id in the log line", async () => {
  await requestPage("/en/consent", 200, "GET", { "x-request-id": "trace-12345678" });
  expect(written).toMatchObject([{ requestId: "trace-12345678" }]);
});

test("lists a path pattern for every page of the desk", () => {
  const folder = path.join(import.meta.dirname, "..", "..", "app", "admin");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => path.basename(file) === "page.tsx" && !file.includes("[...rest]"));
  const patterns = pages.map((file) =>
    path.posix.join("/admin", path.dirname(file).replace(/\([a-z]+\)\//, "")).replace(/\/$/, ""),
  );
  expect(patterns.toSorted()).toEqual(deskPatterns.toSorted());
});

test.each([
  ["/", "/"],
  ["/en", "/[locale]"],
  ["/es/evaluacion", "/[locale]/evaluation"],
  ["/en/catalog/prize-draws", "/[locale]/catalog/[slug]"],
  ["/en/catalog/prize-draws.md", "/[locale]/catalog/[slug]"],
  ["/admin/inbox/evaluation/7", "/admin/inbox/[kind]/[id]"],
  ["/admin/catalog/new", "/admin/catalog/new"],
  ["/admin/invitation/s3cret", "/admin/invitation/[token]"],
  ["/_next/static/chunks/a.js", "/_next"],
  [`/pictures/${"0a".repeat(32)}-160.webp`, "/pictures/[file]"],
  ["/admin/s3cret", "unknown"],
  ["/en/lucia@example.com", "unknown"],
  ["/%EF%BF%BD", "unknown"],
])("replaces the path %s with the pattern %s", (address, pattern) => {
  expect(toPathPattern(address)).toBe(pattern);
});
