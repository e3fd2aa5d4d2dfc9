import { expect } from "@playwright/test";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { server } from "../support/built-app.ts";
import { test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const siteUrl = url.replace("127.0.0.1", "localhost");
const entry: Href = { pathname: "/catalog/[slug]", params: { slug: "receipts-validation" } };
/** Two pages are enough, because the test of llms.txt reads the Markdown of every page. */
const paths = [getPathname({ href: "/", locale: "en" }), getPathname({ href: entry, locale: "es" })];
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** Expects that caches keep the HTML and Markdown versions apart by Accept, or store neither. */
function expectSeparateCaching({ headers }: Response): void {
  if (server === "own") expect(headers.get("vary")).toMatch(/(^|, )Accept(,|$)/);
  else expect(headers.get("cache-control")).toContain("no-store");
}

for (const path of paths) {
  test(`serves ${path} as Markdown at its .md URL and to clients that prefer Markdown`, async () => {
    const page = await fetch(url + path, { headers: browser });
    expect(page.headers.get("content-type")).toContain("text/html");
    expectSeparateCaching(page);
    expect(page.headers.get("link")).toContain(`<${path}.md>; rel="alternate"; type="text/markdown"`);

    expect(await page.text()).toContain(`<link rel="alternate" type="text/markdown" href="${siteUrl}${path}.md"/>`);
    const twin = await fetch(`${url}${path}.md`, { headers: browser });
    const negotiated = await fetch(url + path, { headers: { accept: "text/markdown, text/html, */*" } });
    for (const response of [twin, negotiated]) {
      const { status, headers } = response;
      expectSeparateCaching(response);
      expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(headers.get("content-location")).toBe(`${path}.md`);
      expect(headers.get("link")).toContain(`<${path}>; rel="canonical"`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    }
    const text = await twin.text();
    expect(text).toMatch(/^# .+\n\n\*\*(Demonstration|Demostración) /);
    expect(await negotiated.text()).toBe(text);
    expect((await (await fetch(url + path, { headers: browser })).text()).slice(0, 15)).toBe("<!DOCTYPE html>");
  });
}

test("links from a Markdown page to existing Markdown pages", async () => {
  const read = async (path: string) => (await fetch(url + path)).text();
  for (const path of ["/en.md", "/es/evaluacion.md", "/en/catalog.md"]) {
    const links = [...(await read(path)).matchAll(/\]\((\S+\.md)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links.slice(0, 4)) {
      expect({ link, status: (await fetch(link.replace(siteUrl, url))).status }).toEqual({ link, status: 200 });
    }
  }
});

test("serves a Markdown page for GET and HEAD only, and only if the entry is published", async () => {
  const head = await fetch(`${url}/en/catalog.md`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    "text/markdown; charset=utf-8",
    "",
  ]);
  const post = await fetch(`${url}/en/catalog.md`, { method: "POST" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  for (const path of [
    "/en/catalog/digital-rewards.md",
    "/en/catalog/no-such-entry.md",
    "/markdown/en",
    "/en/security.md",
  ]) {
    const { status, headers } = await fetch(url + path);
    expect({ path, status }).toEqual({ path, status: 404 });
    if (path.endsWith(".md")) expect(headers.get("content-type") ?? "").not.toContain("text/html");
  }
});

test("serves all Markdown pages in one file, llms-full.txt", async () => {
  const response = await fetch(`${url}/llms-full.txt`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await response.text();
  for (const path of ["/en.md", "/en/evaluation.md", "/en/contact.md", "/en/developers.md", "/en/privacy.md"]) {
    expect(text).toContain((await (await fetch(url + path)).text()).trim());
  }
});
