export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";

export const llmsFullPath = "/llms-full.txt";

export const clientPath = "/encaje-client.ts";

export const apiCatalogPath = "/.well-known/api-catalog";
export const aiCatalogPath = "/.well-known/ai-catalog.json";
export const llmsPath = "/llms.txt";
export const securityPath = "/.well-known/security.txt";
export const serverCardPath = `${mcpPath}/server-card`;
/** Path of the MCP server card in old drafts of its specification. Some clients still request this path. */
export const oldServerCardPath = "/.well-known/mcp/server-card.json";

/** Common path of an OpenAPI document, which programs try without a link to it. */
export const guessedContractPath = "/openapi.json";

const wellKnownPaths = [
  guessedContractPath,
  apiCatalogPath,
  aiCatalogPath,
  llmsPath,
  securityPath,
  serverCardPath,
  oldServerCardPath,
] as const;
export type WellKnownPath = (typeof wellKnownPaths)[number];

/** Returns whether pages from other origins may read this path. */
export function isWellKnown(path: string): path is WellKnownPath {
  return wellKnownPaths.some((known) => known === path);
}

/** Link header that leads programs to the contract (RFC 8631) and the list of APIs (RFC 9727). */
export const discoveryLinks = `<${contractPath}>; rel="service-desc"; type="application/json", <${apiCatalogPath}>; rel="api-catalog"`;

type Site = { name: string; url: string };

export function getMcpShortName({ name }: Site): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[a-z0-9]+/g)?.join("-") ?? "site";
}

/** Returns the name of the MCP server in reverse DNS form, because the MCP registry checks who owns the domain. */
export function getMcpName(site: Site): string {
  const namespace = new URL(site.url).hostname.split(".").toReversed().join(".");
  return `${namespace}/${getMcpShortName(site)}`;
}
