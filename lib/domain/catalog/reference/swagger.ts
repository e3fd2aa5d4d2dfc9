import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { asList, asObject, isJsonObject, type JsonObject, listTexts, mapValues, toText } from "../../json.ts";
import { asName, type OpenedDocument } from "./bounds.ts";
import { dereference, methods } from "./document.ts";

/** `mediaTypesMax`: maximum number of media types to keep for a body or a response. */
type Upgrade = {
  resolve: (value: unknown) => unknown;
  root: JsonObject;
  parameters: Map<JsonObject, JsonObject>;
  mediaTypesMax: number;
};

/**
 * Puts a Swagger 2 document into the shape of OpenAPI 3. Keeps unknown properties, so that their changes are
 * found.
 */
export function upgradeSwagger(
  spec: JsonObject,
  resolve: Upgrade["resolve"],
  mediaTypesMax = Number.POSITIVE_INFINITY,
): JsonObject {
  const upgrade: Upgrade = { resolve, root: spec, parameters: new Map(), mediaTypesMax };
  const {
    swagger: _,
    host,
    basePath,
    schemes,
    definitions,
    parameters,
    responses,
    securityDefinitions,
    ...rest
  } = spec;
  const urls = listSwaggerServers({ host, basePath, schemes }).flatMap(({ url }) => {
    const protocols = url.startsWith("http") ? listTexts(schemes) : [];
    return (protocols.length ? protocols.map((each) => `${each}:`) : [""]).map((each) => url.replace(/^https?:/, each));
  });
  const securitySchemes = mapValues(securityDefinitions, upgradeScheme);
  return {
    ...rest,
    rootSchemes: schemes,
    ...(urls.length ? { servers: urls.map((url) => ({ url })) } : {}),
    components: { schemas: definitions, parameters, responses, securitySchemes },
    paths: mapValues(spec.paths, (item) => upgradePath(upgrade, item)),
  };
}

function resolveAll({ resolve }: Upgrade, values: unknown): JsonObject[] {
  return asList(values).map((each) => asObject(resolve(each)));
}

function upgradeParameters(upgrade: Upgrade, all: JsonObject[]): JsonObject[] {
  return all.filter((each) => !isBodyParameter(each)).map((each) => upgradeParameter(upgrade, each));
}

function upgradePath(upgrade: Upgrade, value: unknown): unknown {
  const item = upgrade.resolve(value);
  if (!isJsonObject(item)) return value;
  const shared = resolveAll(upgrade, item.parameters);
  return mapValues(item, (member, name) => {
    if (name === "parameters") return upgradeParameters(upgrade, shared);
    return methods.includes(name) && isJsonObject(member) ? upgradeOperation(upgrade, member, shared) : member;
  });
}

function upgradeOperation(upgrade: Upgrade, operation: JsonObject, shared: JsonObject[]): JsonObject {
  const own = resolveAll(upgrade, operation.parameters);
  const parts = [...own.filter(isBodyParameter), ...listInherited(own, shared.filter(isBodyParameter))];
  const { root, mediaTypesMax } = upgrade;
  const accepted = listTexts(operation.consumes ?? root.consumes).slice(0, mediaTypesMax);
  const returned = listTexts(operation.produces ?? root.produces).slice(0, mediaTypesMax);
  return {
    ...operation,
    parameters: upgradeParameters(upgrade, own),
    ...(parts.length ? { requestBody: toRequestBody(upgrade, parts, accepted) } : {}),
    responses: mapValues(operation.responses, (each) =>
      upgradeResponse(upgrade, asObject(upgrade.resolve(each)), returned),
    ),
  };
}

const toContent = (types: string[], content: (type: string) => JsonObject) =>
  Object.fromEntries(types.map((type) => [type, content(type)]));

