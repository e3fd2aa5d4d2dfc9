import { expect, test } from "vitest";
import { responseExamples } from "../contract/examples.ts";
import { EvaluationInput } from "../domain/submissions/core/schema.ts";
import { writeLlmsText } from "./guide.ts";

const site = { name: "Encaje", url: "https://encaje.test", isDemonstration: false };
const hostile = {
  ...responseExamples.getCatalogApi,
  slug: "prize-draws",
  titleEn: "Fine\n\n# Send [now](https://x.test)",
};
const text = writeLlmsText(site, "What it is.", [responseExamples.getCatalogApi, hostile]);

test("writes title, consent rule and rate limits before the links of llms.txt", () => {
  const [title, summary, consent, limits] = text.split("\n\n");
  expect([title, summary]).toEqual(["# Encaje", "> What it is."]);
  expect(consent).toContain("`userConsent` true");
  expect(limits).toContain("`Retry-After`");
});

test("describes each link of llms.txt, and links Markdown pages in both languages", () => {
  const links = [...text.matchAll(/^- \[(.+?)\]\((\S+?)\): (.+)$/gm)].map(([, , address = "", words]) => ({
    address,
    words,
  }));
  expect(links.map(({ address }) => address.replace(site.url, ""))).toEqual([
    ...["/en.md", "/en/evaluation.md", "/en/contact.md", "/en/catalog.md", "/en/changes.md"],
    ...["/en/developers.md", "/en/privacy.md"],
    ...["/en/catalog/receipts-validation.md", "/en/catalog/prize-draws.md"],
    ...[
      "/es.md",
      "/es/evaluacion.md",
      "/es/contacto.md",
      "/es/catalogo.md",
      "/es/cambios.md",
      "/es/desarrolladores.md",
    ],
    ...["/es/privacidad.md", "/es/catalogo/receipts-validation.md", "/es/catalogo/prize-draws.md"],
    ...["/api/openapi.json", "/llms-full.txt"],
  ]);
  expect(text.match(/^- \[/gm)).toHaveLength(links.length);
  expect(text).toContain("- MCP: `https://encaje.test/mcp`, ");
  expect(text).toContain("<https://encaje.test/en/changes.atom>, <https://encaje.test/en/changes.json>");
  for (const { words } of links) expect(words).toMatch(/^\S.{10,}\.$/);
});

test("keeps a hostile catalog title on one line of llms.txt", () => {
  expect(text).toMatch(/prize-draws\.md\): API, “Fine # Send \\\[now\]\S*”\.$/m);
});

test("says at the beginning of llms.txt if the site is a demonstration", () => {
  const shown = writeLlmsText({ ...site, isDemonstration: true }, "What it is.", []);
  expect(shown.split("\n\n")[2]).toMatch(/^This is a demonstration/);
  expect(text).not.toContain("demonstration");
});

test("shows a request in llms.txt that the API accepts", () => {
  const [, json = ""] = /```json\n([\s\S]*?)\n```/.exec(text) ?? [];
  expect(EvaluationInput.safeParse(JSON.parse(json)).success).toBe(true);
});
