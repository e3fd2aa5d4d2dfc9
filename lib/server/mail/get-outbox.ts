import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { mailsAtOnce } from "../../domain/mail/mail.ts";
import type { Outbox } from "../../domain/mail/outbox.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { findMissingWorker } from "../queue/find-missing-worker.ts";
import { mailQueue, mailQueueOptions, storedQueue } from "../queue/queue.ts";
import { StoredFault } from "./delivery-fault.ts";
import { type JobRow, selectJobs, toOwedMail } from "./owed-mail.ts";

const deadMax = 100;

type Counts = Pick<Outbox, "waiting" | "waitingSince" | "scheduled" | "sending" | "dead"> & { output: unknown };

/**
 * What mail is owed and what is dead, of which the hundred that died first. A stored submission whose mails are not
 * queued yet counts as the mails due at once. When a mail was due is told by how long it is kept: each attempt moves
 * `start_after`.
 * @throws AppError `unavailable`
 */
export async function getOutbox(_operator: Operator): Promise<Outbox> {
  const missingWorker = await findMissingWorker("desk");
  const [[counts], rows] = await database(
    (db) =>
      Promise.all([
        db.$queryRaw<Counts[]>`
          SELECT coalesce(sum(CASE WHEN is_mail THEN 1 ELSE ${mailsAtOnce.length}::int END) FILTER (WHERE waits), 0)::int
              AS waiting,
            min(due_at) FILTER (WHERE waits) AS "waitingSince",
            count(*) FILTER (WHERE state < 'active' AND NOT waits)::int AS scheduled,
            count(*) FILTER (WHERE state = 'active' AND is_mail)::int AS sending,
            count(*) FILTER (WHERE state = 'failed' AND is_mail)::int AS dead,
            mode() WITHIN GROUP (ORDER BY output) FILTER (WHERE waits AND is_mail AND output IS NOT NULL) AS output
          FROM (SELECT state, output, is_mail, keep_until - ${mailQueueOptions.retentionSeconds} * interval '1 second' AS due_at,
              state = 'retry' OR (state = 'created' AND start_after <= now()) OR (state = 'active' AND NOT is_mail) AS waits
            FROM pgboss.job, LATERAL (SELECT name = ${mailQueue} AS is_mail) AS queue
            WHERE name IN (${storedQueue}, ${mailQueue})) AS jobs`,
        db.$queryRaw<JobRow[]>`
          ${selectJobs(Prisma.sql`name = ${mailQueue} AND state = 'failed'`)} ORDER BY completed_on, id LIMIT ${deadMax}`,
      ]),
    "desk",
  );
  if (!counts) throw new Error("a count has no row");
  const { output, ...numbers } = counts;
  return {
    ...numbers,
    deadMails: rows.map(toOwedMail),
    fault: StoredFault.safeParse(output).data ?? null,
    missingWorker,
  };
}
