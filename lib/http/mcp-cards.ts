import { getMcpName, getMcpShortName, mcpPath, serverCardPath } from "../contract/addresses.ts";
import { contractVersion } from "../contract/openapi.ts";
import type { Company } from "../domain/company.ts";
import type { Locale } from "../domain/locale.ts";

type Site = { name: string; url: string; company: Record<Locale, Pick<Company, "region">> };

const descriptionMax = 100;

/** Leaves out a region that would be too long for the schemas of the cards. */
export function writeServerDescription({ company: { en } }: Pick<Site, "company">): string {
  const write = (place: string) => `Evaluate marketing projects${place}, and search the company's APIs.`;
  const full = write(en.region ? ` in ${en.region}` : "");
  return full.length > descriptionMax ? write("") : full;
}

const titleMax = 100;

function toServerTitle({ name }: Site): string {
  return [...name].slice(0, titleMax).join("");
}

function describeServer(site: Site) {
  return {
    name: getMcpName(site),
    title: toServerTitle(site),
    description: writeServerDescription(site),
    version: contractVersion,
    websiteUrl: site.url,
    remotes: [{ type: "streamable-http", url: site.url + mcpPath }],
  };
}

/** Builds the server card of the MCP extension (SEP-2127). It lists no tools. */
export function buildServerCard(site: Site) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ...describeServer(site),
  };
}

export function buildRegistryEntry(site: Site) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ...describeServer(site),
  };
}

export function buildAiCatalog(site: Site) {
  const { url, company } = site;
  const toPlace = (word: string, { region }: { region?: string | undefined }) => (region ? ` ${word} ${region}` : "");
  return {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${new URL(url).hostname}:mcp:${getMcpShortName(site)}`,
        displayName: toServerTitle(site),
        description: writeServerDescription(site),
        type: serverCardType,
        url: url + serverCardPath,
        // Questions that people ask, because some catalogs match them against searches.
        representativeQueries: [
          `Does this company fit my marketing project${toPlace("in", company.en)}?`,
          "Who runs receipt promotions, prize draws and loyalty programs for brands?",
          `¿Qué empresa hace promociones con tickets de compra${toPlace("en", company.es)}?`,
          "Which APIs for promotions and loyalty are published here?",
        ],
      },
    ],
  };
}

export const serverCardType = "application/mcp-server-card+json";
export const aiCatalogType = "application/ai-catalog+json";
