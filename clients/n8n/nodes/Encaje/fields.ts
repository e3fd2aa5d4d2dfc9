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

/** Describes a required field of the request body. */
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

/** Describes fields that n8n sends only if the user adds them, because the API refuses empty values. */
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

/** @returns the body. @throws NodeApiError with the API's message, because n8n would show only the status */
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

/** `property` names the response property that holds the items. Omit it if the response itself is the list. */
export function toOperation(
  [name, value, action]: [name: string, value: string, action: string],
  request: Request,
  property?: string,
): INodePropertyOptions {
  const inside = property === undefined ? [] : [{ type: "rootProperty" as const, properties: { property } }];
  return { name, value, action, routing: { request, output: { postReceive: [toItems, ...inside] } } };
}
