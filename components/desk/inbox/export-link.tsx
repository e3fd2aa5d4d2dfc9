import { firstPageOf, type InboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { CappedCount } from "#lib/domain/submissions/submission.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** All that the filters show, not this page alone, as a file, but for what is withdrawn. */
export function ExportLink({ query, withdrawn }: { query: InboxQuery; withdrawn: CappedCount }) {
  const search = toQuery(firstPageOf(query));
  return (
    <a
      href={search.size ? `/api/admin/inbox/export?${search}` : "/api/admin/inbox/export"}
      className="link py-2 text-sm"
    >
      {t("export", { withdrawn: withdrawn.count })}
    </a>
  );
}
