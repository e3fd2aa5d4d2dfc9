import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { recordAudit } from "../../audit.ts";
import { insertEvent } from "../core/events.ts";
import { withLockedRow } from "../core/locked-row.ts";
import { getReplyPromise } from "../core/reply-promise.ts";

/** The reply time starts now, with the acknowledgement. @throws AppError `invalid_input` if withdrawn; `not_found` */
export function separateRepeat({ kind, id }: SubmissionRef, { operator, now }: OperatorContext): Promise<unknown> {
  return withLockedRow({ kind, id }, async (tx, { repeatOf, consentWithdrawnAt }) => {
    if (repeatOf === null) return;
    if (consentWithdrawnAt) throw new AppError("invalid_input", "The person withdrew the consent.");
    const { dueAt, warnsAt, terms } = getReplyPromise(now);
    // Sets a new deadline, and the time from which replies are measured, only if the repeat had one.
    await tx.$executeRaw`
      UPDATE submissions SET revision = revision + 1, repeat_of = NULL, is_processed = false,
        asked_at = CASE WHEN reply_due_at IS NOT NULL THEN ${now}::timestamptz END,
        reply_due_at = CASE WHEN reply_due_at IS NOT NULL THEN ${dueAt}::timestamptz END,
        reply_warning_at = CASE WHEN reply_due_at IS NOT NULL THEN ${warnsAt}::timestamptz END,
        reply_hours = CASE WHEN reply_due_at IS NOT NULL THEN ${terms.hours}::smallint END,
        reply_hours_run = CASE WHEN reply_due_at IS NOT NULL THEN ${terms.run} END
      WHERE kind = ${kind} AND id = ${id}`;
    const details = { first: repeatOf, repeat: id };
    await insertEvent(tx, operator, { kind, id: repeatOf }, { type: "separated", details }, now);
    await recordAudit(tx, { at: now, actor: operator, action: "submission_separated", details: { kind, id } });
    await insertEvent(tx, operator, { kind, id }, { type: "separated", details }, now);
  });
}
