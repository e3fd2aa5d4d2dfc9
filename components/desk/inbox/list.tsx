import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { CappedCount, InboxPage, InboxRow } from "#lib/domain/desk/submission.ts";
import { submissionPath } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { describeAssistant } from "../assistant.tsx";
import { DeskTime } from "../facts.tsx";
import { Badge, ClockText, RouteBadge, StatusBadge } from "./badges.tsx";

export function Row({ row, isInSeries }: { row: InboxRow; isInSeries: boolean }) {
  const t = useDeskText("inbox");
  const { kind, id, name, company, excerpt, route, score, status, owner, clock, createdAt } = row;
  const assistant = describeAssistant(t, row);
  return (
    <li className="relative grid gap-x-6 gap-y-1 px-4 py-3 focus-within:bg-primary-soft hover:bg-primary-soft lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <a
            data-row=""
            href={submissionPath(row)}
            className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-primary"
          >
            {company === null ? name : t("from_company", { name, company })}
          </a>
          <span className="text-sm text-muted">
            {t(`kind.${kind}`)} {id} · <DeskTime at={createdAt} />
            {assistant && ` · ${assistant}`}
          </span>
        </p>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted lg:line-clamp-1">{excerpt}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:justify-end">
        {row.repeatCount > 0 && <Badge look="accent">{t("repeat.count", { count: row.repeatCount + 1 })}</Badge>}
        {row.repeatOf !== null && <Badge look="quiet">{t("repeat.badge", { first: row.repeatOf })}</Badge>}
        {row.withdrawnAt && <Badge look="danger">{t("withdrawn")}</Badge>}
        {row.identity.imitatedName !== null && <Badge look="danger">{t("assistant.mark")}</Badge>}
        {isInSeries && <Badge look="accent">{t("series.mark")}</Badge>}
        <ClockText clock={clock} />
        {owner && <span className="text-sm text-muted">{owner.name}</span>}
        {score !== null && <span className="text-sm text-muted tabular-nums">{t("score", { score })}</span>}
        {route && <RouteBadge route={route} />}
        <StatusBadge status={status} />
      </div>
    </li>
  );
}

/** Pages start from the first and last row of this one: new submissions do not move them. */
export function Pager({ query, page: { rows, hasPrevious, hasNext } }: { query: InboxQuery; page: InboxPage }) {
  const t = useDeskText("inbox");
  const first = toFirstPage(query);
  const [top, bottom] = [rows.at(0), rows.at(-1)];
  if (!top || !bottom || (!hasPrevious && !hasNext)) return null;
  const links = [
    hasPrevious && ["first", withQuery(listPath, first)],
    hasPrevious && ["previous", withQuery(listPath, { ...first, cursor: top, direction: "backward" })],
    hasNext && ["next", withQuery(listPath, { ...first, cursor: bottom })],
    hasNext && ["last", withQuery(listPath, { ...first, direction: "backward" })],
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

/** Exports the filtered submissions with repeats, except withdrawn ones. */
export function ExportLink({ query, withdrawn }: { query: InboxQuery; withdrawn: CappedCount }) {
  const t = useDeskText("inbox");
  return (
    <a href={withQuery("/api/admin/inbox/export", toFirstPage(query))} className="link py-2 text-sm">
      {t("export", { withdrawn: withdrawn.count })}
    </a>
  );
}

const listPath = "/admin/inbox";

function withQuery(path: string, query: InboxQuery): string {
  const search = toQuery(query);
  return search.size ? `${path}?${search}` : path;
}
