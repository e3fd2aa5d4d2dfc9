"use client";

import { Table } from "#components/ui/table.tsx";
import { formatReference, SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskFormats, type DeskText, hasText, useDeskFormats, useDeskText } from "#lib/i18n/desk-text.ts";
import texts from "#messages/en/desk/auth.json";
import catalogTexts from "#messages/en/desk/catalog.json";
import { DeskTime } from "../core/facts.tsx";

const { details: labels, values } = texts.audit;

/** Details that contain text from operators. They are never translated, even if the text equals one of `values`. */
const verbatimDetails = ["email", "slug", "slugBefore", "template", "rule", "endpoint", "key"];
/** Details that contain IDs of database rows, which no page shows. */
const hiddenDetails = ["entry", "rules"];

type Entry = { id: string; at: Date; actor: string; action: string; details: Record<string, unknown> };

/** A client component: a server component would send every entry a second time with its markup. */
export function AuditTable({ entries }: { entries: Entry[] }) {
  const t = useDeskText("auth");
  const catalog = useDeskText("catalog");
  const formatField = (name: string) => (hasText(catalogTexts.fields, name) ? catalog(`fields.${name}`) : name);
  const formats = { ...useDeskFormats(), formatField };
  return (
    <Table
      caption={t("audit.title")}
      rows={entries}
      getKey={({ id }) => id}
      columns={[
        {
          header: t("audit.time"),
          className: "whitespace-nowrap text-muted",
          cell: ({ at }) => <DeskTime at={at} />,
        },
        { header: t("audit.actor"), cell: ({ actor }) => formatActor(t, actor) },
        { header: t("audit.action"), className: "font-semibold", cell: ({ action }) => formatAction(t, action) },
        {
          header: t("audit.detailsColumn"),
          className: "text-muted",
          cell: ({ details }) => formatAuditDetails(t, details, formats),
        },
      ]}
    />
  );
}

const formatActor = (t: DeskText<"auth">, actor: string) =>
  actor === "console" || actor === "service" ? t(`audit.actors.${actor}`) : actor;

const formatAction = (t: DeskText<"auth">, action: string) =>
  hasText(texts.actions, action) ? t(`actions.${action}`) : action;

type Formats = DeskFormats & {
  formatField: (name: string) => string;
};

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
      const label = hasText(labels, name) ? t(`audit.details.${name}`) : name;
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
  if (typeof value !== "string") return formatDetailValue(t, value);
  if (verbatimDetails.includes(name)) return value;
  if (name === "takenAt" && !Number.isNaN(Date.parse(value))) return formatTime(new Date(value));
  if (name === "until") return formatDay(value);
  return formatDetailValue(t, value);
}

function formatDetailValue(t: DeskText<"auth">, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => formatDetailValue(t, each)).join(" ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return hasText(values, text) ? t(`audit.values.${text}`) : text;
}
