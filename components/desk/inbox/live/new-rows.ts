import { toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { type Cursor, compareRows, type InboxQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";

/** The rows that the list would begin with and does not show; those of its next page are none of them. */
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
