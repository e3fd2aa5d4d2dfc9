import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import { database } from "../../db.ts";

const countMax = 1_000;

/** Number of newest mails to read. New mails have the highest ids, and no index covers the time. */
const mailsMax = 1_000;

/**
 * Counts the submissions that the service has put into the spam folder since the operator last opened it, and older
 * ones whose person has written since. No other notice mentions these mails.
 * @throws AppError `unavailable`
 */
export async function countNewSpam({ operator }: { operator: Operator }): Promise<number> {
  // Limits the arrival time, so that little of the index is read. A worker that was down judges late, but not by days.
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`
      WITH own AS (SELECT coalesce(spam_seen_at, created_at) AS seen_at FROM operators WHERE id = ${operator.id})
      SELECT count(*)::int AS count FROM (
        (SELECT kind, id FROM submissions JOIN own
          ON submissions.created_at > seen_at - interval '7 days' AND closed_at > seen_at
          WHERE status = 'spam' AND spam_reasons IS NOT NULL AND repeat_of IS NULL LIMIT ${countMax})
        UNION
        SELECT s.kind, s.id
        FROM (SELECT kind, submission_id, type, received_at FROM inbound_mails ORDER BY id DESC LIMIT ${mailsMax}) AS mail
        JOIN own ON received_at > seen_at
        JOIN submissions AS s ON s.kind = mail.kind AND s.id = submission_id
        WHERE type = 'message' AND status = 'spam' AND received_at > closed_at
      ) AS counted`,
    "desk",
  );
  return Math.min(row?.count ?? 0, countMax);
}

/** Records that the operator has opened the spam folder. @throws AppError `unavailable` */
export async function markSpamSeen(
  _input: object,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  await database(
    (db) => db.operator.update({ data: { spamSeenAt: now }, where: { id: operator.id }, select: { id: true } }),
    "desk",
  );
}
