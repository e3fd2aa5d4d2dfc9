import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { isBodyPart } from "../editor/prepare-swagger.ts";
import { methods } from "../reference/document.ts";
import { listSwaggerServers, schemaKeywords } from "../reference/swagger.ts";
import { toText } from "./values.ts";

type Resolve = (value: unknown) => unknown;
type Upgrade = { resolve: Resolve; root: JsonObject; parameters: Map<JsonObject, JsonObject> };

/**
 * Puts a Swagger 2 document into the shape of OpenAPI 3. Keeps unknown properties, so that their changes are
 * found.
 */
export function upgradeSwagger(spec: JsonObject, resolve: Resolve): JsonObject {
  const upgrade: Upgrade = { resolve, root: spec, parameters: new Map() };
  const { swagger: _, host, basePath, schemes, ...others } = spec;
  const { definitions, parameters, responses, securityDefinitions, ...rest } = others;
  const servers = listSwaggerServers({ host, basePath, schemes });
  const protocols = asList(schemes).filter((each) => typeof each === "string");
  return {
    ...rest,
    rootSchemes: schemes,
    ...(servers.length ? { servers: listServers(servers[0]?.url ?? "", protocols) } : {}),
    components: {
      schemas: definitions,
      parameters,
      responses,
      securitySchemes: mapValues(securityDefinitions, upgradeScheme),
    },
    paths: mapValues(spec.paths, (item) => upgradePath(upgrade, item)),
  };
}

function listServers(url: string, protocols: string[]): JsonObject[] {
  const urls = protocols.map((protocol) => (url.startsWith("http") ? url.replace(/^https?:/, `${protocol}:`) : url));
  return [...new Set(urls.length ? urls : [url])].map((each) => ({ url: each }));
}

function upgradePath(upgrade: Upgrade, value: unknown): unknown {
  const item = upgrade.resolve(value);
  if (!isJsonObject(item)) return value;
  const shared = asList(item.parameters).map((each) => asObject(upgrade.resolve(each)));
  const parameters = shared.filter((each) => !isBodyPart(each)).map((each) => upgradeParameter(upgrade, each));
  const changed = mapValues(item, (member, name) =>
    methods.includes(name) && isJsonObject(member) ? upgradeOperation(upgrade, member, shared) : member,
  );
  return parameters.length ? { ...changed, parameters } : changed;
}

function upgradeOperation(upgrade: Upgrade, operation: JsonObject, shared: JsonObject[]): JsonObject {
  const { parameters: _, responses, ...rest } = operation;
  const own = asList(operation.parameters).map((each) => asObject(upgrade.resolve(each)));
  const inherited = shared.filter(isBodyPart).filter((part) => !own.some((each) => each.name === part.name));
  const parts = [...own, ...inherited].filter(isBodyPart);
  const accepted = listTypes(operation.consumes ?? upgrade.root.consumes);
  const returned = listTypes(operation.produces ?? upgrade.root.produces);
  return {
    ...rest,
    parameters: own.filter((each) => !isBodyPart(each)).map((each) => upgradeParameter(upgrade, each)),
    ...(parts.length ? { requestBody: toBody(upgrade, parts, accepted) } : {}),
    responses: mapValues(responses, (each) => upgradeResponse(upgrade, asObject(upgrade.resolve(each)), returned)),
  };
}

function listTypes(value: unknown): string[] {
  return asList(value).filter((each) => typeof each === "string");
}

const movedKeywords = new Set([...schemaKeywords, "minProperties", "maxProperties", "x-nullable"]);

/** Moves the keywords of a schema, which stand in the parameter itself, into a schema of its own. */
function upgradeParameter({ parameters }: Upgrade, parameter: JsonObject): JsonObject {
  const known = parameters.get(parameter);
  if (known) return known;
  const entries = Object.entries(parameter);
  const schema = Object.fromEntries(entries.filter(([name]) => movedKeywords.has(name)));
  if (schema.type === "file") Object.assign(schema, { type: "string", format: "binary" });
  const made = {
    ...Object.fromEntries(entries.filter(([name]) => !movedKeywords.has(name))),
    ...(parameter.type === "array" ? toStyle(parameter) : {}),
    schema,
  };
  parameters.set(parameter, made);
  return made;
}

function toStyle({ collectionFormat, in: place }: JsonObject): JsonObject {
  if (collectionFormat === "multi") return { style: "form", explode: true };
  const plain = place === "path" || place === "header" || place === undefined ? "simple" : "form";
  const styles: JsonObject = { csv: plain, ssv: "spaceDelimited", pipes: "pipeDelimited" };
  const format = toText(collectionFormat ?? "csv");
  return { style: Object.hasOwn(styles, format) ? styles[format] : format, explode: false };
}

function toBody(upgrade: Upgrade, parts: JsonObject[], accepted: string[]): JsonObject {
  const body = parts.find((part) => part.in === "body");
  if (body) {
    const { in: _, name: bodyName, schema, required, ...rest } = body;
    const types = accepted.length ? accepted : ["application/json"];
    return { ...rest, bodyName, required, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
  }
  const forms = accepted.filter((type) => /form/i.test(type));
  const hasFile = parts.some((part) => part.type === "file");
  const types = forms.length ? forms : [hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const fields = parts.map((part) => [toText(part.name), upgradeParameter(upgrade, part)] as const);
  const required = fields.filter(([, field]) => field.required === true).map(([name]) => name);
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, toField(field)]));
  const styled = fields.filter(([, field]) => field.style !== undefined);
  const encoding = Object.fromEntries(styled.map(([name, { style, explode }]) => [name, { style, explode }]));
  const content = { schema: { type: "object", properties, required }, ...(styled.length ? { encoding } : {}) };
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function toField({
  in: _,
  name: __,
  required: ___,
  style: ____,
  explode: _____,
  schema,
  ...rest
}: JsonObject): unknown {
  return { ...rest, ...asObject(schema) };
}

function upgradeResponse(upgrade: Upgrade, response: JsonObject, returned: string[]): JsonObject {
  const { schema, headers, examples, ...rest } = response;
  const given = asObject(examples);
  const types = returned.length ? returned : ["application/json"];
  const file = asObject(upgrade.resolve(schema));
  const content = Object.fromEntries(
    types.map((type) => [
      type,
      {
        schema: file.type === "file" ? { ...file, type: "string", format: "binary" } : schema,
        ...(Object.hasOwn(given, type) ? { example: given[type] } : {}),
      },
    ]),
  );
  const others = Object.entries(given).filter(([type]) => schema === undefined || !types.includes(type));
  return {
    ...rest,
    ...(headers === undefined
      ? {}
      : { headers: mapValues(headers, (each) => upgradeParameter(upgrade, asObject(each))) }),
    ...(schema === undefined ? {} : { content }),
    ...(others.length ? { examples: Object.fromEntries(others) } : {}),
  };
}

const flowNames: JsonObject = { accessCode: "authorizationCode", application: "clientCredentials" };

function upgradeScheme(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = value;
  if (value.type === "basic") return { ...rest, type: "http", scheme: "basic" };
  if (value.type !== "oauth2") return value;
  const name = toText(Object.hasOwn(flowNames, toText(flow)) ? flowNames[toText(flow)] : flow);
  return { ...rest, flows: { [name]: { authorizationUrl, tokenUrl, scopes } } };
}

function mapValues(object: unknown, change: (value: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value, name)]));
}
