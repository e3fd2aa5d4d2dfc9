import type { CappedCount } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";

/**
 * Finds the next submission in the last known order of the list, because the submission and its neighbours may have
 * left the list since.
 */
export function findNext(
  order: InboxRow[],
  subject: SubmissionRef,
  by: 1 | -1,
  rows: InboxRow[],
): InboxRow | undefined {
  const keys = new Set(rows.map(toSubmissionKey));
  const at = order.findIndex((row) => toSubmissionKey(row) === toSubmissionKey(subject));
  const onTheWay = by > 0 ? order.slice(at + 1) : order.slice(0, Math.max(0, at)).reverse();
  return onTheWay.find((row) => keys.has(toSubmissionKey(row)));
}

/**
 * Counts the rows in the list. The service counts only once and caps the count, so the result is never below the number
 * of shown rows.
 */
export function countListed(
  total: CappedCount = { count: 0, isCapped: false },
  rowCount: number,
  hasNextPage: boolean,
): CappedCount {
  if (!hasNextPage) return { count: rowCount, isCapped: false };
  return { count: Math.max(total.count, rowCount), isCapped: total.isCapped || rowCount >= total.count };
}

export function focusRow({ kind, id }: SubmissionRef): void {
  document.querySelector<HTMLElement>(`a[data-row="${kind}-${id}"]`)?.focus();
}
