import type { JsonObject } from "../../json.ts";
import { codePointLength } from "../../text.ts";
import { asList, asName, asObject, asText, type Source } from "../reference/bounds.ts";
import { type FoundOperation, findOperations } from "../reference/document.ts";
import { contentBounds, readSpec, type SpecFault } from "./content.ts";

export type ImportedService = {
  /** The tag to the letter: the reference on the site finds a service's operations by it. */
  id: string;
  title: string;
  description: string;
  operations: string[];
  docsUrl: string | null;
};

/** What an OpenAPI document tells of an API, in the one language it is written in. */
export type ImportedApi = {
  title: string;
  description: string;
  endpoints: string[];
  services: ImportedService[];
  docsUrl: string | null;
  spec: JsonObject;
};

export type OpenapiFault = SpecFault | "yaml" | "version" | "no_title" | "no_paths";

/**
 * Title, description, endpoints, services by tag and the document itself, of an OpenAPI 3.x document in JSON. It never
 * throws: what is no such document, or is one that cannot be stored, is told by its fault.
 */
export function fromOpenapi(text: string): { api: ImportedApi } | { fault: OpenapiFault } {
  const read = text.trim() ? readSpec(text.replace(/^\uFEFF/, "")) : { fault: "json" as const };
  if ("fault" in read) return { fault: read.fault === "json" && isYaml(text) ? "yaml" : read.fault };
  const { spec } = read;
  if (typeof spec.openapi !== "string" || !/^3\.\d+(\.\d+)?/.test(spec.openapi)) return { fault: "version" };
  const info = asObject(spec.info);
  const title = asName(info.title, contentBounds.title - 1);
  if (!title) return { fault: "no_title" };
  const source: Source = { document: spec, budget: { rows: 1_000, characters: 300_000, steps: 60_000 } };
  const found = findOperations(source, contentBounds.endpoints).operations.filter(({ isWebhook }) => !isWebhook);
  if (!isPathsObject(spec) && !found.length) return { fault: "no_paths" };
  return {
    api: {
      title,
      description: asText(info.description, contentBounds.description - 1) || asName(info.summary),
      endpoints: [...new Set(found.map(addressOf))],
      services: servicesOf(spec, found),
      docsUrl: addressIn(spec.externalDocs),
      spec,
    },
  };
}

/** 3.1 allows a document of components or webhooks alone; 3.0 wants paths. */
function isPathsObject({ paths, webhooks, components, openapi }: JsonObject): boolean {
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (paths !== undefined) return isObject(paths);
  return String(openapi).startsWith("3.0") ? false : isObject(webhooks) || isObject(components);
}

function isYaml(text: string): boolean {
  return /^["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 10_000)) && !text.trimStart().startsWith("{");
}

function addressOf({ method, path }: FoundOperation): string {
  return `${method} ${path}`;
}

/** In the order of the document's tags, then as operations name them; an operation belongs to its first tag. */
function servicesOf(spec: JsonObject, found: FoundOperation[]): ImportedService[] {
  const services = new Map<string, ImportedService>();
  const tags = asList(spec.tags).map(asObject);
  for (const tag of tags) addService(services, asName(tag.name), tag);
  for (const each of found) {
    const id = asName(asList(each.operation.tags)[0]);
    if (!id) continue;
    const service = services.get(id) ?? addService(services, id, {});
    const operation = asName(each.operation.operationId) || addressOf(each);
    if (service && !service.operations.includes(operation)) service.operations.push(operation);
  }
  return [...services.values()].filter(({ operations }) => operations.length);
}

function addService(services: Map<string, ImportedService>, id: string, tag: JsonObject): ImportedService | undefined {
  if (!id || codePointLength(id) > contentBounds.title) return undefined;
  const known = services.get(id);
  if (known || services.size >= contentBounds.services) return known;
  const service: ImportedService = {
    id,
    title: asName(tag["x-displayName"]) || asName(tag.summary) || titleOf(id),
    description: asText(tag.description, contentBounds.description - 1),
    operations: [],
    docsUrl: addressIn(tag.externalDocs),
  };
  services.set(id, service);
  return service;
}

/** A tag made for machines, such as points-ledger, as words. */
function titleOf(tag: string): string {
  if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(tag)) return tag;
  const words = tag.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function addressIn(externalDocs: unknown): string | null {
  const { url } = asObject(externalDocs);
  return typeof url === "string" && /^https:\/\/\S+$/.test(url) && url.length <= 2048 ? url : null;
}
