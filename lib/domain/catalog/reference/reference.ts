import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { locales } from "../../../i18n/locales.ts";
import { asList, asObject, type JsonObject } from "../../json.ts";
import type { Locale } from "../../locale.ts";
import { asMarkdown, asName, bounds, type ReferenceSource } from "./bounds.ts";
import { dereference, type FoundOperation, findOperations, getFirstTag, readFormat } from "./document.ts";
import { listServers, toOperationView } from "./operation.ts";
import { listSchemes } from "./security.ts";
import { listSwaggerServers, upgradeSwagger } from "./swagger.ts";

/**
 * Returns null unless the document is OpenAPI 3 or Swagger 2 and has an operation. Never throws, and stays within
 * `bounds`.
 * @param address URL at which the document was published, if known
 */
export function toApiReference(spec: JsonObject, services: readonly ServiceOfReference[], address?: string | null) {
  const format = asName(readFormat(spec), 28);
  const source: ReferenceSource = {
    document: format.startsWith("Swagger") ? openSwagger(spec) : spec,
    budget: { rows: bounds.rows, characters: bounds.characters, steps: bounds.steps },
    address: address ?? undefined,
  };
  const { operations, total } = findOperations(source, bounds.operations);
  if (!format || !operations.length) return null;
  const servers = listServers(source, source.document);
  const info = asObject(spec.info);
  const description = asMarkdown(info.description, bounds.introCharacters);
  const groups = toGroups(source, operations, services, servers[0]?.url ?? "");
  return {
    language: findLanguage([description, ...groups.flatMap(listGroupTexts)]),
    format,
    version: asName(info.version, 60),
    description,
    servers,
    schemes: listSchemes(source),
    groups,
    moreOperations: total - operations.length,
  };
}

/** Keeps the parts to which references point. */
function openSwagger(spec: JsonObject): JsonObject {
  const upgraded = upgradeSwagger(spec, (value) => dereference({ document: spec }, value), 1);
  return { ...spec, ...upgraded, servers: listSwaggerServers(spec) };
}

export type ApiReference = NonNullable<ReturnType<typeof toApiReference>>;
export type GroupView = ReturnType<typeof toGroups>[number];

function listGroupTexts({ description, operations }: GroupView): string[] {
  return [description, ...operations.flatMap((operation) => [operation.summary, operation.description])];
}

function toGroups(
  source: ReferenceSource,
  operations: FoundOperation[],
  services: readonly ServiceOfReference[],
  server: string,
) {
  const { min, max } = bounds.rowsOfOperation;
  const rows = Math.max(min, Math.min(max, Math.floor(bounds.rows / operations.length)));
  const fragment = createFragmentNamer();
  return groupOperations(source.document, operations, services).map(({ service, tag, operations: members }) => ({
    id: fragment("group", (service !== null && services[service]?.id) || tag),
    service,
    title: tag,
    description: asMarkdown(findTagObject(source.document, tag).description),
    operations: members.map((found) => {
      const name = asName(found.operation.operationId) || `${found.method} ${found.path}`;
      return toOperationView(source, found, fragment("operation", name), rows, server);
    }),
  }));
}

function findTagObject({ tags }: JsonObject, name: string): JsonObject {
  return asObject(asList(tags).find((tag) => name && asName(asObject(tag).name) === name));
}

type ServiceOfReference = { id: string; operations: readonly string[] };

type OperationGroup = {
  /** Index of the service to which these operations belong, or null for a group by tag. */
  service: number | null;
  /** The first tag of the operations. Empty if they have no tags or if there are too many groups. */
  tag: string;
  operations: FoundOperation[];
};

function groupOperations(
  document: JsonObject,
  operations: readonly FoundOperation[],
  services: readonly ServiceOfReference[],
): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const found of operations) {
    const tag = getFirstTag(found);
    const at = findServiceIndex(found, tag, services);
    const wanted = at < 0 ? `tag ${tag}` : `service ${at}`;
    const isNamed = groups.has(wanted) || groups.size < bounds.groups;
    const key = isNamed ? wanted : "tag ";
    const service = isNamed && at >= 0 ? at : null;
    getOrCreate(groups, key, () => ({ service, tag: isNamed ? tag : "", operations: [] })).operations.push(found);
  }
  const tags = asList(document.tags).map((tag) => asName(asObject(tag).name));
  const rank = ({ service, tag }: OperationGroup) => {
    if (service !== null) return service;
    const place = tag ? tags.indexOf(tag) : Number.MAX_SAFE_INTEGER;
    return services.length + (place < 0 ? tags.length : place);
  };
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function findServiceIndex(
  { method, path, operation }: FoundOperation,
  tag: string,
  services: readonly ServiceOfReference[],
) {
  const names = [operation.operationId, `${method} ${path}`, path];
  const byName = services.findIndex((service) => service.operations.some((name) => names.includes(name)));
  return byName < 0 && tag ? services.findIndex(({ id }) => id === tag) : byName;
}

function createFragmentNamer(): (prefix: string, name: string) => string {
  const given = new Set<string>();
  return (prefix, name) => {
    const readable = name
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60);
    const stem = readable ? `${prefix}-${readable}` : prefix;
    let fragment = stem;
    for (let count = 2; given.has(fragment); count++) fragment = `${stem}-${count}`;
    given.add(fragment);
    return fragment;
  };
}

const shortWords: Record<Locale, Set<string>> = {
  en: new Set("the of and is are was to in with for by or that this from it its when which".split(" ")),
  es: new Set("el la los las de del que y en un una por con para se es su al o cuando".split(" ")),
};

const wordsMin = 3;
const textsMax = 400;

export function findLanguage(texts: readonly string[]): Locale | null {
  const words = texts.slice(0, textsMax).flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const counted = locales.map((locale) => ({
    locale,
    count: words.filter((word) => shortWords[locale].has(word)).length,
  }));
  const [first, second] = counted.toSorted((a, b) => b.count - a.count);
  if (!first || !second || first.count < wordsMin || first.count < 3 * second.count) return null;
  return first.locale;
}
