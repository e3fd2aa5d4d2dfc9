import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { finish } from "./finish.ts";
import { pageWithNonce } from "./front.fixture.ts";

const nonce = "bm9uY2Utb2YtYS1wYWdl";
const toSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g)].map(([, text = ""]) => text);

function finishPage(content?: string) {
  const { html, policy } = pageWithNonce(nonce, content);
  return finish(html, policy);
}

test("the nonce gives way to a hash of each inline script, and is nowhere in the page", () => {
  const { html, policy } = finishPage();
  expect(html + policy).not.toContain(nonce);
  const [sources = ""] = /(?<=script-src 'self' )[^;]*/.exec(policy) ?? [];
  expect(sources.split(" ").sort()).toEqual(inlineScripts(html).map(toSource).sort());
  expect(inlineScripts(html)).toContain('self.__next_f.push([1,"{\\"nonce\\":\\"$undefined\\"}"])');
  expect(policy).toContain("style-src 'self';");
});

test("a script that was brought into the page has no hash, whatever it looks like", () => {
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

test("scripts wait for the text, and nothing else of the page changes", () => {
  const { html } = finishPage("<p>text</p>");
  expect(html).toContain('<script type="late" src="/_next/static/chunks/a-1.js" async=""></script>');
  expect(html).not.toContain("preload");
  expect(html).toContain("<body><p>text</p><script");
  expect(html).toMatch(/<script type="speculationrules">[^<]*<\/script><\/body><\/html>$/);
});

test("a plain page has no script of the framework, and one of ours that stands alone", () => {
  const brought = '<p>text</p><!-- --><script type="application/ld+json">{}</script><script>alert(1)</script>';
  const { html: given, policy: before } = pageWithNonce(nonce, brought);
  const { html, policy } = finish(given, before, true);
  expect(html).not.toMatch(/__next_f|_next\/static\/chunks|nonce|<!--/);
  expect(html).toContain('<p>text</p><script type="application/ld+json">{}</script><script>alert(1)</script>');
  const [script = ""] = inlineScripts(html).filter((text) => text.includes("data-copy"));
  expect(policy).toContain(toSource(script));
  expect(policy).not.toContain(toSource("alert(1)"));
  // Anything from outside of the functions would be a name that the browser does not know.
  const known = { addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [] };
  const run = new Function("document", "window", "navigator", "localStorage", script);
  expect(() => run(known, { location: { href: "/en" } }, {}, { getItem: () => "kept" })).not.toThrow();
});

test("a page without a nonce is not finished", () => {
  expect(() => finish("<html></html>", "script-src 'self'")).toThrow("no nonce");
});

test("a page that shows what was sent is never asked for ahead", () => {
  const rules = JSON.parse(/<script type="speculationrules">(.*?)<\/script>/.exec(finishPage().html)?.[1] ?? "");
  expect(rules.prefetch[0].where.and[1].not.href_matches).toEqual([
    ...["/en/evaluation/result*", "/es/evaluacion/resultado*"],
    ...["/en/contact/sent*", "/es/contacto/enviada*"],
  ]);
});
