import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { addressFields, type EntryContent, lineFields, serviceTextFields, textFields } from "./content.ts";

type Service = EntryContent["services"][number];

type TextChange = {
  kind: "text";
  field: (typeof textFields | typeof addressFields | typeof serviceTextFields)[number];
  before: string;
  after: string;
};
export type ListChange = {
  kind: "list";
  field: (typeof lineFields)[number] | "operations";
  added: string[];
  removed: string[];
  isReordered: boolean;
};
export type ServicesChange = {
  kind: "services";
  field: "services";
  added: Service[];
  removed: Service[];
  changed: { id: string; changes: (TextChange | ListChange)[] }[];
  isReordered: boolean;
};
export const SpecSummary = z.object({
  /** The format and version of the document, such as "OpenAPI 3.1.0, 2.0". May be empty. */
  name: z.string(),
  paths: z.int(),
  length: z.int(),
});
export type SpecSummary = z.infer<typeof SpecSummary>;
type SpecChange = { kind: "spec"; field: "spec"; before: SpecSummary; after: SpecSummary };
export type EntryChange = TextChange | ListChange | ServicesChange | SpecChange;

export function listChanges(before: EntryContent, after: EntryContent): EntryChange[] {
  return [
    ...textFields.flatMap((field) => toTextChange(field, before[field], after[field])),
    ...lineFields.flatMap((field) => toListChange(field, before[field], after[field])),
    ...toServicesChange(before.services, after.services),
    ...addressFields.flatMap((field) => toTextChange(field, before[field] ?? "", after[field] ?? "")),
    ...listSpecChanges(before.spec, after.spec),
  ];
}

function toTextChange(field: TextChange["field"], before: string, after: string): TextChange[] {
  return before === after ? [] : [{ kind: "text", field, before, after }];
}

function toListChange(field: ListChange["field"], before: string[], after: string[]): ListChange[] {
  if (before.length === after.length && before.every((line, at) => line === after[at])) return [];
  const [known, wanted] = [new Set(before), new Set(after)];
  const added = after.filter((line) => !known.has(line));
  const removed = before.filter((line) => !wanted.has(line));
  return [{ kind: "list", field, added, removed, isReordered: !added.length && !removed.length }];
}

function toServicesChange(before: Service[], after: Service[]): ServicesChange[] {
  const known = new Map(before.map((service) => [service.id, service]));
  const wanted = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !known.has(id));
  const removed = before.filter(({ id }) => !wanted.has(id));
  const changed = after.flatMap((service) => {
    const changes = listServiceChanges(known.get(service.id) ?? service, service);
    return changes.length ? [{ id: service.id, changes }] : [];
  });
  const serializeOrder = (services: Service[]) => JSON.stringify(services.map(({ id }) => id));
  const isReordered = !added.length && !removed.length && serializeOrder(before) !== serializeOrder(after);
  if (!added.length && !removed.length && !changed.length && !isReordered) return [];
  return [{ kind: "services", field: "services", added, removed, changed, isReordered }];
}

function listServiceChanges(before: Service, after: Service): (TextChange | ListChange)[] {
  return [
    ...serviceTextFields.flatMap((field) => toTextChange(field, before[field], after[field])),
    ...toListChange("operations", before.operations, after.operations),
    ...addressFields.flatMap((field) => toTextChange(field, before[field] ?? "", after[field] ?? "")),
  ];
}

function listSpecChanges(before: JsonObject, after: JsonObject): SpecChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ kind: "spec", field: "spec", before: summarizeSpec(before), after: summarizeSpec(after) }];
}

function summarizeSpec(spec: JsonObject): SpecSummary {
  const { openapi, swagger, info, paths } = spec;
  const version = isJsonObject(info) && typeof info.version === "string" ? info.version.slice(0, 60) : "";
  const format = typeof openapi === "string" ? `OpenAPI ${openapi}` : typeof swagger === "string" ? "Swagger 2" : "";
  return {
    name: [format.slice(0, 30), version].filter(Boolean).join(", "),
    paths: isJsonObject(paths) ? Object.keys(paths).length : 0,
    length: JSON.stringify(spec).length,
  };
}
