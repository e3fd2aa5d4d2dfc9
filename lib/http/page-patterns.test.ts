import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { deskPatterns, toPattern } from "./page-patterns.ts";

test("has a pattern for every page of the desk", () => {
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
  ["/admin/s3cret", "unknown"],
  ["/en/lucia@example.com", "unknown"],
  ["/%EF%BF%BD", "unknown"],
])("replaces %s by the pattern %s", (address, pattern) => {
  expect(toPattern(address)).toBe(pattern);
});
