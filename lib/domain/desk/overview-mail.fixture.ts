import type { Locale } from "../locale.ts";
import { site } from "../mail/mail.fixture.ts";
import type { OverviewMail } from "./compose-overview.ts";
import type { DayFigures, Overview } from "./overview.ts";
import { toRange, type Week } from "./overview-range.ts";
import { OverviewSums } from "./overview-sums.ts";

const now = new Date("2026-03-09T15:00:00Z");

function makeOverview(week: Week, figures: DayFigures): Overview {
  const sums = new OverviewSums(toRange(week, now, site.timeZone));
  sums.add(week.from, figures);
  return sums.toOverview({ before: [], fold: (name) => name.toLowerCase() });
}

/** Figures of March 2 to 8 and of the week before, with these reasons, the first twice. */
export function makeOverviewMail(language: Locale, reasons: string[]): OverviewMail {
  const week = { from: "2026-03-02", to: "2026-03-08" };
  const before = { from: "2026-02-23", to: "2026-03-01" };
  const replies = { promised: 6, answered: 4, inTime: 3, due: 4, waiting: 2, late: 1, distribution: [], times: [] };
  const figures: DayFigures = {
    counts: [
      ["qualified", null, "won", false, 3],
      ["qualified", "Claude", "new", true, 2],
      ["review", "ChatGPT", "in_review", false, 4],
      ["redirect", null, "lost", false, 1],
      ["inquiry", "ChatGPT", "lost", false, 1230],
    ],
    sources: [],
    restSources: [0, 0, 0],
    replies,
    lost: reasons.map((reason, at) => [reason, at === 0 ? 2 : 1]),
    answers: [],
    totals: { total: 1240, evaluations: 10, qualified: 5, won: 3, lost: reasons.length + 1 },
  };
  const earlier: DayFigures = {
    ...figures,
    counts: [["qualified", "chatgpt", "new", false, 7]],
    replies: { ...replies, inTime: 0, due: 0 },
    lost: [],
    totals: { total: 7, evaluations: 7, qualified: 7, won: 0, lost: 0 },
  };
  return {
    language,
    lateCount: 2,
    site,
    week: { ...week, overview: makeOverview(week, figures) },
    before: { ...before, overview: makeOverview(before, earlier) },
  };
}
