import type { INodeProperties } from "n8n-workflow";

type Shown = { resource: string; operation: string[] };
type Field = Pick<INodeProperties, "displayName" | "name"> & Partial<INodeProperties>;

/** A required value of the body. */
export function toBody(field: Field, { resource, operation }: Shown): INodeProperties {
  return {
    type: "string",
    default: "",
    required: true,
    displayOptions: { show: { resource: [resource], operation } },
    routing: { send: { type: "body", property: field.name } },
    ...field,
  };
}

/** Values that are sent only if somebody adds them: the API refuses empty ones. */
export function toCollection(
  place: "body" | "query",
  fields: Field[],
  { resource, operation }: Shown,
): INodeProperties {
  return {
    displayName: place === "query" ? "Filters" : "Additional Fields",
    name: place === "query" ? "filters" : "additionalFields",
    type: "collection",
    placeholder: place === "query" ? "Add Filter" : "Add Field",
    default: {},
    displayOptions: { show: { resource: [resource], operation } },
    options: fields.map((field) => ({
      type: "string",
      default: "",
      routing: { send: { type: place, property: field.name } },
      ...field,
    })),
  };
}

export const toOptions = (values: readonly string[]) =>
  values.map((value) => ({
    name: value.replaceAll("_", " ").replace(/\b\w/g, (letter) => letter.toUpperCase()),
    value,
  }));
