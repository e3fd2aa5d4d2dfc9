import { type Overview, type Totals, toShare } from "#lib/domain/desk/overview.ts";
import type { CappedCount } from "#lib/domain/desk/submission.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { type FigureCard, FigureCards } from "../facts.tsx";
import { formatShare } from "./chart.tsx";
import { countedPath, inboxPath } from "./inbox-path.ts";

type Props = { overview: Overview; waiting: CappedCount; late: CappedCount };

export function KeyFigures(props: Props) {
  const t = useDeskText("overview");
  return (
    <section aria-label={t("key.title")} className="mb-6">
      <FigureCards figures={toFigures(t, props)} />
    </section>
  );
}

function toFigures(t: DeskText<"overview">, { overview, waiting, late }: Props): FigureCard[] {
  const { totals, before, range } = overview;
  const days = { from: range.days[0]?.day ?? "", to: range.days.at(-1)?.day ?? "" };
  const compare = (name: keyof Totals) => formatChange(t, totals[name], before[name]);
  const { qualified, evaluations } = totals;
  return [
    {
      name: t("key.total"),
      value: t("count", { count: totals.total }),
      detail: compare("total"),
      link: { href: countedPath(days, {}), text: t("key.toAll") },
    },
    {
      name: t("key.qualified"),
      value: t("count", { count: qualified }),
      detail: evaluations
        ? `${t("key.qualifiedDetail", { share: formatShare(t, toShare(qualified, evaluations)), evaluations })} ${compare("qualified")}`
        : t("key.qualifiedNone"),
      link: { href: countedPath(days, { route: "qualified" }), text: t("key.toQualified") },
    },
    {
      name: t("key.won"),
      value: t("count", { count: totals.won }),
      detail: compare("won"),
      link: { href: countedPath(days, { status: "won" }), text: t("key.toWon") },
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

/** In words: "12% more than the 40 before". */
function formatChange(t: DeskText<"overview">, now: number, before: number): string {
  if (before === 0) return t("change.none");
  if (now === before) return t("change.same", { before });
  const share = Math.abs(now - before) / before;
  return now > before ? t("change.more", { share, before }) : t("change.fewer", { share, before });
}

function formatLate(t: DeskText<"overview">, waiting: CappedCount, late: CappedCount): string {
  if (waiting.count === 0) return t("key.waitingNone");
  return late.isCapped ? t("key.lateCapped", { count: late.count }) : t("key.late", { count: late.count });
}
