import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { Outbox } from "../../domain/mail/outbox.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { findMissingWorker } from "../queue/find-missing-worker.ts";
import { mailQueue, mailQueueOptions } from "../queue/queue.ts";
import { StoredFault } from "./delivery-fault.ts";
import { type JobRow, selectJobs, toOwedMail } from "./owed-mail.ts";

const deadMax = 100;

type Counts = Pick<Outbox, "waiting" | "waitingSince" | "scheduled" | "sending" | "dead"> & { output: unknown };

/**
 * What mail is owed and what is dead, of which the hundred that died first. When a mail was due is told by how long it
 * is kept: each attempt moves `start_after`.
 * @throws AppError `unavailable`
 */
export async function getOutbox(_operator: Operator): Promise<Outbox> {
  const missingWorker = await findMissingWorker("desk");
  const [[counts], rows] = await database(
    (db) =>
      Promise.all([
        db.$queryRaw<Counts[]>`
          SELECT count(*) FILTER (WHERE waits)::int AS waiting, min(due_at) FILTER (WHERE waits) AS "waitingSince",
            count(*) FILTER (WHERE state < 'active' AND NOT waits)::int AS scheduled,
            count(*) FILTER (WHERE state = 'active')::int AS sending,
            count(*) FILTER (WHERE state = 'failed')::int AS dead,
            mode() WITHIN GROUP (ORDER BY output) FILTER (WHERE waits AND output IS NOT NULL) AS output
          FROM (SELECT state, output, state = 'retry' OR (state = 'created' AND start_after <= now()) AS waits,
              keep_until - ${mailQueueOptions.retentionSeconds} * interval '1 second' AS due_at
            FROM pgboss.job WHERE name = ${mailQueue}) AS jobs`,
        db.$queryRaw<JobRow[]>`
          ${selectJobs(Prisma.sql`state = 'failed'`)} ORDER BY completed_on, id LIMIT ${deadMax}`,
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
