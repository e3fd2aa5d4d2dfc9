import "server-only";
import type pg from "pg";
import type { Operator } from "../../domain/access/operator.ts";
import type { DigestItem } from "../../domain/mail/compose-digest.ts";
import { getNextDigest, getNextOverview, type MailChoices, NoticeChoice } from "../../domain/mail/mail-choices.ts";
import { LeadRoute } from "../../domain/submissions/core/schema.ts";
import { isClosed, Status } from "../../domain/submissions/core/status.ts";
import { SubmissionKind, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { getEndedWeek } from "../../domain/submissions/overview/overview-range.ts";
import { database, driverTransaction, inDeskTransaction } from "../db.ts";
import { env } from "../env.ts";
import { type NewMail, queueMails } from "../queue/mails.ts";

export async function getMailChoices(_input: object, { operator }: { operator: Operator }): Promise<MailChoices> {
  const select = { notices: true, digestHours: true, isWarned: true, overviewAt: true } as const;
  const { overviewAt, ...row } = await database(
    (db) => db.operator.findUniqueOrThrow({ where: { id: operator.id }, select }),
    "desk",
  );
  return { ...row, notices: NoticeChoice.parse(row.notices), hasWeeklyOverview: overviewAt !== null };
}

/** If the operator switches off digests, sends the waiting items at once. */
export async function changeMailChoices(
  { notices, digestHours, isWarned, hasWeeklyOverview }: MailChoices,
  { operator: { id }, now }: { operator: Operator; now: Date },
): Promise<void> {
  const { TIME_ZONE } = env();
  const digestAt = getNextDigest(digestHours, now, TIME_ZONE);
  await inDeskTransaction(async (tx) => {
    // Waits for a worker that may be queuing the planned weekly overview.
    await tx.$queryRaw`SELECT id FROM operators WHERE id = ${id} FOR NO KEY UPDATE`;
    const { overviewAt: planned } = await tx.operator.findUniqueOrThrow({
      where: { id },
      select: { overviewAt: true },
    });
    const overviewAt = hasWeeklyOverview ? getNextOverview(digestHours, now, TIME_ZONE, planned) : null;
    const data = { notices, digestHours, isWarned, digestAt, overviewAt, updatedAt: now };
    await tx.operator.update({ where: { id }, data, select: { id: true } });
    const isOver = !digestHours.length && (await tx.digestItem.count({ where: { operatorId: id } })) > 0;
    if (isOver) await queueMails(tx, [{ job: { mail: "digest", operator: id } }]);
  });
}

/** Call it in the transaction that deletes the replaced mail. An item in a digest being sent joins the next, too. */
export async function addDigestItems(
  client: pg.ClientBase,
  { kind, id }: SubmissionRef,
  operators: string[],
): Promise<void> {
  await client.query(
    `INSERT INTO digest_items (operator_id, kind, submission_id)
     SELECT id, $2, $3 FROM operators WHERE id = ANY ($1) ORDER BY id
     ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET mail_id = NULL`,
    [operators, kind, id],
  );
}

/** Call it in the transaction that deletes the digest. Keeps items that were added again since. */
export async function deleteDigestItems(client: pg.ClientBase, operatorId: string, mailId: string): Promise<void> {
  await client.query("DELETE FROM digest_items WHERE operator_id = $1 AND mail_id = $2", [operatorId, mailId]);
}

/** Leaves out other mails' items and current spam. @returns items to mention: not closed, withdrawn or repeated */
export async function takeDigest(operatorId: string, mailId: string): Promise<DigestItem[]> {
  const owner = { select: { id: true, name: true } } as const;
  const rows = await database(async (db) => {
    // Also takes the items of a mail that no longer exists, because an operator may have discarded it.
    await db.$executeRaw`
      UPDATE digest_items AS item SET mail_id = CASE WHEN status <> 'spam' THEN ${mailId}::uuid END
      FROM submissions AS s
      WHERE operator_id = ${operatorId} AND s.kind = item.kind AND s.id = submission_id
        AND (mail_id IS NULL OR mail_id = ${mailId}::uuid
          OR NOT EXISTS (SELECT FROM mails WHERE mails.id = mail_id))`;
    const where = { operatorId, mailId };
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
 * The row lock and the stored due times ensure that several workers queue each mail only once. After an outage, one
 * digest contains all items and one overview covers the most recent complete week.
 */
export async function queueDueSummaries({ now }: { now: Date }): Promise<void> {
  const isDue = { OR: [{ digestAt: { lte: now } }, { overviewAt: { lte: now } }], disabledAt: null };
  if (!(await database((db) => db.operator.findFirst({ where: isDue, select: { id: true } }), "mail"))) return;
  await database((_db, pool) => driverTransaction(pool, (client) => queueDueIn(client, now)), "mail");
}

type DueRow = { id: string; hours: number[]; digestAt: Date | null; overviewAt: Date | null; hasItems: boolean };

async function queueDueIn(client: pg.PoolClient, now: Date): Promise<void> {
  const { TIME_ZONE } = env();
  const { rows } = await client.query<DueRow>(
    `SELECT id, digest_hours AS hours, digest_at AS "digestAt", overview_at AS "overviewAt",
       EXISTS (SELECT FROM digest_items WHERE operator_id = operators.id) AS "hasItems"
     FROM operators WHERE (digest_at <= $1 OR overview_at <= $1) AND disabled_at IS NULL
     ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [now],
  );
  const { from: monday } = getEndedWeek(now, TIME_ZONE);
  const isDue = (at: Date | null) => at !== null && at <= now;
  const mails = rows.flatMap(({ id: operator, digestAt, overviewAt, hasItems }): NewMail[] => [
    ...(isDue(digestAt) && hasItems ? [{ job: { mail: "digest", operator } } as const] : []),
    ...(isDue(overviewAt) ? [{ job: { mail: "overview", operator, monday } } as const] : []),
  ]);
  for (const { id, hours, digestAt, overviewAt } of rows) {
    const nextDigest = isDue(digestAt) ? getNextDigest(hours, now, TIME_ZONE) : digestAt;
    const nextOverview = isDue(overviewAt) ? getNextOverview(hours, now, TIME_ZONE) : overviewAt;
    await client.query("UPDATE operators SET digest_at = $2, overview_at = $3 WHERE id = $1", [
      id,
      nextDigest,
      nextOverview,
    ]);
  }
  await queueMails(client, mails);
}
