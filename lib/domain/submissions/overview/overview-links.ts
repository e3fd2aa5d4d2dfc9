import { answerChoices, toSearchParams } from "../inbox/inbox-query.ts";
import { foldReason, type LostReason, type OverviewGroup, type Source, toSourceKey } from "./overview.ts";
import type { DeskDay } from "./overview-range.ts";

export type Filters = Record<string, string | string[]>;

/** Not validated, because the inbox does that, and validating 300 links would take a tenth of the overview's time. */
export function inboxPath(filters: Filters): string {
  const query = toSearchParams(filters);
  return query.size ? `/admin/inbox?${query}` : "/admin/inbox";
}

/** Returns the inbox path for a count of the overview, which includes snoozed submissions. */
export function countedPath(days: Filters, filters: Filters): string {
  return inboxPath({ ...days, snoozed: "all", ...filters });
}

/** If the last day is counted only in part, excludes later submissions, unless `isOpen`. */
export function toDaysFilters(days: readonly DeskDay[], { isOpen = false } = {}): Filters {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return {};
  return { from: first.day, to: last.day, ...(last.isPart && !isOpen ? { until: last.end.toISOString() } : {}) };
}

/** A link that excludes twenty names may be longer, but proxies refuse request lines over 8 KiB. */
export const linkCharactersMax = 8_000;

/** Includes snoozed submissions: operators postponed them, but the person still waits. */
export const waitingNow: Filters = { reply: "waiting", snoozed: "all", sort: "due" };
export const lateNow: Filters = { due: "late", snoozed: "all", sort: "due" };

export function toGroupFilters(group: OverviewGroup): Filters {
  return group === "inquiry" ? { kind: group } : { route: group };
}

export function toAgentFilters(agent: string): Filters {
  return { channel: "ai_agent", agent };
}

export function toOtherAgentsFilters(agents: string[]): Filters {
  return { channel: "ai_agent", agentNot: agents };
}

export function toSourceFilters(source: Source): Filters {
  return { source: toSourceKey(source) };
}

export function toOtherSourcesFilters(shown: Source[]): Filters {
  return { sourceNot: shown.map(toSourceKey) };
}

export function toReasonFilters({ reason }: LostReason): Filters {
  return { status: "lost", reason };
}

export function toOtherReasonsFilters(shown: LostReason[]): Filters {
  return { status: "lost", reasonNot: shown.map(({ reason }) => foldReason(reason) || reason) };
}

export function toAnswerFilters(question: number, score: number): Filters {
  return { answer: answerChoices[question * 3 + score] ?? [] };
}
