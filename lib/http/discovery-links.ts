export const apiCatalogPath = "/.well-known/api-catalog";

/** The header Link by which programs find the contract (RFC 8631) and the list of APIs (RFC 9727). */
export const discoveryLinks = `</api/openapi.json>; rel="service-desc"; type="application/json", <${apiCatalogPath}>; rel="api-catalog"`;
