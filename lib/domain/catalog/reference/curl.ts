import { asObject, type JsonObject } from "../../json.ts";
import { asName, asText, bounds, type Source } from "./bounds.ts";
import { findFirstExample, listSchemaExamples } from "./content.ts";
import { printJson } from "./json.ts";
import { listCredentialHeaders } from "./security.ts";

type Call = {
  method: string;
  path: string;
  server: string;
  operation: JsonObject;
  parameters: JsonObject[];
  security: unknown;
};

/** Writes a curl command for a POSIX shell with the document's examples. Empty unless `server` is an absolute URL. */
export function toCurl(source: Source, { method, path, server, operation, parameters, security }: Call): string {
  if (!/^https?:\/\/[^\s/]/.test(server)) return "";
  const body = findFirstExample(source, operation.requestBody);
  const data = body && toData(body);
  const needed = parameters.filter((each) => each.required === true);
  const headers = [
    ...listCredentialHeaders(source, security),
    ...needed
      .filter((each) => each.in === "header")
      .map((each) => [asName(each.name), valueFor(source, each)] as const),
    ...(data ? [["Content-Type", asName(body?.mediaType)] as const] : []),
  ];
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(toAddress(source, `${server}${path}`, needed))}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(data ? [`--data ${quote(data)}`] : []),
  ];
  return lines.join(" \\\n  ");
}

/** Returns an empty string for forms, files and cut examples, because a shell could not send them as shown. */
function toData({ mediaType, example }: { mediaType: string; example: unknown }): string {
  const isJson = /\bjson\b/.test(mediaType);
  if (typeof example === "string" && !isJson) return asText(example, bounds.exampleCharacters);
  const { text, isCut } = printJson(example, bounds.exampleCharacters);
  return isJson && !isCut ? text : "";
}

function toAddress(source: Source, template: string, needed: JsonObject[]): string {
  let address = template.replace(/\/{2,}/g, (slashes, at: number) => (template[at - 1] === ":" ? slashes : "/"));
  const query: string[] = [];
  for (const parameter of needed) {
    const name = asName(parameter.name);
    const value = valueFor(source, parameter);
    if (parameter.in === "query") query.push(`${encodeURIComponent(name)}=${encodeValue(value)}`);
    if (parameter.in === "path" && name) address = address.replaceAll(`{${name}}`, () => encodeValue(value));
  }
  return query.length ? `${address}?${query.join("&")}` : address;
}

/** Leaves placeholders such as {id} readable. */
function encodeValue(value: string): string {
  return /^\{.*\}$/.test(value) ? value : encodeURIComponent(value);
}

/** Returns the document's example or default, else the parameter's name in braces. */
function valueFor(source: Source, parameter: JsonObject): string {
  const named = Object.values(asObject(parameter.examples)).map((each) => asObject(each).value);
  const { default: fallback, enum: values } = asObject(parameter.schema);
  const given = [
    parameter.example,
    ...named.slice(0, 1),
    ...listSchemaExamples(source, parameter.schema),
    fallback,
    Array.isArray(values) ? values[0] : undefined,
  ].find((value) => ["string", "number", "boolean"].includes(typeof value));
  return given === undefined ? `{${asName(parameter.name)}}` : asName(String(given), 120);
}

/** Quotes text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
