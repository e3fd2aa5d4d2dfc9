import { describe, expect, test } from "vitest";
import { contractVersion } from "../contract/openapi.ts";
import { buildAiCatalog, buildRegistryEntry, buildServerCard } from "./mcp-cards.ts";

const company = { en: { region: "Mexico and Central America" }, es: { region: "México y Centroamérica" } };
const site = { name: "Encaje", url: "https://www.encaje.test", company };

const documents = [
  { document: buildServerCard(site), schema: "v1/server-card" },
  { document: buildRegistryEntry(site), schema: "2025-12-11/server" },
];

describe.each(documents)("the document of schema $schema", ({ document, schema }) => {
  test("names the schema, the server, its version and its only URL", () => {
    expect(document).toEqual({
      $schema: `https://static.modelcontextprotocol.io/schemas/${schema}.schema.json`,
      name: "test.encaje.www/encaje",
      title: "Encaje",
      description: expect.any(String),
      version: contractVersion,
      websiteUrl: site.url,
      remotes: [{ type: "streamable-http", url: "https://www.encaje.test/mcp" }],
    });
  });

  test("keeps name, description and version within the limits of the schema", () => {
    expect(document.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(document.name.length).toBeLessThanOrEqual(200);
    expect(document.description.length).toBeLessThanOrEqual(100);
    expect(document.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

test("names the stored region only if it fits into the text", () => {
  const inPeru = { ...site, company: { en: { region: "Peru" }, es: { region: "el Perú" } } };
  expect(buildServerCard(inPeru).description).toBe(
    "Evaluate marketing projects in Peru, and search the company's APIs.",
  );
  const queries = buildAiCatalog(inPeru).entries[0]?.representativeQueries;
  expect(queries).toContain("¿Qué empresa hace promociones con tickets de compra en el Perú?");
  const describeIn = (region?: string) => buildServerCard({ ...site, company: { en: { region }, es: {} } }).description;
  const without = "Evaluate marketing projects, and search the company's APIs.";
  const longest = "R".repeat(100 - without.length - " in ".length);
  expect(describeIn(longest)).toContain(` in ${longest}, and`);
  for (const region of [undefined, `${longest}R`]) expect(describeIn(region)).toBe(without);
});

test("truncates a long site name to the length that the schemas allow", () => {
  expect(buildServerCard({ ...site, name: "á".repeat(150) }).title).toBe("á".repeat(100));
});

test("omits the port from the server's name and identifier", () => {
  const local = { ...site, url: "http://localhost:3000" };
  expect(buildRegistryEntry(local).name).toBe("localhost/encaje");
  expect(buildAiCatalog(local).entries[0]?.identifier).toBe("urn:air:localhost:mcp:encaje");
});

test.each([
  ["Promociones del Istmo, S.A.", "promociones-del-istmo-s-a"],
  ["¡Ñandú & Café!", "nandu-cafe"],
  ["漢字", "site"],
])("derives the server's name and identifier from the site's name: %s", (name, short) => {
  expect(buildServerCard({ ...site, name }).name).toBe(`test.encaje.www/${short}`);
  expect(buildAiCatalog({ ...site, name }).entries[0]?.identifier).toBe(`urn:air:www.encaje.test:mcp:${short}`);
});

test("lists the server card as the only entry of the AI catalog", () => {
  const { specVersion, entries } = buildAiCatalog(site);
  expect([specVersion, entries.length]).toEqual(["1.0", 1]);
  expect(entries[0]).toMatchObject({
    identifier: expect.stringMatching(/^urn:air:[a-zA-Z0-9.-]+:mcp:[a-zA-Z0-9._-]+$/),
    displayName: "Encaje",
    type: "application/mcp-server-card+json",
    url: "https://www.encaje.test/mcp/server-card",
  });
  const { length } = entries[0]?.representativeQueries ?? [];
  expect(length >= 2 && length <= 5).toBe(true);
});
