import { firstPageOf, type InboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** All that the filters show, not this page alone, as a file. */
export function ExportLink({ query }: { query: InboxQuery }) {
  const search = toQuery(firstPageOf(query));
  return (
    <a
      href={search.size ? `/api/admin/inbox/export?${search}` : "/api/admin/inbox/export"}
      className="link py-2 text-sm"
    >
      {t("export")}
    </a>
  );
}
