import "server-only";
import type pg from "pg";
import { getNextDigest, type MailChoices, NoticeChoice } from "../../domain/desk/mail-choices.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import type { DigestItem } from "../../domain/mail/compose-digest.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { isClosed, Status } from "../../domain/submissions/status.ts";
import { SubmissionKind, type SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { env } from "../env.ts";
import { queueMails } from "../queue/jobs.ts";
import { mailQueue } from "../queue/queue.ts";

/** @throws AppError `unavailable` */
export async function getMailChoices(_input: object, { operator }: { operator: Operator }): Promise<MailChoices> {
  const select = { notices: true, digestHours: true, isWarned: true } as const;
  const row = await database((db) => db.operator.findUniqueOrThrow({ where: { id: operator.id }, select }), "desk");
  return { ...row, notices: NoticeChoice.parse(row.notices) };
}

/**
 * Stores which mails an operator wants. What waits for a digest goes out at once when the digests end.
 * @throws AppError `unavailable`
 */
export async function changeMailChoices(
  { notices, digestHours, isWarned }: MailChoices,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  const digestAt = getNextDigest(digestHours, now, env().TIME_ZONE);
  const data = { notices, digestHours, isWarned, digestAt, updatedAt: now };
  await database(
    (db) =>
      db.$transaction(async (tx) => {
        await tx.operator.update({ where: { id: operator.id }, data, select: { id: true } });
        const isOver = !digestHours.length && (await tx.digestItem.count({ where: { operatorId: operator.id } })) > 0;
        if (isOver) await queueMails(tx, [{ data: { mail: "digest", operator: operator.id } }]);
      }),
    "desk",
  );
}

/**
 * In the transaction that ends the job of the mail which these operators would have got. What a digest that is being sent
 * has already is for the next one again.
 */
export async function addDigestItems(
  client: pg.ClientBase,
  { kind, id }: SubmissionRef,
  operators: string[],
): Promise<void> {
  await client.query(
    `INSERT INTO digest_items (operator_id, kind, submission_id)
     SELECT id, $2, $3 FROM operators WHERE id = ANY ($1) ORDER BY id
     ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET job_id = NULL`,
    [operators, kind, id],
  );
}

/** In the transaction that ends the digest's job: what it has told of, and what has not come up again since. */
export async function deleteDigestItems(client: pg.ClientBase, operatorId: string, jobId: string): Promise<void> {
  await client.query("DELETE FROM digest_items WHERE operator_id = $1 AND job_id = $2", [operatorId, jobId]);
}

/**
 * Takes what waits for an operator's digest, unless another job has it. @returns those that still concern somebody: neither
 * closed nor withdrawn, and no repeat
 * @throws AppError `unavailable`
 */
export async function takeDigest(operatorId: string, jobId: string): Promise<DigestItem[]> {
  const owner = { select: { id: true, name: true } } as const;
  const rows = await database(async (db) => {
    // An operator may have discarded the job that had it.
    await db.$executeRaw`
      UPDATE digest_items SET job_id = ${jobId}::uuid WHERE operator_id = ${operatorId}
        AND (job_id IS NULL OR NOT EXISTS (SELECT FROM pgboss.job WHERE name = ${mailQueue} AND id = job_id))`;
    const where = { operatorId, jobId };
    return db.digestItem.findMany({ where, select: { submission: { include: { owner } } } });
  }, "mail");
  return rows
    .map(({ submission }) => ({
      ...submission,
      kind: SubmissionKind.parse(submission.kind),
      status: Status.parse(submission.status),
      route: submission.route === null ? null : LeadRoute.parse(submission.route),
    }))
    .filter(
      ({ status, consentWithdrawnAt, repeatOf }) => !isClosed(status) && !consentWithdrawnAt && repeatOf === null,
    );
}

/**
 * Queues the digests whose time has come, each once, however many workers run: the row's lock and its next time decide.
 * Without items there is no mail. After an outage one digest has everything.
 * @throws AppError `unavailable`
 */
export async function queueDueDigests({ now }: { now: Date }): Promise<void> {
  const isDue = { digestAt: { lte: now }, disabledAt: null };
  if (!(await database((db) => db.operator.findFirst({ where: isDue, select: { id: true } }), "mail"))) return;
  await database((_db, pool) => driverTransaction(pool, (client) => queueDueIn(client, now)), "mail");
}

async function queueDueIn(client: pg.PoolClient, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string; hours: number[]; hasItems: boolean }>(
    `SELECT id, digest_hours AS hours,
       EXISTS (SELECT FROM digest_items WHERE operator_id = operators.id) AS "hasItems"
     FROM operators WHERE digest_at <= $1 AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [now],
  );
  for (const { id, hours } of rows) {
    const next = getNextDigest(hours, now, env().TIME_ZONE);
    await client.query("UPDATE operators SET digest_at = $2 WHERE id = $1", [id, next]);
  }
  const mails = rows
    .filter(({ hasItems }) => hasItems)
    .map(({ id }) => ({ data: { mail: "digest", operator: id } as const }));
  await queueMails(client, mails);
}
