import { getMcpName, getMcpShortName, mcpPath } from "../contract/addresses.ts";
import { contractVersion } from "../contract/openapi.ts";
import { serverCardPath } from "./discovery-links.ts";

type Site = { name: string; url: string };

/** A short description, because the schemas of the cards allow at most 100 characters. */
export const serverDescription =
  "Evaluate marketing projects in Mexico and Central America, and search the company's APIs.";

const titleMax = 100;

function toTitle({ name }: Site): string {
  return [...name].slice(0, titleMax).join("");
}

function describeServer(site: Site) {
  return {
    name: getMcpName(site),
    title: toTitle(site),
    description: serverDescription,
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
  const { url } = site;
  return {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${new URL(url).hostname}:mcp:${getMcpShortName(site)}`,
        displayName: toTitle(site),
        description: serverDescription,
        type: serverCardType,
        url: url + serverCardPath,
        // Questions that people ask, because some catalogs match them against searches.
        representativeQueries: [
          "Does this company fit my marketing project in Mexico or Central America?",
          "Who runs receipt promotions, prize draws and loyalty programs for brands?",
          "¿Qué empresa hace promociones con tickets de compra en Guatemala?",
          "Which APIs for promotions and loyalty are published here?",
        ],
      },
    ],
  };
}

export const serverCardType = "application/mcp-server-card+json";
export const aiCatalogType = "application/ai-catalog+json";
