import "server-only";
import type { Operator, OperatorContext } from "../../domain/access/operator.ts";
import type { DigestItem } from "../../domain/mail/compose-without-submission.ts";
import { getNextDigest, type MailChoices, NoticeChoice } from "../../domain/mail/mail-choices.ts";
import { StoredRoute } from "../../domain/submissions/core/schema.ts";
import { isClosed, Status } from "../../domain/submissions/core/status.ts";
import { SubmissionKind, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { database, inDeskTransaction, inMailTransaction, type RawTransaction } from "../db.ts";
import { env } from "../env.ts";
import { queueMails } from "../queue/mails.ts";

export async function getMailChoices({ operator }: { operator: Operator }): Promise<MailChoices> {
  const select = { notices: true, digestHours: true, isWarned: true } as const;
  const row = await database((db) => db.operator.findUniqueOrThrow({ where: { id: operator.id }, select }), "desk");
  return { ...row, notices: NoticeChoice.parse(row.notices) };
}

/** If the operator switches off digests, sends the waiting items at once. */
export async function changeMailChoices(
  { notices, digestHours, isWarned }: MailChoices,
  { operator: { id }, now }: OperatorContext,
): Promise<void> {
  const digestAt = getNextDigest(digestHours, now, env().TIME_ZONE);
  await inDeskTransaction(async (tx) => {
    const data = { notices, digestHours, isWarned, digestAt, updatedAt: now };
    await tx.operator.update({ where: { id }, data, select: { id: true } });
    const isOver = !digestHours.length && (await tx.digestItem.count({ where: { operatorId: id } })) > 0;
    if (isOver) await queueMails(tx, [{ job: { mail: "digest", operator: id } }]);
  });
}

/** Call this in the transaction that deletes the replaced mail. Items of a digest being sent join the next one, too. */
export async function addDigestItems(
  tx: RawTransaction,
  { kind, id }: SubmissionRef,
  operators: string[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO digest_items (operator_id, kind, submission_id)
    SELECT id, ${kind}, ${id}::int FROM operators WHERE id = ANY (${operators}::text[]) ORDER BY id
    ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET mail_id = NULL`;
}

/** Call this in the transaction that deletes the digest. Keeps items that were added again since. */
export async function deleteDigestItems(tx: RawTransaction, operatorId: string, mailId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM digest_items WHERE operator_id = ${operatorId} AND mail_id = ${mailId}::uuid`;
}

/** Leaves out other mails' items and current spam. @returns items that are not closed, withdrawn, or repeats */
export async function takeDigest(operatorId: string, mailId: string): Promise<DigestItem[]> {
  const select = {
    kind: true,
    id: true,
    createdAt: true,
    route: true,
    name: true,
    company: true,
    replyDueAt: true,
    replyWarningAt: true,
    status: true,
    repliedAt: true,
    consentWithdrawnAt: true,
    repeatOf: true,
    owner: { select: { id: true, name: true } },
  } as const;
  const rows = await database(async (db) => {
    // Also takes the items of a mail that no longer exists, because an operator may have discarded it.
    await db.$executeRaw`
      UPDATE digest_items AS item SET mail_id = CASE WHEN status <> 'spam' THEN ${mailId}::uuid END
      FROM submissions AS s
      WHERE operator_id = ${operatorId} AND s.kind = item.kind AND s.id = submission_id
        AND (mail_id IS NULL OR mail_id = ${mailId}::uuid
          OR NOT EXISTS (SELECT FROM mails WHERE mails.id = mail_id))`;
    const where = { operatorId, mailId };
    return db.digestItem.findMany({ where, select: { submission: { select } } });
  }, "mail");
  return rows
    .map(({ submission }) => ({
      ...submission,
      kind: SubmissionKind.parse(submission.kind),
      status: Status.parse(submission.status),
      route: StoredRoute.parse(submission.route),
    }))
    .filter(
      ({ status, consentWithdrawnAt, repeatOf }) => !isClosed(status) && !consentWithdrawnAt && repeatOf === null,
    );
}

/**
 * The row lock and the stored due time ensure that several workers queue each digest only once.
 * @returns number of digests queued
 */
export async function queueDueDigests({ now }: { now: Date }): Promise<number> {
  const isDue = { digestAt: { lte: now }, disabledAt: null };
  if (!(await database((db) => db.operator.findFirst({ where: isDue, select: { id: true } }), "mail"))) return 0;
  return inMailTransaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string; hours: number[]; hasItems: boolean }[]>`
      SELECT id, digest_hours AS hours,
        EXISTS (SELECT FROM digest_items WHERE operator_id = operators.id) AS "hasItems"
      FROM operators WHERE digest_at <= ${now}::timestamptz AND disabled_at IS NULL
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`;
    for (const { id, hours } of rows) {
      const next = getNextDigest(hours, now, env().TIME_ZONE);
      await tx.$executeRaw`UPDATE operators SET digest_at = ${next}::timestamptz WHERE id = ${id}`;
    }
    const due = rows.filter(({ hasItems }) => hasItems);
    await queueMails(
      tx,
      due.map(({ id }) => ({ job: { mail: "digest", operator: id } })),
    );
    return due.length;
  });
}
