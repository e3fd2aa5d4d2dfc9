// How programs find the MCP server before they connect to it.
import { getMcpName, getMcpShortName, mcpPath } from "../contract/addresses.ts";
import { contractVersion } from "../contract/openapi.ts";
import { serverCardPath } from "./discovery-links.ts";

type Site = { name: string; url: string };

/** At most 100 characters. */
export const serverDescription =
  "Evaluate marketing projects in Mexico and Central America, and search the company's APIs.";

/** Longest title that the schemas allow. */
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

/** A server card of the MCP extension (SEP-2127), which lists no tools. */
export function buildServerCard(site: Site) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ...describeServer(site),
  };
}

/** The document that publishes the server in the MCP registry. */
export function buildRegistryEntry(site: Site) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ...describeServer(site),
  };
}

/** The AI catalog of the domain: its one entry is the server card. */
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
        // Questions of a person: some catalogs compare them with what is searched.
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
