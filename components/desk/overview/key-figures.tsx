import { parseInboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import { type Overview, type OverviewSpan, overviewSpans, toShare } from "#lib/domain/desk/overview.ts";
import type { CappedCount } from "#lib/domain/desk/submission.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { type FigureCard, FigureCards } from "../facts.tsx";
import { formatShare } from "./chart.tsx";

type Timely = { inTime: number; total: number; share: number | null };
type Props = { overview: Overview; timely: Timely; days: number; waiting: CappedCount; late: CappedCount };

export function KeyFigures(props: Props) {
  const t = useDeskText("overview");
  return (
    <section aria-label={t("key.title")} className="mb-6">
      <FigureCards figures={toFigures(t, props)} />
    </section>
  );
}

function toFigures(t: DeskText<"overview">, { overview, timely, days, waiting, late }: Props): FigureCard[] {
  const { weeks, evaluations, qualified, sameTimeLastWeek } = overview;
  const [thisWeek, lastWeek] = [weeks.at(-1)?.total ?? 0, weeks.at(-2)?.total ?? 0];
  return [
    {
      name: t("key.thisWeek"),
      value: t("count", { count: thisWeek }),
      detail: t("key.thisWeekDetail", { same: sameTimeLastWeek, whole: lastWeek }),
      link: { href: inboxPath({}), text: t("key.toNewest") },
    },
    {
      name: t("key.qualified"),
      value: formatShare(t, toShare(qualified, evaluations)),
      detail: evaluations
        ? t("key.qualifiedDetail", { qualified, evaluations, weeks: weeks.length })
        : t("key.qualifiedNone", { weeks: weeks.length }),
      link: { href: inboxPath({ route: "qualified" }), text: t("key.toQualified") },
    },
    {
      name: t("key.inTime"),
      value: formatShare(t, timely.share),
      detail: timely.total
        ? t("key.inTimeDetail", { inTime: timely.inTime, total: timely.total, days })
        : t("key.inTimeNone", { days }),
    },
    {
      name: t("key.waiting"),
      value: waiting.isCapped ? t("capped", { count: waiting.count }) : t("count", { count: waiting.count }),
      detail: formatLate(t, waiting, late),
      isBad: late.count > 0,
      link: { href: inboxPath({ sort: "due" }), text: t("key.toWaiting") },
    },
  ];
}

function formatLate(t: DeskText<"overview">, waiting: CappedCount, late: CappedCount): string {
  if (waiting.count === 0) return t("key.waitingNone");
  return late.isCapped ? t("key.lateCapped", { count: late.count }) : t("key.late", { count: late.count });
}

function inboxPath(params: Record<string, string>): string {
  const query = toQuery(parseInboxQuery(params));
  return query.size ? `/admin/inbox?${query}` : "/admin/inbox";
}

export function Spans({ current }: { current: OverviewSpan }) {
  const t = useDeskText("overview");
  return (
    <nav aria-label={t("spans")} className="-mx-2">
      <ul className="flex flex-wrap text-sm font-semibold">
        {overviewSpans
          .toSorted((a, b) => a - b)
          .map((span) => (
            <li key={span}>
              <a
                href={span === overviewSpans[0] ? "/admin/overview" : `/admin/overview?weeks=${span}`}
                aria-current={span === current ? "true" : undefined}
                className="block min-h-11 px-2 py-2.5 text-muted hover:text-primary aria-[current=true]:text-ink aria-[current=true]:shadow-[inset_0_-3px_0_var(--accent)]"
              >
                {t("span", { weeks: span })}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
