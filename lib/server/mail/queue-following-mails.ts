import "server-only";
import type pg from "pg";
import { mailsAtOnce } from "../../domain/mail/mail.ts";
import { type ReplyPromise, toClock } from "../../domain/submissions/clock.ts";
import type { MailType } from "../../domain/submissions/events.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { queueMails } from "../queue/jobs.ts";
import { lockContents, relinkRepeats, repeatedId } from "../submissions/repeats.ts";

const submissionsPerTransaction = 50;

type TakenRow = SubmissionRef & { contentHash: string | null };
type StoredRow = SubmissionRef & ReplyPromise & { createdAt: Date; route: string | null; repeatOf: number | null };

/**
 * Queues the mails of the oldest fifty unprocessed submissions and marks these as processed, in one transaction. Repeats
 * are linked to their first submission and get no mails. A trigger then makes the search words. Any number of workers may
 * call it at once: SKIP LOCKED gives each other rows.
 * @returns number of submissions processed; more may be left
 * @throws AppError `unavailable`
 */
export function queueFollowingMails(): Promise<number> {
  return database((_db, pool) => driverTransaction(pool, queueFollowingIn), "mail");
}

/** In the caller's transaction. */
export async function queueFollowingIn(client: pg.ClientBase): Promise<number> {
  const { rows: taken } = await client.query<TakenRow>(
    `SELECT kind, id, content_hash AS "contentHash" FROM submissions WHERE NOT is_processed
     ORDER BY created_at, kind, id LIMIT ${submissionsPerTransaction} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  if (!taken.length) return 0;
  await lockContents(
    client,
    taken.map(({ contentHash }) => contentHash),
  );
  const rows = await markProcessed(client, taken);
  const isRepeat = ({ repeatOf }: StoredRow) => repeatOf !== null;
  await relinkRepeats(client, rows.filter(isRepeat));
  await queueMails(client, rows.filter((row) => !isRepeat(row)).flatMap(toFollowingMails));
  return rows.length;
}

/** A form of the desk that was opened before its submission became a repeat has an older revision, and is refused. */
async function markProcessed(client: pg.ClientBase, taken: SubmissionRef[]): Promise<StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `UPDATE submissions SET is_processed = true, repeat_of = link.first,
       revision = submissions.revision + (link.first IS NOT NULL)::int
     FROM (
       SELECT kind, id, ${repeatedId} AS first FROM submissions JOIN unnest($1::text[], $2::int[]) AS taken (kind, id)
         USING (kind, id)
     ) AS link
     WHERE submissions.kind = link.kind AND submissions.id = link.id
     RETURNING submissions.kind, submissions.id, created_at AS "createdAt", route, repeat_of AS "repeatOf",
       reply_due_at AS "replyDueAt", reply_warning_at AS "replyWarningAt"`,
    [taken.map(({ kind }) => kind), taken.map(({ id }) => id)],
  );
  return rows;
}

function toFollowingMails({ kind, id, createdAt, route, ...promise }: StoredRow) {
  const timed = { kind, route: route === null ? null : LeadRoute.parse(route), createdAt, ...promise } as const;
  const { warnsAt, dueAt } = toClock({ ...timed, status: "new", repliedAt: null }, createdAt);
  const mails: { mail: MailType; startAfter?: Date }[] = mailsAtOnce.map((mail) => ({ mail }));
  if (warnsAt) mails.push({ mail: "warning", startAfter: warnsAt });
  if (dueAt) mails.push({ mail: "breach", startAfter: dueAt });
  return mails.map(({ mail, ...due }) => ({ data: { mail, kind, id }, ...due }));
}