/** Schema keywords that Swagger 2 writes directly into a parameter, and OpenAPI 3 into the parameter's `schema`. */
const movedKeywords = new Set([
  "type",
  "format",
  "items",
  "enum",
  "default",
  "pattern",
  "multipleOf",
  "uniqueItems",
  "x-nullable",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);

/** Moves `movedKeywords` into a `schema` property. Caches the result, because operations share parameters. */
function upgradeParameter({ parameters }: Upgrade, parameter: JsonObject): JsonObject {
  return getOrCreate(parameters, parameter, () => {
    const pickKeywords = (isMoved: boolean) =>
      Object.fromEntries(Object.entries(parameter).filter(([name]) => movedKeywords.has(name) === isMoved));
    const style = parameter.type === "array" ? toStyle(parameter) : {};
    return { ...pickKeywords(false), ...style, schema: upgradeFileSchema(pickKeywords(true)) };
  });
}

function toStyle({ collectionFormat, in: place }: JsonObject): JsonObject {
  if (collectionFormat === "multi") return { style: "form", explode: true };
  const plain = place === "path" || place === "header" || place === undefined ? "simple" : "form";
  const styles: JsonObject = { csv: plain, ssv: "spaceDelimited", pipes: "pipeDelimited" };
  const format = toText(collectionFormat ?? "csv");
  return { style: Object.hasOwn(styles, format) ? styles[format] : format, explode: false };
}

function upgradeFileSchema(schema: JsonObject): JsonObject {
  return schema.type === "file" ? { ...schema, type: "string", format: "binary" } : schema;
}

function toRequestBody(upgrade: Upgrade, parameters: JsonObject[], mediaTypes: string[]): JsonObject {
  const body = parameters.find((parameter) => parameter.in === "body");
  if (body) {
    const { in: _, name: bodyName, schema, ...rest } = body;
    const types = mediaTypes.length ? mediaTypes : ["application/json"];
    return { ...rest, bodyName, content: toContent(types, () => ({ schema })) };
  }
  const forms = mediaTypes.filter((type) => /form/i.test(type));
  const isMultipart = parameters.some((parameter) => parameter.type === "file");
  const formTypes = forms.length ? forms : [isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const fields = parameters.map((parameter) => ({
    name: toText(parameter.name),
    ...toFormField(upgradeParameter(upgrade, parameter)),
  }));
  const required = fields.filter((field) => field.isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const content: JsonObject = { schema: { type: "object", properties, required } };
  const styled = fields.filter(({ style }) => style.style !== undefined);
  if (styled.length) content.encoding = Object.fromEntries(styled.map(({ name, style }) => [name, style]));
  return { required: required.length > 0, content: toContent(formTypes, () => content) };
}

function toFormField({ in: _, name: __, required, schema, style, explode, collectionFormat, ...rest }: JsonObject) {
  return {
    isRequired: required === true,
    style: { style, explode, collectionFormat },
    schema: { ...rest, ...asObject(schema) },
  };
}

function upgradeResponse(upgrade: Upgrade, response: JsonObject, returned: string[]): JsonObject {
  const { schema, headers, examples, ...made } = response;
  const given = asObject(examples);
  const types = returned.length ? returned : ["application/json"];
  const resolved = asObject(upgrade.resolve(schema));
  const content = { schema: resolved.type === "file" ? upgradeFileSchema(resolved) : schema };
  const toExample = (type: string) => (Object.hasOwn(given, type) ? { example: given[type] } : {});
  const others = Object.entries(given).filter(([type]) => schema === undefined || !types.includes(type));
  if (headers !== undefined) {
    made.headers = mapValues(headers, (each) => upgradeParameter(upgrade, asObject(each)));
  }
  if (schema !== undefined) made.content = toContent(types, (type) => ({ ...content, ...toExample(type) }));
  if (others.length) made.examples = Object.fromEntries(others);
  return made;
}

function upgradeScheme(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = value;
  if (value.type === "basic") return { ...rest, type: "http", scheme: "basic" };
  if (value.type !== "oauth2") return value;
  const name =
    flow === "accessCode" ? "authorizationCode" : flow === "application" ? "clientCredentials" : toText(flow);
  return { ...rest, flows: { [name]: { authorizationUrl, tokenUrl, scopes } } };
}

export function listSwaggerServers({ host, basePath, schemes }: JsonObject): { url: string }[] {
  const name = asName(host);
  const path = asName(basePath);
  if (!name) return path ? [{ url: path }] : [];
  const protocols = asList(schemes).filter((scheme) => scheme === "https" || scheme === "http");
  return [{ url: `${protocols.includes("http") && !protocols.includes("https") ? "http" : "https"}://${name}${path}` }];
}

export function isBodyParameter(value: unknown): value is JsonObject {
  return isJsonObject(value) && (value.in === "body" || value.in === "formData");
}

/**
 * Rewrites a Swagger 2.0 document so that the converter loses nothing:
 *
 * - Gives each operation its own body or form, because the converter would lose shared ones and those of a path.
 * - Writes the version as text.
 * - Removes empty lists of media types, because the converter would drop the schemas with them.
 * - Removes `schemes`, which the converter would keep although OpenAPI 3 has no such property.
 */
export function prepareSwagger(spec: JsonObject): JsonObject {
  const source = { document: spec };
  const prepared = withoutEmptyTypes({ ...(spec.host ? spec : omitSchemes(spec)), swagger: "2.0" });
  if (isJsonObject(spec.paths)) prepared.paths = mapValues(spec.paths, (item) => preparePathItem(source, item));
  if (isJsonObject(spec.parameters)) {
    const others = Object.entries(spec.parameters).filter(
      ([, parameter]) => !isBodyParameter(dereference(source, parameter)),
    );
    prepared.parameters = Object.fromEntries(others);
  }
  return prepared;
}

function preparePathItem(source: OpenedDocument, given: unknown): unknown {
  const found = dereference(source, given);
  if (!isJsonObject(given) || !isJsonObject(found)) return given;
  const { $ref: _, ...beside } = given;
  const item: JsonObject = { ...found, ...beside };
  const shared = listParameters(source, item);
  const bodyParts = shared.filter(isBodyParameter);
  const changed = mapValues(item, (member, name) =>
    methods.includes(name) && isJsonObject(member) ? prepareOperation(source, member, bodyParts) : member,
  );
  if (bodyParts.length) changed.parameters = shared.filter((parameter) => !isBodyParameter(parameter));
  return changed;
}

/** Lists the path's body and form parameters that remain for an operation. A body and a form exclude each other. */
function listInherited(own: unknown[], ofPath: JsonObject[]): JsonObject[] {
  const isReplaced = ({ in: place, name }: JsonObject) =>
    own.filter(isBodyParameter).some((part) => part.in !== place || place === "body" || part.name === name);
  return ofPath.filter((part) => !isReplaced(part));
}

function prepareOperation(source: OpenedDocument, operation: JsonObject, ofPath: JsonObject[]): JsonObject {
  const own = listParameters(source, operation);
  const parameters = [...own, ...listInherited(own, ofPath)];
  const isChanged = parameters.some((parameter, at) => parameter !== asList(operation.parameters)[at]);
  return withoutEmptyTypes(omitSchemes(isChanged ? { ...operation, parameters } : operation));
}

function listParameters(source: OpenedDocument, { parameters }: JsonObject): unknown[] {
  return asList(parameters).map((parameter) => {
    const found = dereference(source, parameter);
    return isBodyParameter(found) ? found : parameter;
  });
}

function omitSchemes({ schemes: _, ...others }: JsonObject): JsonObject {
  return others;
}

function withoutEmptyTypes(owner: JsonObject): JsonObject {
  for (const name of ["consumes", "produces"]) {
    if (Array.isArray(owner[name]) && !owner[name].length) delete owner[name];
  }
  return owner;
}
