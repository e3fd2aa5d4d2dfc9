import { expect, test } from "vitest";
import { findPageWantedAsMarkdown } from "./twins.ts";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

test("finds a page's Markdown version at its path with .md, whatever the Accept header", () => {
  for (const page of ["/en", "/es/evaluacion", "/en/catalog", "/es/catalogo/prize-draws", "/es/desarrolladores"]) {
    expect(findPageWantedAsMarkdown(`${page}.md`, "", html)).toBe(page);
  }
  for (const path of [
    "/.md",
    ".md",
    "/en/.md",
    "/en/security.md",
    "/en/evaluation/send.md",
    "/fr.md",
    "/en/catalog.mdx",
  ]) {
    expect({ path, twin: findPageWantedAsMarkdown(path, "", html) }).toEqual({ path, twin: undefined });
  }
});

test("prefers the Markdown version only if Accept ranks it no lower than HTML", () => {
  const find = (accept: string | undefined) => findPageWantedAsMarkdown("/en/catalog", "", accept);
  for (const accept of [
    "text/markdown",
    "TEXT/Markdown; q=0.5, text/plain",
    "text/html, text/markdown",
    "*/*, text/markdown",
  ]) {
    expect({ accept, twin: find(accept) }).toEqual({ accept, twin: "/en/catalog" });
  }
  const lower = [html, undefined, "", "*/*", "text/*", "text/markdown;q=0", "text/markdown;q=x", "text/markdown-x"];
  for (const accept of [...lower, "text/html, text/markdown;q=0.9"]) {
    expect({ accept, twin: find(accept) }).toEqual({ accept, twin: undefined });
  }
});

test("returns no Markdown version for a search or for a page that has none", () => {
  expect(findPageWantedAsMarkdown("/en/catalog", "search=draw", "text/markdown")).toBeUndefined();
  for (const path of ["/en/security", "/en/contact/sent", "/en/nothing", "/"]) {
    expect(findPageWantedAsMarkdown(path, "", "text/markdown")).toBeUndefined();
  }
});

test("ignores the parameter `from`, unless it compares versions on a page", () => {
  const find = (path: string) => findPageWantedAsMarkdown(path, "from=news&to=2", "text/markdown");
  for (const path of ["/en", "/es/evaluacion", "/en/catalog/prize-draws"]) {
    expect([find(path), find(`${path}.md`)]).toEqual([path, path]);
  }
  const comparison = "/en/catalog/prize-draws/changes";
  expect([find(comparison), find(`${comparison}.md`)]).toEqual([undefined, comparison]);
});
