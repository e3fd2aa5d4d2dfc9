import { contentBounds } from "#lib/domain/catalog/editor/content.ts";
import { type EntryFault, serviceNumbersOf } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const labels = [
  ...([
    "slug",
    "titleEn",
    "titleEs",
    "descriptionEn",
    "descriptionEs",
    "useCasesEn",
    "useCasesEs",
    "endpoints",
  ] as const),
  ...(["services", "id", "operations", "docsUrl", "swaggerUrl", "spec"] as const),
];
export type FieldLabel = (typeof labels)[number];

function faultText({ field, kind, line }: EntryFault): string {
  const t = adminText("catalog");
  const fault = t(`faults.${kind}`, { max: charactersMax(labelOf(field)) });
  return line === undefined ? fault : t("faultInLine", { fault, line });
}

/** What is wrong with a field, to stand beside it. */
export function errorText(fault: EntryFault): string {
  const text = faultText(fault);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The same with the field's name, to stand in the summary. */
export function summaryText(entryFault: EntryFault): string {
  const t = adminText("catalog");
  const { field } = entryFault;
  const [number] = serviceNumbersOf({ [field]: "" });
  const label = t(`fields.${labelOf(field)}`);
  const fault = faultText(entryFault);
  return number === undefined
    ? t("faultOf", { label, fault })
    : t("faultOfService", { label, number: number + 1, fault });
}

function charactersMax(label: FieldLabel): number {
  if (label === "slug" || label === "spec") return contentBounds[label];
  if (label === "titleEn" || label === "titleEs" || label === "id") return contentBounds.title;
  return label === "descriptionEn" || label === "descriptionEs" ? contentBounds.description : contentBounds.line;
}

function labelOf(field: string): FieldLabel {
  const name = field.split(".").at(-1);
  return labels.find((label) => label === name) ?? "services";
}
