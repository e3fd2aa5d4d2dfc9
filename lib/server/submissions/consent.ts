import "server-only";
import { AppError } from "../../domain/errors.ts";
import { ConsentPurpose, type ConsentRequest, consentLinkDays, SecretToken } from "../../domain/submissions/consent.ts";
import { parseNoticeVersion } from "../../domain/submissions/promises.ts";
import { SubmissionKind, type SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteJobs } from "../queue/jobs.ts";
import { hashToken, newToken } from "../secret-token.ts";
import { insertEvent } from "./events.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The tokens of the two links in one mail. */
export type ConsentTokens = Record<ConsentPurpose, string>;

/**
 * Makes the two links of one mail and stores their hashes. Each attempt to send has its own, as the stored ones cannot
 * be read: the links of a repeated mail all work, until one of them is used.
 * @throws AppError `unavailable`
 */
export async function createConsentLinks({ kind, id }: SubmissionRef, { now }: { now: Date }): Promise<ConsentTokens> {
  const tokens: ConsentTokens = { confirm: newToken(), withdraw: newToken() };
  const expiresAt = new Date(now.getTime() + consentLinkDays * dayMilliseconds);
  const data = ConsentPurpose.options.map((purpose) => ({
    tokenHash: hashToken(tokens[purpose]),
    ...{ purpose, kind, submissionId: id, expiresAt },
  }));
  await database((db) => db.consentLink.createMany({ data }), "mail");
  return tokens;
}

/** Deletes the links of a mail that was not sent. @throws AppError `unavailable` */
export async function deleteConsentLinks(tokens: ConsentTokens): Promise<void> {
  const hashes = Object.values(tokens).map(hashToken);
  await database((db) => db.consentLink.deleteMany({ where: { tokenHash: { in: hashes } } }), "mail");
}

/** Deletes expired links. @throws AppError `unavailable` */
export async function purgeConsentLinks({ now }: { now: Date }): Promise<void> {
  await database((db) => db.consentLink.deleteMany({ where: { expiresAt: { lte: now } } }), "maintenance");
}

type Found = SubmissionRef & { purpose: ConsentPurpose; agentName: string; submittedAt: Date };

/**
 * What the link with this token asks for. Null for an unknown, used or expired token alike. Changes nothing.
 * @throws AppError `unavailable`
 */
export async function findConsent(token: unknown, { now }: { now: Date }): Promise<ConsentRequest | null> {
  const parsed = SecretToken.safeParse(token);
  return parsed.success ? database((db) => findLink(db, parsed.data, now), "mail") : null;
}

async function findLink(
  db: Pick<Prisma.TransactionClient, "consentLink">,
  token: string,
  now: Date,
): Promise<Found | null> {
  const link = await db.consentLink.findFirst({
    select: {
      ...{ purpose: true, kind: true, submissionId: true },
      submission: { select: { agentName: true, createdAt: true } },
    },
    where: { tokenHash: hashToken(token), expiresAt: { gt: now }, submission: { consentWithdrawnAt: null } },
  });
  if (!link) return null;
  const { agentName, createdAt } = link.submission;
  const ref = { kind: SubmissionKind.parse(link.kind), id: link.submissionId };
  return { ...ref, purpose: ConsentPurpose.parse(link.purpose), agentName: agentName ?? "", submittedAt: createdAt };
}

/** The actor in the timeline. A name would stay there when an address in it is erased, or pass for an operator's. */
const person = { name: "The person" };

/**
 * Does what the link with this token is for, once. Confirming records when, and under which privacy notice: that of
 * `noticeVersion`, which the page showed, or the one in force where that is none of ours. Withdrawing marks the
 * submission, ends all of its mail, and has it erased within two hours by the hourly purge.
 * @returns the link's purpose and submission
 * @throws AppError `not_found` when no link of this token works (any more); `unavailable`
 */
export async function answerConsent(
  { token, noticeVersion }: { token: unknown; noticeVersion?: unknown },
  { now }: { now: Date },
): Promise<SubmissionRef & { purpose: ConsentPurpose }> {
  const parsed = SecretToken.safeParse(token);
  if (!parsed.success) throw noLink();
  const version = parseNoticeVersion(noticeVersion);
  return database((db) => db.$transaction((tx) => answer(tx, parsed.data, version, now)), "mail");
}

function noLink(): AppError {
  return new AppError("not_found", "This link does not work: it was used, has expired, or never was one of ours.");
}

async function answer(tx: Prisma.TransactionClient, token: string, noticeVersion: string, now: Date) {
  const first = await findLink(tx, token, now);
  if (!first) throw noLink();
  // The submission before its links, in the order of an erasure: two orders of locks would wait for each other.
  await tx.$executeRaw`SELECT FROM submissions WHERE kind = ${first.kind} AND id = ${first.id} FOR UPDATE`;
  const found = await findLink(tx, token, now);
  if (!found) throw noLink();
  const { kind, id, purpose } = found;
  await (purpose === "confirm" ? confirm(tx, found, noticeVersion, now) : withdraw(tx, found, now));
  const change = purpose === "confirm" ? "confirmed" : "withdrawn";
  const details = { change, noticeVersion } as const;
  await insertEvent(tx, person, found, { type: "consent", details }, now);
  return { kind, id, purpose };
}

async function confirm(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef, noticeVersion: string, now: Date) {
  const data = { consentConfirmedAt: now, consentNoticeVersion: noticeVersion, revision: { increment: 1 } };
  await tx.submission.update({ data, where: { kind_id: { kind, id } }, select: { id: true } });
  // A person who confirmed may still withdraw.
  await tx.consentLink.deleteMany({ where: { kind, submissionId: id, purpose: "confirm" } });
}

async function withdraw(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef, now: Date) {
  // Processed: the worker must not queue what is deleted here.
  const data = { consentWithdrawnAt: now, isProcessed: true, revision: { increment: 1 } };
  await tx.submission.update({ data, where: { kind_id: { kind, id } }, select: { id: true } });
  await tx.consentLink.deleteMany({ where: { kind, submissionId: id } });
  await deleteJobs(tx, [{ kind, id }]);
}
