import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeHtmlCacheable } from "./finish.ts";
import { pageWithNonce } from "./front.fixture.ts";

const nonce = "bm9uY2Utb2YtYS1wYWdl";
const toSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const listInlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g)].map(([, text = ""]) => text);

function finishPage(content?: string) {
  const { html, policy } = pageWithNonce(nonce, content);
  return makeHtmlCacheable(html, policy);
}

test("replaces a page's nonce with a hash of each inline script", () => {
  const { html, policy } = finishPage();
  expect(html + policy).not.toContain(nonce);
  const [sources = ""] = /(?<=script-src 'self' )[^;]*/.exec(policy) ?? [];
  expect(sources.split(" ").sort()).toEqual(listInlineScripts(html).map(toSource).sort());
  expect(listInlineScripts(html)).toContain('self.__next_f.push([1,"{\\"nonce\\":\\"$undefined\\"}"])');
  expect(policy).toContain("style-src 'self';");
});

test("adds no hash for a script injected into the page's content", () => {
  for (const brought of [
    "<script>alert(1)</script>",
    '<script nonce="guessed">alert(1)</script>',
    '<script id="_R_">alert(1)</script>',
    "<SCRIPT nonce=''>alert(1)</SCRIPT>",
    "<script nonce>alert(1)</script>",
  ]) {
    const { html, policy } = finishPage(brought);
    expect(html).toContain("alert(1)");
    expect(policy, brought).not.toContain(toSource("alert(1)"));
    expect(policy.length).toBe(finishPage().policy.length);
  }
});

test("defers scripts until the text is visible", () => {
  const { html } = finishPage("<p>text</p>");
  expect(html).toContain('<script type="late" src="/_next/static/chunks/a-1.js" async=""></script>');
  expect(html).not.toContain("preload");
  expect(html).toContain("<body><p>text</p><script");
  expect(html).toMatch(/<script type="speculationrules">[^<]*<\/script><\/body><\/html>$/);
});

test("replaces the framework's scripts on a plain page with our own script", () => {
  const brought =
    '<p data-copy="a">text</p><!-- --><script type="application/ld+json">{}</script><script>alert(1)</script>';
  const { html: given, policy: before } = pageWithNonce(nonce, brought);
  const { html, policy } = makeHtmlCacheable(given, before, true);
  expect(html).not.toMatch(/__next_f|_next\/static\/chunks|nonce|<!--/);
  expect(html).toContain(
    '<p data-copy="a">text</p><script type="application/ld+json">{}</script><script>alert(1)</script>',
  );
  const [script = ""] = listInlineScripts(html).filter((text) => text.includes("data-copy"));
  expect(policy).toContain(toSource(script));
  expect(policy).not.toContain(toSource("alert(1)"));
});

test("the script of plain pages stores the first touch, copies code and deletes expired drafts", async () => {
  const page = pageWithNonce(nonce, '<button data-copy="id"></button>');
  const { html } = makeHtmlCacheable(page.html, page.policy, true);
  const script = listInlineScripts(html).find((text) => text.includes("data-copy")) ?? "";
  const run = (stored: Record<string, string>, tracking: object) => {
    const clicks: ((event: object) => unknown)[] = [];
    const status = { dataset: { copied: "Copied" }, textContent: "", toggleAttribute: () => true };
    const document = {
      cookie: "",
      addEventListener: (type: string, listener: (event: object) => unknown) =>
        type === "click" && clicks.push(listener),
      querySelector: (selector: string) => (selector === "[data-copied]" ? status : null),
      querySelectorAll: () => [],
      getElementById: (id: string) => (id === "id" ? { textContent: "curl" } : null),
      referrer: "https://search.example/",
    };
    const localStorage = {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }),
      removeItem: (key: string) => Reflect.deleteProperty(stored, key),
    };
    const href = "https://encaje.test/en/privacy?utm_source=a&token=secret&receipt=b#name=Ana";
    const window = {
      location: { href, search: "?a=b", hash: "#c" },
      setTimeout: () => 0,
      addEventListener: () => undefined,
    };
    class Element {
      found: Record<string, object>;
      constructor(found: Record<string, object>) {
        this.found = found;
      }
      closest(selector: string) {
        return this.found[selector] ?? null;
      }
    }
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => copied.push(text) };
    const names = ["document", "window", "navigator", "localStorage", "Element", script];
    new Function(...names)(document, window, { clipboard, ...tracking }, localStorage, Element);
    return { clicks, status, document, copied, Element };
  };
  const stored: Record<string, string> = {};
  const { clicks, status, document, copied, Element } = run(stored, {});
  expect(JSON.parse(stored["first-touch"] ?? "{}").visit).toEqual([
    "https://encaje.test/en/privacy?utm_source=a",
    "https://search.example/",
  ]);
  const link = { dataset: { cookie: "locale=es" }, search: "", hash: "" };
  for (const click of clicks) {
    await click({ target: new Element({ "[data-copy]": { dataset: { copy: "id" } } }) });
    await click({ target: new Element({ "a[data-cookie]": link }) });
  }
  expect([copied, status.textContent, document.cookie]).toEqual([["curl"], "Copied", "locale=es"]);
  expect(link).toMatchObject({ search: "?a=b", hash: "#c" });

  const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;
  const old = JSON.stringify({ at: daysAgo(91), touch: {} });
  const draft = JSON.stringify({ changedAt: daysAgo(8), values: {} });
  const expired: Record<string, string> = { "first-touch": old, "draft.contact": draft };
  run(expired, {});
  expect(Object.keys(expired)).toEqual(["first-touch"]);
  expect(expired["first-touch"]).not.toBe(old);
  const fresh = JSON.stringify({ at: daysAgo(89), touch: {} });
  const kept: Record<string, string> = { "first-touch": fresh };
  run(kept, {});
  expect(kept["first-touch"]).toBe(fresh);
  for (const refusal of [{ globalPrivacyControl: true }, { doNotTrack: "1" }]) {
    const refused: Record<string, string> = { "first-touch": fresh };
    run(refused, refusal);
    expect(refused).toEqual({});
  }
});

test("throws for a page whose policy has no nonce", () => {
  expect(() => makeHtmlCacheable("<html></html>", "script-src 'self'")).toThrow("no nonce");
});

test("tells browsers not to prefetch pages that show submitted data", () => {
  const rules = JSON.parse(/<script type="speculationrules">(.*?)<\/script>/.exec(finishPage().html)?.[1] ?? "");
  expect(rules.prefetch[0].where.and[1].not.href_matches).toEqual([
    ...["/en/evaluation/result*", "/es/evaluacion/resultado*"],
    ...["/en/contact/sent*", "/es/contacto/enviada*"],
  ]);
});
