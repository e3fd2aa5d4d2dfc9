import "server-only";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  ConsentPurpose,
  type ConsentRequest,
  consentLinkDays,
  SecretToken,
} from "../../../domain/submissions/core/consent.ts";
import { parseNoticeVersion } from "../../../domain/submissions/core/promises.ts";
import { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database } from "../../db.ts";
import { createToken, hashToken } from "../../derived-keys.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { recordErasedSubmissions } from "../core/erasure-records.ts";
import { insertEvent, person } from "../core/events.ts";
import { linkRepeats } from "./repeats.ts";

export type ConsentTokens = Record<ConsentPurpose, string>;

/** Each attempt needs new links, because earlier tokens are stored only as hashes. All work until one is used. */
export async function createConsentTokens({ kind, id }: SubmissionRef, { now }: { now: Date }): Promise<ConsentTokens> {
  const tokens: ConsentTokens = { confirm: createToken(), withdraw: createToken() };
  const expiresAt = new Date(now.getTime() + consentLinkDays * dayMilliseconds);
  const data = ConsentPurpose.options.map((purpose) => ({
    tokenHash: hashToken(tokens[purpose]),
    purpose,
    kind,
    submissionId: id,
    expiresAt,
  }));
  await database((db) => db.consentLink.createMany({ data }), "mail");
  return tokens;
}

export async function deleteConsentLinks(tokens: ConsentTokens): Promise<void> {
  const hashes = Object.values(tokens).map(hashToken);
  await database((db) => db.consentLink.deleteMany({ where: { tokenHash: { in: hashes } } }), "mail");
}

export async function purgeConsentLinks({ now }: { now: Date }): Promise<void> {
  await database((db) => db.consentLink.deleteMany({ where: { expiresAt: { lte: now } } }), "maintenance");
}

/** Returns null if the token is unknown, used or expired. */
export async function findConsent(token: unknown, { now }: { now: Date }): Promise<ConsentRequest | null> {
  const parsed = SecretToken.safeParse(token);
  return parsed.success ? database((db) => findLink(db, parsed.data, now), "mail") : null;
}

async function findLink(
  db: Pick<Prisma.TransactionClient, "consentLink">,
  token: string,
  now: Date,
): Promise<ConsentRequest | null> {
  const link = await db.consentLink.findFirst({
    select: {
      purpose: true,
      kind: true,
      submissionId: true,
      submission: { select: { agentName: true, createdAt: true } },
    },
    where: { tokenHash: hashToken(token), expiresAt: { gt: now }, submission: { consentWithdrawnAt: null } },
  });
  if (!link) return null;
  const { agentName, createdAt } = link.submission;
  const ref = SubmissionRef.parse({ kind: link.kind, id: link.submissionId });
  return { ...ref, purpose: ConsentPurpose.parse(link.purpose), agentName: agentName ?? "", submittedAt: createdAt };
}

/**
 * A link works once. Withdrawing marks the submission and its repeats; the hourly purge erases them within two hours.
 * @throws AppError `not_found` for an unknown, used or expired token
 */
export async function answerConsent(
  { token, noticeVersion }: { token: unknown; noticeVersion?: unknown },
  { now }: { now: Date },
): Promise<SubmissionRef & { purpose: ConsentPurpose }> {
  const parsed = SecretToken.safeParse(token);
  if (!parsed.success) throw createInvalidLinkError();
  const version = parseNoticeVersion(noticeVersion);
  return database((db) => db.$transaction((tx) => applyConsentAnswer(tx, parsed.data, version, now)), "mail");
}

function createInvalidLinkError(): AppError {
  return new AppError("not_found", "This link does not work: it was used, has expired, or never was one of ours.");
}

async function applyConsentAnswer(tx: Prisma.TransactionClient, token: string, noticeVersion: string, now: Date) {
  const first = await findLink(tx, token, now);
  if (!first) throw createInvalidLinkError();
  if (first.purpose === "withdraw") await linkRepeats(tx, first, now);
  // Locks the submission before its links, as an erasure does. The opposite order could deadlock.
  await tx.$executeRaw`SELECT FROM submissions WHERE kind = ${first.kind} AND id = ${first.id} FOR UPDATE`;
  const found = await findLink(tx, token, now);
  if (!found) throw createInvalidLinkError();
  const { kind, id, purpose } = found;
  await (purpose === "confirm" ? confirmConsent(tx, found, noticeVersion, now) : withdrawConsent(tx, found, now));
  const change = purpose === "confirm" ? "confirmed" : "withdrawn";
  const details = { change, noticeVersion } as const;
  await insertEvent(tx, person, found, { type: "consent", details }, now);
  return { kind, id, purpose };
}

async function confirmConsent(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  noticeVersion: string,
  now: Date,
) {
  const data = { consentConfirmedAt: now, consentNoticeVersion: noticeVersion, revision: { increment: 1 } };
  await tx.submission.update({ data, where: { kind_id: { kind, id } }, select: { id: true } });
  // Keeps the withdrawal link, because a person who confirmed may still withdraw.
  await tx.consentLink.deleteMany({ where: { kind, submissionId: id, purpose: "confirm" } });
}

async function withdrawConsent(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef, now: Date) {
  // `isProcessed` keeps the worker from queuing again the mails that are deleted here.
  const data = { consentWithdrawnAt: now, isProcessed: true, revision: { increment: 1 } };
  await tx.submission.updateMany({ data, where: { kind, OR: [{ id }, { repeatOf: id }] } });
  await recordErasedSubmissions(tx, Prisma.sql`kind = ${kind} AND (id = ${id} OR repeat_of = ${id})`, now);
  await tx.consentLink.deleteMany({ where: { kind, submissionId: id } });
  await tx.mail.deleteMany({ where: { kind, submissionId: id } });
}
