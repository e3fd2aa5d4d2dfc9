import { formatReference, SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import type { DeskFormats, DeskText } from "#lib/i18n/desk-text.ts";
import texts from "#messages/en/desk/auth.json";

const { details: labels, values } = texts.audit;
const isLabelled = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);
const isWorded = (value: string): value is keyof typeof values => Object.hasOwn(values, value);

/** Details that contain operator input. They are never translated, even if the input equals one of `values`. */
const verbatimDetails = ["email", "slug", "slugBefore", "template", "rule"];
/** Details that contain row ids, which no page shows. */
const hiddenDetails = ["entry", "rules"];

type Formats = DeskFormats & {
  /** Returns the label of a field in the catalog editor. */
  formatField: (name: string) => string;
};

/** Formats audit details in the operator's language. Leaves unknown names and values as stored. */
export function formatAuditDetails(
  t: DeskText<"auth">,
  { kind, id, ...others }: Record<string, unknown>,
  formats: Formats,
): string {
  const submission = SubmissionRef.safeParse({ kind, id }).data;
  const details = submission ? { submission: formatReference(submission), ...others } : { kind, id, ...others };
  return Object.entries(details)
    .filter(([name, value]) => value !== undefined && value !== null && !hiddenDetails.includes(name))
    .map(([name, value]) => {
      const label = isLabelled(name) ? t(`audit.details.${name}`) : name;
      return `${label}: ${formatDetail(t, name, value, formats)}`;
    })
    .join(", ");
}

function formatDetail(
  t: DeskText<"auth">,
  name: string,
  value: unknown,
  { formatTime, formatDay, formatField }: Formats,
): string {
  if (name === "fields" && Array.isArray(value)) return value.map((field) => formatField(String(field))).join("; ");
  if (typeof value !== "string") return formatValue(t, value);
  if (verbatimDetails.includes(name)) return value;
  if (name === "takenAt" && !Number.isNaN(Date.parse(value))) return formatTime(new Date(value));
  if (name === "until") return formatDay(value);
  return formatValue(t, value);
}

function formatValue(t: DeskText<"auth">, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => formatValue(t, each)).join(" ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return isWorded(text) ? t(`audit.values.${text}`) : text;
}
