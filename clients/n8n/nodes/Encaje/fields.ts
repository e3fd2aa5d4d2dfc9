import {
  type IExecuteSingleFunctions,
  type IN8nHttpFullResponse,
  type INode,
  type INodeExecutionData,
  type INodeProperties,
  type INodePropertyOptions,
  NodeApiError,
} from "n8n-workflow";

type Shown = { resource: string; operation: string[] };
type Field = Pick<INodeProperties, "displayName" | "name"> & Partial<INodeProperties>;

/** A required value of the body. */
export function toBodyField(field: Field, { resource, operation }: Shown): INodeProperties {
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
export function toOptionalFields(
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

/** @returns the body. @throws NodeApiError with the site's sentence: n8n would show that of the status alone */
export function requireSuccess(node: INode, { statusCode, body }: IN8nHttpFullResponse): object {
  if (statusCode < 400 && body instanceof Object) return body;
  const message = body instanceof Object && "error" in body ? { message: String(body.error) } : {};
  throw new NodeApiError(node, {}, { ...message, httpCode: String(statusCode) });
}

async function toItems(
  this: IExecuteSingleFunctions,
  _items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  const body = requireSuccess(this.getNode(), response);
  return (Array.isArray(body) ? body : [body]).map((json) => ({ json }));
}

type Request = { method: "GET" | "POST"; url: string; body?: { channel: string } };

/** `property` contains the items, if they are not the whole answer. */
export function toOperation(
  [name, value, action]: [name: string, value: string, action: string],
  request: Request,
  property?: string,
): INodePropertyOptions {
  const inside = property === undefined ? [] : [{ type: "rootProperty" as const, properties: { property } }];
  return { name, value, action, routing: { request, output: { postReceive: [toItems, ...inside] } } };
}
