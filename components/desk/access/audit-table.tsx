import { Table } from "#components/ui/table.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import texts from "#messages/desk/auth.json";
import { DeskTime } from "../facts.tsx";

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
          header: t("audit.time"),
          className: "whitespace-nowrap text-muted",
          cell: ({ at }) => <DeskTime at={at} />,
        },
        { header: t("audit.actor"), cell: ({ actor }) => actor },
        { header: t("audit.action"), className: "font-semibold", cell: ({ action }) => formatAction(action) },
        { header: t("audit.details"), className: "text-muted", cell: ({ details }) => formatDetails(details) },
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
