import { answerChoices, toSearchParams } from "../inbox/inbox-query.ts";
import { foldReason, type LostReason, type OverviewGroup, type Source, toSourceKey } from "./overview.ts";
import type { DeskDay } from "./overview-range.ts";

/** Of the inbox, by which it lists what a number counts. */
export type Filters = Record<string, string | string[]>;

/** Not parsed: the inbox parses its URL anyway, and parsing 300 links takes a tenth of the overview's time. */
export function inboxPath(filters: Filters): string {
  const query = toSearchParams(filters);
  return query.size ? `/admin/inbox?${query}` : "/admin/inbox";
}

/** With what is snoozed. `days` as of `toDaysFilters`. */
export function countedPath(days: Filters, filters: Filters): string {
  return inboxPath({ ...days, snoozed: "all", ...filters });
}

/** Of a day that is counted in part, only what arrived by then; `isOpen`: up to now. */
export function toDaysFilters(days: readonly DeskDay[], { isOpen = false } = {}): Filters {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return {};
  return { from: first.day, to: last.day, ...(last.isPart && !isOpen ? { until: last.end.toISOString() } : {}) };
}

/** The longest path: proxies refuse a line of a request over 8 KiB. Twenty names that are left out may need more. */
export const linkCharactersMax = 8_000;

/** With what is snoozed: it is the operators who put it off, not the person who waits. */
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
