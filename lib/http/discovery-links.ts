import { contractPath, mcpPath } from "../contract/addresses.ts";

export const apiCatalogPath = "/.well-known/api-catalog";
export const aiCatalogPath = "/.well-known/ai-catalog.json";
export const llmsPath = "/llms.txt";
export const securityPath = "/.well-known/security.txt";
export const serverCardPath = `${mcpPath}/server-card`;
/** Of drafts before the AI catalog, and still read. */
export const oldServerCardPath = "/.well-known/mcp/server-card.json";

/** Where programs look for a contract unasked. */
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

/** Whether the path is one by which programs find the service. Pages of other origins may read it, too. */
export function isWellKnown(path: string): path is WellKnownPath {
  return wellKnownPaths.some((known) => known === path);
}

/** The header Link by which programs find the contract (RFC 8631) and the list of APIs (RFC 9727). */
export const discoveryLinks = `<${contractPath}>; rel="service-desc"; type="application/json", <${apiCatalogPath}>; rel="api-catalog"`;
