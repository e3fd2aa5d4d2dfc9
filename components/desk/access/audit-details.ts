import { formatReference, SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";
import texts from "#messages/desk/en/auth.json";

const { details: labels, values } = texts.audit;
const isLabelled = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);
const isWorded = (value: string): value is keyof typeof values => Object.hasOwn(values, value);

/** What an entry of the audit log holds, in the operator's language; what has no words there is shown as it is stored. */
export function formatAuditDetails(t: DeskText<"auth">, { kind, id, ...others }: Record<string, unknown>): string {
  const submission = SubmissionRef.safeParse({ kind, id }).data;
  const details = submission ? { submission: formatReference(submission), ...others } : { kind, id, ...others };
  return Object.entries(details)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${isLabelled(name) ? t(`audit.details.${name}`) : name}: ${formatValue(t, value)}`)
    .join(", ");
}

function formatValue(t: DeskText<"auth">, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => formatValue(t, each)).join(" ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return isWorded(text) ? t(`audit.values.${text}`) : text;
}
