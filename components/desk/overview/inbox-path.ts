import { parseInboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";

export type Filters = Record<string, string>;
export type Days = { from: string; to: string };

/** The list of what a number counts: what is snoozed as well. */
export function countedPath(days: Days, filters: Filters): string {
  return inboxPath({ from: days.from, to: days.to, snoozed: "all", ...filters });
}

export function inboxPath(filters: Filters): string {
  const query = toQuery(parseInboxQuery(filters));
  return query.size ? `/admin/inbox?${query}` : "/admin/inbox";
}
