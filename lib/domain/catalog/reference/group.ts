import type { JsonObject } from "../../json.ts";
import { asList, asName, asObject, bounds } from "./bounds.ts";
import type { FoundOperation } from "./find.ts";

export type ServiceOfReference = { id: string; operations: readonly string[] };

export type OperationGroup = {
  /** Index of the service that names these operations, or whose id their tag is. */
  service: number | null;
  /** The first tag; empty where there is none, or where there are too many tags for a group each. */
  tag: string;
  operations: FoundOperation[];
};

/** By service in their order, then by tag as the document lists them, then what has no tag. */
export function groupOperations(
  document: JsonObject,
  operations: readonly FoundOperation[],
  services: readonly ServiceOfReference[],
): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const found of operations) {
    const tag = tagOf(found);
    const at = serviceOf(found, tag, services);
    const wanted = at < 0 ? `tag ${tag}` : `service ${at}`;
    const isNamed = groups.has(wanted) || groups.size < bounds.groups;
    const key = isNamed ? wanted : "tag ";
    const group = groups.get(key) ?? emptyGroup(isNamed ? tag : "", isNamed ? at : -1);
    group.operations.push(found);
    groups.set(key, group);
  }
  const tags = asList(document.tags).map((tag) => asName(asObject(tag).name));
  const rank = ({ service, tag }: OperationGroup) => {
    if (service !== null) return service;
    const place = tag ? tags.indexOf(tag) : Number.POSITIVE_INFINITY;
    return services.length + (place < 0 ? tags.length : place);
  };
  return [...groups.values()].sort((a, b) => compare(rank(a), rank(b)));
}

function emptyGroup(tag: string, service: number): OperationGroup {
  return { service: service < 0 ? null : service, tag, operations: [] };
}

function tagOf({ operation }: FoundOperation): string {
  return asName(asList(operation.tags)[0]);
}

function serviceOf({ method, path, operation }: FoundOperation, tag: string, services: readonly ServiceOfReference[]) {
  const names = [operation.operationId, `${method} ${path}`, path];
  const byName = services.findIndex((service) => service.operations.some((name) => names.includes(name)));
  return byName < 0 && tag ? services.findIndex(({ id }) => id === tag) : byName;
}

/** Infinity less infinity is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
