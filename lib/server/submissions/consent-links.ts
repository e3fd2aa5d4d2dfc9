import "server-only";
import { type ConsentPurpose, consentLinkDays } from "../../domain/submissions/consent.ts";
import type { SubmissionKind, SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { hashOf, newToken } from "../secret-token.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Tokens that stand in the two links of one mail. */
export type ConsentTokens = Record<ConsentPurpose, string>;

/**
 * Makes the two links of one mail and stores what they hash to. Each attempt to send has its own, as nobody can tell
 * what an earlier one reads: those of a repeated mail all work, until one of them is used.
 * @throws AppError `unavailable`
 */
export async function createConsentLinks(ref: SubmissionRef, { now }: { now: Date }): Promise<ConsentTokens> {
  const tokens: ConsentTokens = { confirm: newToken(), withdraw: newToken() };
  const expiresAt = new Date(now.getTime() + consentLinkDays * dayMilliseconds);
  const rowOf = (purpose: ConsentPurpose) => ({
    tokenHash: hashOf(tokens[purpose]),
    purpose,
    kind: ref.kind,
    subjectId: ref.id,
    expiresAt,
  });
  await database((db) => db.consentLink.createMany({ data: [rowOf("confirm"), rowOf("withdraw")] }), "mail");
  return tokens;
}

/** Forgets the links of a mail that was not sent. @throws AppError `unavailable` */
export async function forgetConsentLinks(tokens: ConsentTokens): Promise<void> {
  const hashes = Object.values(tokens).map(hashOf);
  await database((db) => db.consentLink.deleteMany({ where: { tokenHash: { in: hashes } } }), "mail");
}

/** Deletes the links of submissions that are gone. One parameter, however many. */
export async function deleteConsentLinks(
  tx: Prisma.TransactionClient,
  kind: SubmissionKind,
  ids: number[],
): Promise<void> {
  await tx.$executeRaw`DELETE FROM consent_links WHERE kind = ${kind} AND subject_id = ANY (${ids}::int[])`;
}

/** Forgets links that have expired. @throws AppError `unavailable` */
export async function purgeConsentLinks({ now }: { now: Date }): Promise<void> {
  await database((db) => db.consentLink.deleteMany({ where: { expiresAt: { lte: now } } }), "maintenance");
}
