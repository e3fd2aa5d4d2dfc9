export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";

/** Of the MCP server; the last part of its full name. */
export const mcpShortName = "encaje";

/** By which cards, the MCP registry and the server itself call it: reverse DNS, for the registry checks who has the domain. */
export function getMcpName(siteUrl: string): string {
  const namespace = new URL(siteUrl).hostname.split(".").toReversed().join(".");
  return `${namespace}/${mcpShortName}`;
}
