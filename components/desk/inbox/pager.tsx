import { firstPageOf, type InboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { InboxPage } from "#lib/domain/submissions/submission.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

const pathOf = (query: InboxQuery) => {
  const search = toQuery(query);
  return search.size ? `/admin/inbox?${search}` : "/admin/inbox";
};

/** The ways to the other pages of the list: from its edges on, so that nothing that arrives meanwhile moves a page. */
export function Pager({ query, page: { rows, hasPrevious, hasNext } }: { query: InboxQuery; page: InboxPage }) {
  const first = firstPageOf(query);
  const [top, bottom] = [rows.at(0), rows.at(-1)];
  if (!top || !bottom || (!hasPrevious && !hasNext)) return null;
  const links = [
    hasPrevious && ["first", pathOf(first)],
    hasPrevious && ["previous", pathOf({ ...first, cursor: top, direction: "backward" })],
    hasNext && ["next", pathOf({ ...first, cursor: bottom })],
    hasNext && ["last", pathOf({ ...first, direction: "backward" })],
  ].filter((link): link is ["first" | "previous" | "next" | "last", string] => link !== false);
  return (
    <nav aria-label={t("pages")} className="mt-4">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {links.map(([name, path]) => (
          <li key={name}>
            <a className="link inline-block py-2" href={path} rel={name === "next" ? "next" : undefined}>
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
