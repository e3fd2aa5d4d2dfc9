import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";

const countMax = 1_000;

/** What the service has put into the spam folder since the operator last opened it. @throws AppError `unavailable` */
export async function countNewSpam({ operator }: { operator: Operator }): Promise<number> {
  // A worker that was away judges late, but not by days: the time of arrival bounds what the index is read for.
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM submissions
        JOIN (SELECT coalesce(spam_seen_at, created_at) AS seen_at FROM operators WHERE id = ${operator.id}) AS own
          ON submissions.created_at > seen_at - interval '7 days' AND closed_at > seen_at
        WHERE status = 'spam' AND spam_reasons IS NOT NULL AND repeat_of IS NULL LIMIT ${countMax}
      ) AS counted`,
    "desk",
  );
  return row?.count ?? 0;
}

/** The operator has opened the folder. @throws AppError `unavailable` */
export async function markSpamSeen(
  _input: object,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  await database(
    (db) => db.operator.update({ data: { spamSeenAt: now }, where: { id: operator.id }, select: { id: true } }),
    "desk",
  );
}
