import * as z from "zod/mini";
import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asName } from "../reference/bounds.ts";
import { dereference, findOperations, getFirstTag, methods } from "../reference/document.ts";
import { isBodyParameter } from "../reference/swagger.ts";
import { HttpsUrl } from "../schema.ts";
import { contentBounds } from "./content.ts";

const conversionKinds = [
  "yaml",
  "aliases",
  "swagger",
  "servers",
  "schemas",
  "bodies",
  "sharedParameters",
  "sharedResponses",
  "security",
  "mediaTypes",
  "lists",
  "files",
  "schemes",
] as const;
export const Conversion = z.object({ kind: z.enum(conversionKinds), count: z.int() });
export type Conversion = z.infer<typeof Conversion>;

const leftReasons = ["not_object", "unresolved", "no_method", "no_name", "address", "too_many"] as const;
const UnusedPart = z.object({
  at: z.string(),
  reason: z.enum(leftReasons),
});
type UnusedPart = z.infer<typeof UnusedPart>;
/** Parts that the import does not turn into an endpoint, service or URL. The stored document keeps them. */
export const UnusedParts = z.object({ parts: z.array(UnusedPart), more: z.int() });
export type UnusedParts = z.infer<typeof UnusedParts>;

const partsMax = 50;

const otherMembers = new Set(["$ref", "summary", "description", "servers", "parameters", "additionalOperations"]);

export function listUnusedParts(spec: JsonObject): UnusedParts {
  const parts: UnusedPart[] = [
    ...listSurplus(spec),
    ...listUnusedUrl("externalDocs", spec.externalDocs),
    ...asList(spec.tags).flatMap((tag, at) => listUnusedPartsOfTag(`tags.${at}`, tag)),
    ...Object.entries(asObject(spec.paths)).flatMap(([path, item]) =>
      path.startsWith("x-") ? [] : listUnusedPartsOfPath(spec, `paths.${asName(path)}`, item),
    ),
  ];
  return { parts: parts.slice(0, partsMax), more: Math.max(0, parts.length - partsMax) };
}

function listSurplus(spec: JsonObject): UnusedPart[] {
  const { total, operations } = findOperations({ document: { ...spec, webhooks: null } }, contentBounds.endpoints);
  const services = new Set(operations.map(getFirstTag).filter(Boolean)).size;
  return [
    { at: `paths (${total})`, isOver: total > contentBounds.endpoints },
    { at: `tags (${services})`, isOver: services > contentBounds.services },
  ].flatMap(({ at, isOver }) => (isOver ? [{ at, reason: "too_many" }] : []));
}

function listUnusedPartsOfPath(document: JsonObject, at: string, value: unknown): UnusedPart[] {
  const item = dereference({ document }, value);
  if (!isJsonObject(item)) {
    const isReference = isJsonObject(value) && typeof value.$ref === "string";
    return [{ at, reason: isReference ? "unresolved" : "not_object" }];
  }
  if (typeof item.$ref === "string") return [{ at, reason: "unresolved" }];
  return Object.entries(item).flatMap(([name, member]): UnusedPart[] => {
    if (otherMembers.has(name) || name.startsWith("x-")) return [];
    const inside = `${at}.${asName(name)}`;
    if (!methods.includes(name)) return [{ at: inside, reason: "no_method" }];
    if (!isJsonObject(member)) return [{ at: inside, reason: "not_object" }];
    return asList(member.tags).length && !asName(asList(member.tags)[0])
      ? [{ at: `${inside}.tags`, reason: "no_name" }]
      : [];
  });
}

function listUnusedPartsOfTag(at: string, value: unknown): UnusedPart[] {
  if (!isJsonObject(value)) return [{ at, reason: "not_object" }];
  if (!asName(value.name)) return [{ at, reason: "no_name" }];
  return listUnusedUrl(`${at}.externalDocs`, value.externalDocs);
}

function listUnusedUrl(at: string, value: unknown): UnusedPart[] {
  if (value === undefined || HttpsUrl.safeParse(asObject(value).url).success) return [];
  return [{ at, reason: isJsonObject(value) ? "address" : "not_object" }];
}

export function listSwaggerChanges(spec: JsonObject): Conversion[] {
  const operations = Object.values(asObject(spec.paths)).flatMap((item) =>
    methods.map((method) => asObject(item)[method]).filter(isJsonObject),
  );
  const items = Object.values(asObject(spec.paths)).map(asObject);
  const parameters = [...operations, ...items].flatMap((each) => asList(each.parameters).map(asObject));
  const shared = Object.values(asObject(spec.parameters)).map(asObject);
  const all = [...parameters, ...shared];
  const counts: [Conversion["kind"], number][] = [
    ["swagger", 1],
    ["servers", spec.host === undefined && spec.basePath === undefined ? 0 : Math.max(1, asList(spec.schemes).length)],
    ["schemas", Object.keys(asObject(spec.definitions)).length],
    ["bodies", all.filter(isBodyParameter).length],
    ["sharedParameters", shared.filter((parameter) => !isBodyParameter(parameter)).length],
    ["sharedResponses", Object.keys(asObject(spec.responses)).length],
    ["security", Object.keys(asObject(spec.securityDefinitions)).length],
    ["mediaTypes", [spec, ...operations].filter((each) => each.consumes ?? each.produces).length],
    ["lists", all.filter(({ collectionFormat }) => collectionFormat !== undefined).length],
    ["files", all.filter(({ type }) => type === "file").length],
    ["schemes", operations.filter(({ schemes }) => schemes !== undefined).length],
  ];
  return counts.flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []));
}
