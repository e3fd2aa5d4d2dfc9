import { Table } from "#components/ui/table.tsx";
import { type DeskText, useDeskFormats, useDeskText } from "#lib/i18n/desk-text.ts";
import texts from "#messages/en/desk/auth.json";
import catalogTexts from "#messages/en/desk/catalog.json";
import { DeskTime } from "../core/facts.tsx";
import { formatAuditDetails } from "./audit-details.ts";

const { fields } = catalogTexts;

type Entry = { id: string; at: Date; actor: string; action: string; details: Record<string, unknown> };

export function AuditTable({ entries }: { entries: Entry[] }) {
  const t = useDeskText("auth");
  const catalog = useDeskText("catalog");
  const formatField = (name: string) => (isField(name) ? catalog(`fields.${name}`) : name);
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

/** Returns the operator's address, or the translated name of a program. */
const formatActor = (t: DeskText<"auth">, actor: string) =>
  actor === "console" || actor === "service" ? t(`audit.actors.${actor}`) : actor;

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const isKnown = (action: string): action is keyof typeof texts.actions => Object.hasOwn(texts.actions, action);
const formatAction = (t: DeskText<"auth">, action: string) => (isKnown(action) ? t(`actions.${action}`) : action);
