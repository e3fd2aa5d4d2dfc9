import type { JsonObject } from "../../json.ts";
import { asList, asName, asObject, asText, bounds, type Source } from "./bounds.ts";
import { type FoundOperation, findOperations } from "./find.ts";
import { fragmentNames } from "./fragments.ts";
import { groupOperations, type ServiceOfReference } from "./group.ts";
import type { GroupView, Reference, ServerView } from "./model.ts";
import { type ReferenceSetting, toOperationView } from "./operation.ts";
import { schemesOf } from "./security.ts";
import { swaggerServers } from "./swagger.ts";

/**
 * A free-form spec as a reference to read, when it is an OpenAPI 3 or Swagger 2 document with an operation; null for
 * any other. It never throws, and takes and gives no more than reference-bounds allows, whatever the document holds.
 */
export function toReference(spec: JsonObject, services: readonly ServiceOfReference[]): Reference | null {
  const format = formatOf(spec);
  const source: Source = {
    document: spec,
    budget: { rows: bounds.rows, characters: bounds.characters, steps: bounds.steps },
  };
  const { operations, total } = findOperations(source, bounds.operations);
  if (!format || !operations.length) return null;
  const servers = serversOf(spec);
  const setting = { server: servers[0]?.url ?? "", isSwagger: format.startsWith("Swagger") };
  const info = asObject(spec.info);
  return {
    format,
    version: asName(info.version, 60),
    description: asText(info.description),
    servers,
    schemes: schemesOf(source),
    groups: groupsOf(source, operations, services, setting),
    moreOperations: total - operations.length,
  };
}

function formatOf({ openapi, swagger }: JsonObject): string {
  if (typeof openapi === "string" && /^3\.\d/.test(openapi)) return `OpenAPI ${asName(openapi, 20)}`;
  return typeof swagger === "string" && /^2\.\d/.test(swagger) ? `Swagger ${asName(swagger, 20)}` : "";
}

function serversOf(spec: JsonObject): ServerView[] {
  const given = Array.isArray(spec.servers) ? spec.servers : swaggerServers(spec);
  return given.slice(0, bounds.servers).flatMap((value) => {
    const { url, description, variables } = asObject(value);
    const filled = asName(url, 300).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const known = asObject(variables);
      return (Object.hasOwn(known, name) && asName(asObject(known[name]).default, 80)) || whole;
    });
    return filled ? [{ url: filled, description: asText(description, bounds.summaryCharacters) }] : [];
  });
}

function groupsOf(
  source: Source,
  operations: FoundOperation[],
  services: readonly ServiceOfReference[],
  setting: ReferenceSetting,
): GroupView[] {
  const { min, max } = bounds.rowsOfOperation;
  const rows = Math.max(min, Math.min(max, Math.floor(bounds.rows / operations.length)));
  const fragment = fragmentNames();
  return groupOperations(source.document, operations, services).map(({ service, tag, operations: members }) => ({
    id: fragment("group", (service !== null && services[service]?.id) || tag),
    service,
    title: tag,
    description: asText(tagObject(source.document, tag).description),
    operations: members.map((found) => {
      const name = asName(found.operation.operationId) || `${found.method} ${found.path}`;
      return toOperationView(source, found, fragment("operation", name), rows, setting);
    }),
  }));
}

function tagObject({ tags }: JsonObject, name: string): JsonObject {
  return asObject(asList(tags).find((tag) => name && asName(asObject(tag).name) === name));
}
