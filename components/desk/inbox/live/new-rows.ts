import { toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { type Cursor, compareRows, type InboxQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";

/** Lists rows at the start of the list that are not shown. Leaves out rows that belong to the next page. */
export function listNewRows(
  top: readonly Cursor[],
  rows: readonly Cursor[],
  sort: InboxQuery["sort"],
  hasNextPage: boolean,
): Cursor[] {
  const shown = new Set(rows.map(toSubmissionKey));
  const last = hasNextPage ? rows.at(-1) : undefined;
  return top.filter((row) => !shown.has(toSubmissionKey(row)) && !(last && compareRows(sort)(row, last) > 0));
}
