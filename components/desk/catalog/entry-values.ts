import {
  addressFields,
  contentBounds,
  type EntryContent,
  lineFields,
  serviceTextFields,
  textFields,
} from "#lib/domain/catalog/editor/content.ts";
import { addressLengthMax } from "#lib/domain/catalog/schema.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import type { FieldFault } from "#lib/domain/text-bounds.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";

const textNames = [...textFields, ...lineFields, ...addressFields] as const;
const serviceNames = [...serviceTextFields, "operations", ...addressFields] as const;
type ServiceValues = Record<(typeof serviceNames)[number], string>;
type EditedTexts = Omit<EntryContent, "spec">;

/** Values of the entry form. A list is stored as one text with an item per line. */
export type EntryValues = Record<(typeof textNames)[number], string> & {
  services: ServiceValues[];
  spec: string;
  /** `updatedAt` of the stored entry from which the values come. */
  updatedAt: string;
};

export const entryFields: readonly (keyof EntryValues)[] = [
  ...textFields,
  ...(["useCasesEn", "useCasesEs", "services", "endpoints"] as const),
  ...addressFields,
  ...(["spec", "updatedAt"] as const),
];

type StoredValue = string | string[] | null | undefined;

function joinLines<Name extends string>(stored: Partial<Record<Name, StoredValue>>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, [stored[name] ?? ""].flat().join("\n")])) as Record<
    Name,
    string
  >;
}

export const emptyService: ServiceValues = joinLines({}, serviceNames);

export function toEntryValues(texts: EditedTexts, spec: string, updatedAt = ""): EntryValues {
  const services = texts.services.map((service) => joinLines(service, serviceNames));
  return { ...joinLines(texts, textNames), services, spec, updatedAt };
}

export function toEditedTexts({ spec: _, updatedAt: __, services, ...values }: EntryValues): EditedTexts {
  return {
    ...values,
    useCasesEn: splitLines(values.useCasesEn),
    useCasesEs: splitLines(values.useCasesEs),
    endpoints: splitLines(values.endpoints),
    docsUrl: values.docsUrl.trim() || null,
    swaggerUrl: values.swaggerUrl.trim() || null,
    services: services.map((service) => ({
      ...service,
      id: service.id.trim(),
      operations: splitLines(service.operations),
      docsUrl: service.docsUrl.trim() || null,
      swaggerUrl: service.swaggerUrl.trim() || null,
    })),
  };
}

function splitLines(value: string): string[] {
  const lines = value.split(/\r\n?|\n/).map((line) => line.trim());
  return lines.filter(Boolean);
}

/** Formats the document with indentation, unless that makes it too long to edit. */
export function formatSpec(spec: JsonObject): string {
  const json = JSON.stringify(spec);
  return json.length < contentBounds.editedSpec / 2 ? JSON.stringify(spec, null, 2) : json;
}

const labels = [...textFields, ...lineFields, ...addressFields, "services", "id", "operations", "spec"] as const;
type FieldLabel = (typeof labels)[number];

/** Splits a field's name: `services.0.operations.4` is line 5 of the operations of service 1. */
function parseFieldName(field: string) {
  const [, service, name = field, line] = /^(?:services\.(\d+)\.)?(\w+)(?:\.(\d+))?$/.exec(field) ?? [];
  const label = labels.find((known) => known === name) ?? "services";
  const toOneBasedNumber = (at: string | undefined) => (at === undefined ? undefined : Number(at) + 1);
  return { label, service: toOneBasedNumber(service), line: toOneBasedNumber(line) };
}

/** All lines of a list share one control. */
export function getControlId(field: string): string {
  return field.replace(/^((?:services\.\d+\.)?(?:useCasesEn|useCasesEs|endpoints|operations))\.\d+$/, "$1");
}

export function formatFieldFault(t: DeskText<"catalog">, fault: FieldFault, isPublished: boolean): string {
  const { field, rule, max = 0 } = fault;
  const { label, line } = parseFieldName(field);
  const kind = toFaultKind(label, rule, line !== undefined, isPublished);
  const text = t(`faults.${kind}`, { max: kind === "address" ? addressLengthMax : max });
  return line === undefined ? text : t("faultInLine", { fault: text, line });
}

export function formatFieldLabel(t: DeskText<"catalog">, field: string): string {
  const { label, service } = parseFieldName(field);
  const name = t(`fields.${label}`);
  return service === undefined ? name : t("fieldOfService", { label: name, number: service });
}

export function formatFaultSummary(t: DeskText<"catalog">, field: string, fault: string): string {
  return t("faultOf", { label: formatFieldLabel(t, field), fault });
}

/** The meaning of `pattern` and `other` depends on the field: see EntryInput. */
function toFaultKind(label: FieldLabel, rule: FieldFault["rule"], isLine: boolean, isPublished: boolean) {
  if (label === "docsUrl" || label === "swaggerUrl") return "address";
  if (rule === "characters" || rule === "too_long") return rule;
  if (label === "spec") return rule === "pattern" ? "json" : "deep";
  if (label === "slug" && rule !== "required") return rule === "pattern" ? "slug" : "slug_taken";
  if (label === "id" && rule === "pattern") return "service_twice";
  if (label === "slug" || label === "id" || isLine) return "required";
  if (rule === "required") return isPublished ? "language" : "one_title";
  return "too_many";
}

export function toEntryDraftPlace(operatorId: string, id?: number) {
  return { name: `desk.catalog.${operatorId}.${id ?? "new"}` };
}
