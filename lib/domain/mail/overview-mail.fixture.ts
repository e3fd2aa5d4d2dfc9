import type { Locale } from "../locale.ts";
import type { Overview, Totals } from "../submissions/overview/overview.ts";
import { type OverviewFigures, toOverview } from "../submissions/overview/overview-figures.ts";
import { toRange, type Week } from "../submissions/overview/overview-range.ts";
import type { OverviewMail } from "./compose-overview.ts";
import { site } from "./mail.fixture.ts";

const now = new Date("2026-03-09T15:00:00Z");

const none: Totals = { total: 0, evaluations: 0, qualified: 0, won: 0, lost: 0 };

function makeOverview(week: Week, figures: OverviewFigures): Overview {
  return toOverview(toRange(week, now, site.timeZone), figures, none);
}

/** Builds the overview mail for March 2 to 8 with the given reasons for losing, of which the first occurs twice. */
export function makeOverviewMail(language: Locale, reasons: string[]): OverviewMail {
  const week = { from: "2026-03-02", to: "2026-03-08" };
  const before = { from: "2026-02-23", to: "2026-03-01" };
  const agents = [
    { name: "ChatGPT", key: "chatgpt", sent: 1234, confirmed: 0, qualified: 0, won: 0 },
    { name: "Claude", key: "claude", sent: 2, confirmed: 2, qualified: 2, won: 0 },
  ];
  const replies = { promised: 6, answered: 4, inTime: 3, due: 4, waiting: 2, late: 1, distribution: [] };
  const figures: OverviewFigures = {
    parts: [
      [0, "qualified", 5, 3, 0, 0],
      [0, "review", 4, 0, 0, 0],
      [0, "redirect", 1, 1, 0, 0],
      [0, "inquiry", 1230, 0, 0, 0],
    ],
    agents,
    agentParts: agents.map(({ sent }, at) => [at, 0, sent]),
    restAgents: { sent: 0, confirmed: 0, qualified: 0, won: 0 },
    sources: [],
    restSources: { sources: 0, total: 0, qualified: 0 },
    replies: { ...replies, median: null, ninetieth: null },
    lost: reasons.map((reason, at) => [reason, at === 0 ? 2 : 1]),
    answers: [],
    totals: { total: 1240, evaluations: 10, qualified: 5, won: 3, lost: reasons.length + 1 },
  };
  const earlier: OverviewFigures = {
    ...figures,
    parts: [[0, "qualified", 7, 0, 0, 0]],
    agents: [{ name: "chatgpt", key: "chatgpt", sent: 7, confirmed: 0, qualified: 7, won: 0 }],
    agentParts: [[0, 0, 7]],
    replies: { ...figures.replies, inTime: 0, due: 0 },
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
