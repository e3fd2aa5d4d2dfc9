import "server-only";
import type { StatusChange } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { progressAfter } from "../../domain/desk/status.ts";
import { AppError } from "../../domain/errors.ts";
import { changeSubmission, storeProgress } from "./change-submission.ts";
import { insertEvent } from "./events.ts";

/**
 * Moves a submission to another status; the verdict stays. The first status that tells of a reply stops the clock.
 * @throws AppError `invalid_input` when that is its status already; `not_found`; `conflict`; `unavailable`
 */
export function changeStatus(
  operator: Operator,
  change: StatusChange,
  { now }: { now: Date },
): Promise<{ revision: number }> {
  return changeSubmission(operator, change, async (tx, row) => {
    if (row.status === change.status) throw new AppError("invalid_input", "That is its status already.");
    const progress = progressAfter(row, change.status, change.reason, now);
    await storeProgress(tx, change, progress);
    const details = {
      from: row.status,
      to: progress.status,
      ...(progress.closeReason === null ? {} : { reason: progress.closeReason }),
      before: {
        repliedAt: row.repliedAt?.toISOString() ?? null,
        closedAt: row.closedAt?.toISOString() ?? null,
        closeReason: row.closeReason,
      },
    };
    await insertEvent(tx, operator, change, { type: "status", details }, now);
    return true;
  });
}
