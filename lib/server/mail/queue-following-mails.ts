import "server-only";
import { mailsAtOnce } from "../../domain/mail/mail.ts";
import { type ReplyPromise, toClock } from "../../domain/submissions/clock.ts";
import type { MailType } from "../../domain/submissions/events.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { queueMails } from "../queue/jobs.ts";

const submissionsPerTransaction = 50;

type StoredRow = ReplyPromise & { kind: SubmissionKind; id: number; createdAt: Date; route: string | null };

/**
 * Queues the mails of the oldest fifty unprocessed submissions and marks these as processed, in one transaction. A trigger
 * then makes their search words. Any number of workers may call it at once: SKIP LOCKED gives each other rows.
 * @returns number of submissions processed; more may be left
 * @throws AppError `unavailable`
 */
export function queueFollowingMails(): Promise<number> {
  return database(
    (_db, pool) =>
      driverTransaction(pool, async (client) => {
        const { rows } = await client.query<StoredRow>(
          `UPDATE submissions SET is_processed = true
           FROM (SELECT kind, id FROM submissions WHERE NOT is_processed ORDER BY created_at, kind, id
             LIMIT ${submissionsPerTransaction} FOR NO KEY UPDATE SKIP LOCKED) AS taken
           WHERE submissions.kind = taken.kind AND submissions.id = taken.id
           RETURNING submissions.kind, submissions.id, created_at AS "createdAt", route,
             reply_due_at AS "replyDueAt", reply_warning_at AS "replyWarningAt"`,
        );
        await queueMails(client, rows.flatMap(toFollowingMails));
        return rows.length;
      }),
    "mail",
  );
}

function toFollowingMails({ kind, id, createdAt, route, ...promise }: StoredRow) {
  const timed = { kind, route: route === null ? null : LeadRoute.parse(route), createdAt, ...promise } as const;
  const { warnsAt, dueAt } = toClock({ ...timed, status: "new", repliedAt: null }, createdAt);
  const mails: { mail: MailType; startAfter?: Date }[] = mailsAtOnce.map((mail) => ({ mail }));
  if (warnsAt) mails.push({ mail: "warning", startAfter: warnsAt });
  if (dueAt) mails.push({ mail: "breach", startAfter: dueAt });
  return mails.map(({ mail, ...due }) => ({ data: { mail, kind, id }, ...due }));
}
