import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asName, bounds, listEntries, type Source } from "./bounds.ts";
import { follow } from "./document.ts";

const ownKeywords = ["type", "format", "items", "enum", "default", "pattern", "multipleOf", "uniqueItems"];
const boundKeywords = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
/** Keywords of a schema that stand in a parameter itself. */
export const schemaKeywords = [...ownKeywords, ...boundKeywords, "exclusiveMinimum", "exclusiveMaximum"];

export function modernizeOperation(source: Source, operation: JsonObject, shared: unknown): JsonObject {
  const own = asList(operation.parameters).slice(0, bounds.parameters);
  const parameters = [...own, ...asList(shared).slice(0, bounds.parameters)].map((value) =>
    asObject(follow(source, value)),
  );
  const responses = listEntries(operation.responses, bounds.responses * 2).map(([status, value]) => [
    status,
    modernizeResponse(asObject(follow(source, value)), listMediaTypes(source, operation.produces, "produces")),
  ]);
  return {
    ...operation,
    parameters: parameters
      .filter((each) => !isBodyPart(each))
      .map((each) => ({ ...each, schema: toParameterSchema(each) })),
    requestBody: toBody(source, operation, parameters.filter(isBodyPart)),
    responses: Object.fromEntries(responses),
  };
}

export function listSwaggerServers({ host, basePath, schemes }: JsonObject): { url: string }[] {
  const name = asName(host);
  const path = asName(basePath);
  if (!name) return path ? [{ url: path }] : [];
  const protocols = asList(schemes).filter((scheme) => scheme === "https" || scheme === "http");
  return [{ url: `${protocols.includes("http") && !protocols.includes("https") ? "http" : "https"}://${name}${path}` }];
}

function isBodyPart(parameter: JsonObject): boolean {
  return parameter.in === "body" || parameter.in === "formData";
}

function toParameterSchema(parameter: JsonObject): JsonObject {
  const names = schemaKeywords.filter((name) => Object.hasOwn(parameter, name));
  return Object.fromEntries(names.map((name) => [name, parameter[name]]));
}

function toBody(source: Source, operation: JsonObject, parts: JsonObject[]): JsonObject | undefined {
  const body = parts.find((part) => part.in === "body");
  const fields = parts.filter((part) => part.in === "formData");
  if (!body && !fields.length) return undefined;
  const form = {
    type: "object",
    required: fields.filter((field) => field.required === true).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => [asName(field.name), { ...toParameterSchema(field), description: field.description }]),
    ),
  };
  const fallback = body ? "application/json" : "application/x-www-form-urlencoded";
  const [mediaType = fallback] = listMediaTypes(source, operation.consumes, "consumes");
  return {
    description: body?.description,
    required: body?.required ?? form.required.length > 0,
    content: { [mediaType]: { schema: body ? body.schema : form } },
  };
}

function modernizeResponse(response: JsonObject, produces: string[]): JsonObject {
  if (!isJsonObject(response.schema)) return response;
  const examples = asObject(response.examples);
  const [mediaType = "application/json"] = produces;
  const content: JsonObject = { schema: response.schema };
  if (Object.hasOwn(examples, mediaType)) content.example = examples[mediaType];
  return { ...response, content: { [mediaType]: content } };
}

function listMediaTypes({ document }: Source, own: unknown, name: "consumes" | "produces"): string[] {
  const given = Array.isArray(own) ? own : asList(document[name]);
  return given
    .slice(0, 5)
    .map((type) => asName(type))
    .filter(Boolean);
}
