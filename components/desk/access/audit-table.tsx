import { Table } from "#components/ui/table.tsx";
import { deskText, formatDeskTime } from "#lib/i18n/desk-text.ts";
import texts from "#messages/desk/auth.json";

type Entry = { id: string; at: Date; actor: string; action: string; details: Record<string, unknown> };

const t = deskText("auth");

export function AuditTable({ entries }: { entries: Entry[] }) {
  return (
    <Table
      caption={t("audit.title")}
      rows={entries}
      getKey={({ id }) => id}
      columns={[
        {
          name: "time",
          header: t("audit.time"),
          className: "whitespace-nowrap text-muted",
          cell: ({ at }) => <time dateTime={at.toISOString()}>{formatDeskTime(at)}</time>,
        },
        { name: "actor", header: t("audit.actor"), cell: ({ actor }) => actor },
        {
          name: "action",
          header: t("audit.action"),
          className: "font-semibold",
          cell: ({ action }) => formatAction(action),
        },
        {
          name: "details",
          header: t("audit.details"),
          className: "text-muted",
          cell: ({ details }) => formatDetails(details),
        },
      ]}
    />
  );
}

const isKnown = (action: string): action is keyof typeof texts.actions => Object.hasOwn(texts.actions, action);
const formatAction = (action: string) => (isKnown(action) ? t(`actions.${action}`) : action);

function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
