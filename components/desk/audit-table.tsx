import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import texts from "#messages/desk/auth.json";

type Entry = { id: string; at: Date; actor: string; action: string; details: Record<string, unknown> };

const t = adminText("auth");

function actionOf(action: string): string {
  return action in texts.actions ? t(`actions.${action as keyof typeof texts.actions}`) : action;
}

function detailsOf(details: Record<string, unknown>): string {
  const told = Object.entries(details).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return told.join(", ");
}

/** Who did what, when. A table where there is room for one. */
export function AuditTable({ entries }: { entries: Entry[] }) {
  const columns = ["time", "actor", "action", "details"] as const;
  const cell = "block px-4 py-0.5 break-words lg:table-cell lg:py-2 lg:align-top";
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <table className="block w-full text-left text-sm lg:table">
        <caption className="sr-only">{t("audit.title")}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group lg:border-b lg:border-line">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-semibold text-muted">
                {t(`audit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line lg:table-row-group">
          {entries.map(({ id, at, actor, action, details }) => (
            <tr key={id} className="block py-2 lg:table-row">
              <td className={`${cell} whitespace-nowrap text-muted`}>
                <time dateTime={at.toISOString()}>{deskTime(at)}</time>
              </td>
              <td className={cell}>{actor}</td>
              <td className={`${cell} font-semibold`}>{actionOf(action)}</td>
              <td className={`${cell} text-muted`}>{detailsOf(details)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
