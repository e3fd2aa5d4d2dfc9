import { contractPath } from "../contract/addresses.ts";

export const apiCatalogPath = "/.well-known/api-catalog";
export const aiCatalogPath = "/.well-known/ai-catalog.json";
export const llmsPath = "/llms.txt";

/** The header Link by which programs find the contract (RFC 8631) and the list of APIs (RFC 9727). */
export const discoveryLinks = `<${contractPath}>; rel="service-desc"; type="application/json", <${apiCatalogPath}>; rel="api-catalog"`;
