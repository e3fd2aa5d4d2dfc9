import type { InboxRow } from "#lib/domain/submissions/submission.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { ClockText, RouteBadge, StatusBadge, WithdrawnBadge } from "./badges.tsx";

const t = adminText("inbox");

/** One submission in the list; the whole of it leads there. */
export function Row({ row }: { row: InboxRow }) {
  const { kind, id, name, company, excerpt, route, score, status, channel, agentName, owner, clock, createdAt } = row;
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
            {t(`kind.${kind}`)} {id} · <time dateTime={createdAt.toISOString()}>{deskTime(createdAt)}</time>
            {channel === "ai_agent" && ` · ${t("by", { agent: agentName ?? "" })}`}
          </span>
        </p>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted lg:line-clamp-1">{excerpt}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:justify-end">
        {row.withdrawnAt && <WithdrawnBadge />}
        <ClockText clock={clock} />
        {owner && <span className="text-sm text-muted">{owner.name}</span>}
        {score !== null && <span className="text-sm text-muted tabular-nums">{t("score", { score })}</span>}
        {route && <RouteBadge route={route} />}
        <StatusBadge status={status} />
      </div>
    </li>
  );
}
