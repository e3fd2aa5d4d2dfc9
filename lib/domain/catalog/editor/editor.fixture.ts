import type { EntryContent } from "./content.ts";

export function fullContent(change: Partial<EntryContent> = {}): EntryContent {
  return {
    slug: "parcels",
    titleEn: "Parcels",
    titleEs: "Paquetes",
    descriptionEn: "Follows parcels.",
    descriptionEs: "Sigue los paquetes.",
    useCasesEn: ["Tell where it is"],
    useCasesEs: ["Decir dónde está"],
    endpoints: ["GET /parcels"],
    services: [
      {
        id: "tracking",
        titleEn: "Tracking",
        titleEs: "Rastreo",
        descriptionEn: "Where it is.",
        descriptionEs: "Dónde está.",
        operations: ["findParcel"],
        docsUrl: "https://example.com/tracking",
        swaggerUrl: null,
      },
    ],
    docsUrl: "https://example.com/docs",
    swaggerUrl: null,
    spec: { openapi: "3.1.0" },
    ...change,
  };
}

/** Returns a document with two tags in use, an unused tag, and an operation without a tag. */
export function openapiDocument(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    openapi: "3.0.3",
    info: { title: "Parcels API", version: "2.0", description: "Sends and follows parcels." },
    externalDocs: { url: "https://example.com/parcels" },
    tags: [
      { name: "tracking-events", description: "Where it is." },
      { name: "Labels", "x-displayName": "Printed labels", externalDocs: { url: "http://example.com/insecure" } },
      { name: "unused" },
    ],
    paths: {
      "/parcels": {
        get: { operationId: "listParcels", tags: ["tracking-events"] },
        post: { operationId: "createParcel", tags: ["Labels", "tracking-events"] },
      },
      "/parcels/{id}": { get: { tags: ["tracking-events"] }, delete: {} },
    },
    ...change,
  };
}
