import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import type { LiveMessage } from "#lib/domain/submissions/inbox/live.ts";

/** Changes that may bring a submission into the list. */
const joiningChanges = ["status", "owner", "inbound"];

/**
 * Returns whether a message may be about a submission that belongs in the list but is not shown: a new one, or one that
 * was reopened.
 */
export function mayJoin(message: LiveMessage, rows: readonly SubmissionRef[]): boolean {
  if (message.type === "submitted") return true;
  if (message.type !== "changed" || !joiningChanges.includes(message.change)) return false;
  return !rows.some(({ kind, id }) => kind === message.kind && id === message.id);
}
