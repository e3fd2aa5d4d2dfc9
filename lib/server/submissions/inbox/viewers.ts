import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import type { Viewing } from "../../../domain/submissions/inbox/live.ts";
import { database } from "../../db.ts";

/** Seconds for which a view counts. A tab reports every fifteen seconds while a submission is open. */
export const viewingSeconds = 30;

/**
 * Records that the operator has opened or left the submission. Does nothing for an unknown submission.
 * @throws AppError `unavailable`
 */
export async function viewSubmission(
  { kind, id, isOpen }: Viewing,
  { operator }: { operator: Operator },
): Promise<void> {
  await database(
    (db) =>
      isOpen
        ? db.$executeRaw`
            WITH old AS (
              DELETE FROM submission_viewers WHERE operator_id = ${operator.id}
                AND at < now() - make_interval(secs => ${viewingSeconds}) AND (kind, submission_id) <> (${kind}, ${id})
            )
            INSERT INTO submission_viewers (operator_id, kind, submission_id, at)
            SELECT ${operator.id}, kind, id, now() FROM submissions WHERE kind = ${kind} AND id = ${id}
            ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET at = excluded.at`
        : db.$executeRaw`
            DELETE FROM submission_viewers
            WHERE operator_id = ${operator.id} AND kind = ${kind} AND submission_id = ${id}`,
    "desk",
  );
}
