import "server-only";
import { hourMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import { toColumns } from "../../../domain/submissions/core/fields.ts";
import { privacyNoticeVersion } from "../../../domain/submissions/core/promises.ts";
import type { ContactInput, EvaluationInput } from "../../../domain/submissions/core/schema.ts";
import { applyStatus, type Status } from "../../../domain/submissions/core/status.ts";
import { toProperty } from "../../../domain/submissions/core/submission.ts";
import type { SubmissionKind, SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { inLongTransaction, lockMaintenance } from "../../maintenance.ts";
import { getSiteSettings } from "../../site.ts";
import { insertEvent, toPreviousStatus } from "../core/events.ts";
import { getReplyPromise, toPromiseColumns } from "../core/reply-promise.ts";
import { judgeAnswers } from "../core/verdict.ts";
import { hashContent } from "./repeats.ts";

const demoId = "demo-";

export type DemoSubmission = {
  hoursAgo: number;
  sent: { kind: "evaluation"; input: EvaluationInput } | { kind: "inquiry"; input: ContactInput };
  assistedBy?: string;
  /** A withdrawn submission must be at most 20 minutes old, before it is purged. */
  consent?: "claimed" | "elicited" | "confirmed" | "withdrawn";
  isLate?: boolean;
  /** Repeats the submission before it. */
  isRepeat?: boolean;
  work?: { status: Status; hoursLater: number; reason?: string; note?: string };
};

/** @throws AppError `conflict` when the site is not a demonstration */
export function requireDemonstration(): void {
  if (getSiteSettings().isDemonstration) return;
  throw new AppError("conflict", "This is not a demonstration: CONTACT_EMAIL and SCHEDULING_URL are set.");
}

/**
 * Replaces the demo submissions of an earlier call. Stores them as processed, so that no mail is queued for them.
 * @throws AppError `conflict` when the site is not a demonstration, or has other submissions
 */
export function storeDemo(submissions: DemoSubmission[], { now }: { now: Date }): Promise<number> {
  requireDemonstration();
  return inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await deleteFormerDemo(tx);
    const where = { disabledAt: null };
    const operators = await tx.operator.findMany({ where, select: { id: true }, orderBy: { createdAt: "asc" } });
    let first: SubmissionRef | null = null;
    for (const [at, submission] of submissions.entries()) {
      const ref = await storeSubmission(tx, { ...submission, requestId: `${demoId}${at + 1}`, first, now });
      if (!submission.isRepeat) first = ref;
      const ownerId = operators[at % 3]?.id ?? null;
      if (submission.work) await storeOperatorsWork(tx, ref, submission.work, { ownerId, now });
    }
    return submissions.length;
  });
}

/** Author of demo events. Not a current operator, because no real operator did this work. */
const formerOperator = { name: "Mariana Paz" };

/** Deletes earlier demo submissions. Nobody can own an address below .example, so this deletes no real submission. */
async function deleteFormerDemo(tx: Prisma.TransactionClient): Promise<void> {
  const where = { requestId: { startsWith: demoId }, email: { endsWith: ".example" } };
  const others = await tx.submission.count({ where: { NOT: where } });
  if (others) throw new AppError("conflict", `The database has ${others} other submissions: nothing was stored.`);
  await tx.submission.deleteMany({ where });
}

type Storing = DemoSubmission & { requestId: string; first: SubmissionRef | null; now: Date };

async function storeSubmission(tx: Prisma.TransactionClient, storing: Storing): Promise<SubmissionRef> {
  const { sent, consent, assistedBy, requestId, isRepeat, first, now } = storing;
  const { kind, input } = sent;
  const createdAt = getCreatedAt(storing);
  const answeredAt = new Date(now.getTime() - hourMilliseconds / 3);
  const { name, channel } = input;
  const own = kind === "evaluation" ? judgeAnswers(input) : { route: null };
  const columns = toColumns(kind, input);
  const id = await nextId(tx, kind);
  const row = {
    kind,
    id,
    createdAt,
    requestId,
    ...toProperties(columns),
    assistedBy,
    ...own,
    ...toPromiseColumns({ kind, route: own.route }, createdAt),
    noticeVersion: channel === "web" || consent === "elicited" ? privacyNoticeVersion : null,
    contentHash: hashContent(kind, { ...columns, ...own }),
    repeatOf: isRepeat ? first?.id : null,
    revision: isRepeat ? 1 : 0,
    consentEvidence: channel === "web" ? null : consent === "elicited" ? consent : "claimed",
    ...(consent === "confirmed" && { consentConfirmedAt: answeredAt, consentNoticeVersion: privacyNoticeVersion }),
    ...(consent === "withdrawn" && { consentWithdrawnAt: answeredAt }),
    isProcessed: true,
  };
  await tx.submission.create({ data: row, select: { id: true } });
  if (consent === "confirmed" || consent === "withdrawn") {
    const details = { change: consent, noticeVersion: privacyNoticeVersion };
    await insertEvent(tx, { name }, { kind, id }, { type: "consent", details }, answeredAt);
  }
  return { kind, id };
}

type SentProperties = Pick<
  Prisma.SubmissionUncheckedCreateInput,
  "name" | "email" | "language" | "text" | "sourcePage" | "channel"
>;

/** The cast is needed because Prisma's types accept only columns that are written out. */
function toProperties(columns: Record<string, unknown>): SentProperties {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [toProperty(column), value]),
  ) as SentProperties;
}

function getCreatedAt({ hoursAgo, isLate, now }: Storing): Date {
  let createdAt = new Date(now.getTime() - hoursAgo * hourMilliseconds);
  while (isLate && getReplyPromise(createdAt).dueAt >= now)
    createdAt = new Date(createdAt.getTime() - hourMilliseconds);
  return createdAt;
}

async function nextId(tx: Prisma.TransactionClient, kind: SubmissionKind): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`SELECT nextval(${`${kind}_id_seq`})::int AS id`;
  if (!row) throw new Error("a sequence gave no number");
  return row.id;
}

async function storeOperatorsWork(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  { status, hoursLater, reason, note }: NonNullable<DemoSubmission["work"]>,
  { ownerId, now }: { ownerId: string | null; now: Date },
): Promise<void> {
  const where = { kind_id: ref };
  const { createdAt } = await tx.submission.findUniqueOrThrow({ where, select: { createdAt: true } });
  const at = new Date(Math.min(createdAt.getTime() + hoursLater * hourMilliseconds, now.getTime()));
  const before = { status: "new", repliedAt: null, closedAt: null, closeReason: null } as const;
  const progress = applyStatus(before, status, reason, at);
  const data = { ...progress, ownerId, revision: note === undefined ? 1 : 2 };
  await tx.submission.update({ where, data, select: { id: true } });
  const details = { from: before.status, to: status, ...(reason && { reason }), before: toPreviousStatus(before) };
  await insertEvent(tx, formerOperator, ref, { type: "status", details }, at);
  if (note !== undefined) await insertEvent(tx, formerOperator, ref, { type: "note", details: { text: note } }, at);
}
