import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asDate, asMarkdown, asName, asText, bounds, listMembers, printJson, type ReferenceSource } from "./bounds.ts";
import { findFirstExample, listExamples, type ShownSchemas, toBodyView, toResponseView } from "./content.ts";
import { dereference, type FoundOperation, flattenSchema, getKeyword } from "./document.ts";
import { type PropertyView, toPropertyView } from "./schema.ts";
import { listAlternatives, listCredentials, type NamedValue } from "./security.ts";

/** `rows`: maximum number of the page's rows that this operation may use. */
export function toOperationView(
  source: ReferenceSource,
  found: FoundOperation,
  id: string,
  rows: number,
  server: string,
) {
  const { method, path, item, operation, isWebhook } = found;
  const own: ReferenceSource = { document: source.document, budget: { ...source.budget, rows } };
  const parameters = listParameters(own, operation, item);
  const shownParameters = parameters.slice(0, bounds.parameters);
  const responses = Object.entries(asObject(operation.responses));
  const shown: ShownSchemas = new Map();
  const serverUrl = listServers(source, operation)[0]?.url ?? listServers(source, item)[0]?.url ?? server;
  const view = {
    id,
    operationId: asName(operation.operationId),
    method,
    path,
    isWebhook,
    summary: asName(operation.summary ?? item.summary, bounds.summaryCharacters),
    description: asMarkdown(operation.description ?? item.description),
    isDeprecated: operation.deprecated === true,
    sunset: asDate(operation["x-sunset"]),
    /** Alternatives of credentials. Empty if none is needed, null if the document's default applies. */
    security: operation.security === undefined ? null : listAlternatives(operation.security),
    parameters: shownParameters.map((parameter) => toParameterView(own, parameter)),
    moreParameters: parameters.length - shownParameters.length,
    body: toBodyView(own, operation.requestBody),
    responses: responses
      .slice(0, bounds.responses)
      .map(([status, response]) => toResponseView(own, status, response, shown)),
    moreResponses: Math.max(0, responses.length - bounds.responses),
    /** Null for webhooks, and if the document has no absolute server URL. */
    call: isWebhook ? null : createSampleCall(own, found, shownParameters, serverUrl),
  };
  source.budget.characters = own.budget.characters - (view.call?.body?.text.length ?? 0);
  source.budget.steps = own.budget.steps;
  return view;
}

export type OperationView = ReturnType<typeof toOperationView>;
export type CallView = NonNullable<OperationView["call"]>;

export function listServers({ address }: ReferenceSource, spec: JsonObject) {
  return asList(spec.servers)
    .slice(0, bounds.servers)
    .flatMap((value) => {
      const { url, description, variables } = asObject(value);
      const filled = asName(url, 300).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
        const known = asObject(variables);
        return (Object.hasOwn(known, name) && asName(asObject(known[name]).default, 80)) || whole;
      });
      const isRelative = !URL.canParse(filled) && !/[{}]/.test(filled);
      const resolved = isRelative && address ? URL.parse(filled, address)?.href.replace(/\/$/, "") : filled;
      return filled ? [{ url: resolved ?? filled, description: asText(description, bounds.summaryCharacters) }] : [];
    });
}

function listParameters(source: ReferenceSource, operation: JsonObject, item: JsonObject): JsonObject[] {
  const all = [operation.parameters, item.parameters].flatMap((list) =>
    asList(list)
      .slice(0, bounds.parameters * 2)
      .map((value) => dereference(source, value))
      .filter(isJsonObject),
  );
  const toKey = ({ in: place, name }: JsonObject) => `${asName(place, 20)} ${asName(name)}`;
  const byKey = new Map<string, JsonObject>();
  for (const parameter of all) if (!byKey.has(toKey(parameter))) byKey.set(toKey(parameter), parameter);
  return [...byKey.values()];
}

function toParameterView(source: ReferenceSource, parameter: JsonObject): PropertyView & { in: string } {
  const [content] = listMembers(parameter.content, 1);
  const own = parameter.schema ?? asObject(content?.[1]).schema;
  const schema = parameter.deprecated === true ? { deprecated: true, allOf: [own] } : own;
  const view = toPropertyView(source, asName(parameter.name), schema, parameter.required === true);
  return { ...view, in: asName(parameter.in, 20), description: asMarkdown(parameter.description) || view.description };
}

function createSampleCall(
  source: ReferenceSource,
  { method, path, operation }: FoundOperation,
  parameters: JsonObject[],
  server: string,
) {
  if (!/^https?:\/\/[^\s/]/.test(server)) return null;
  const body = findFirstExample(source, operation.requestBody);
  const text = body && toSampleBody(body);
  const credentials = listCredentials(source, operation.security ?? source.document.security);
  const known = [...credentials, ...(text ? [{ place: "header", name: "Content-Type" }] : [])].map(toLowerKey);
  const needed = parameters
    .filter((each) => each.required === true)
    .map((each) => ({ place: asName(each.in), name: asName(each.name), value: chooseSampleValue(source, each) }))
    .filter((each) => !known.includes(toLowerKey(each)));
  const listValuesAt = (place: string) => [...credentials, ...needed].filter((each) => each.place === place);
  const cookies = listValuesAt("cookie").map(({ name, value }) => `${name}=${value}`);
  const headers = [
    ...listValuesAt("header"),
    ...(cookies.length ? [{ name: "Cookie", value: cookies.join("; ") }] : []),
    ...(text ? [{ name: "Content-Type", value: asName(body?.mediaType) }] : []),
  ];
  return {
    method,
    url: toSampleUrl(`${server}${path}`, listValuesAt("path"), listValuesAt("query")),
    headers: headers.map(({ name, value }) => ({ name, value })),
    body: text ? { mediaType: asName(body?.mediaType), text } : null,
  };
}

function toLowerKey({ place, name }: { place: string; name: string }): string {
  return `${place} ${name}`.toLowerCase();
}

/** Empty for forms, files and cut examples, because the sample call could not send them as shown. */
function toSampleBody({ mediaType, example }: { mediaType: string; example: unknown }): string {
  const isJson = /\bjson\b/.test(mediaType);
  if (typeof example === "string" && !isJson) return asText(example, bounds.exampleCharacters);
  const { text, isCut } = printJson(example, bounds.exampleCharacters);
  return isJson && !isCut ? text : "";
}

function toSampleUrl(template: string, path: NamedValue[], query: NamedValue[]): string {
  let address = template.replace(/\/{2,}/g, (slashes, at: number) => (template[at - 1] === ":" ? slashes : "/"));
  for (const { name, value } of path) if (name) address = address.replaceAll(`{${name}}`, () => encodeValue(value));
  const pairs = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeValue(value)}`);
  const url = pairs.length ? `${address}?${pairs.join("&")}` : address;
  // Encodes these characters, because not every language's sample escapes them, and curl refuses spaces.
  return url.replace(/["'\\ ]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Encodes a URL value, but leaves placeholders such as {id} readable. */
function encodeValue(value: string): string {
  return /^\{.*\}$/.test(value) ? value : encodeURIComponent(value);
}

function chooseSampleValue(source: ReferenceSource, parameter: JsonObject): string {
  const flat = flattenSchema(source, parameter.schema, []);
  const given = [
    ...listExamples(source, parameter).map(([, example]) => example),
    ...["default", "const"].map((name) => getKeyword(flat, name)),
    asList(getKeyword(flat, "enum"))[0],
  ].find((value) => ["string", "number", "boolean"].includes(typeof value));
  return given === undefined ? `{${asName(parameter.name)}}` : asName(String(given), 120);
}
