import "server-only";
import { AppError } from "../../domain/errors.ts";
import { type ConsentPurpose, ConsentToken } from "../../domain/submissions/consent.ts";
import { shownNoticeVersion } from "../../domain/submissions/privacy-notice.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteJobs } from "../queue/delete-jobs.ts";
import { deleteConsentLinks } from "./consent-links.ts";
import { insertEvent } from "./events.ts";
import { findLink } from "./find-consent.ts";
import { tables } from "./tables.ts";

/** Who did it, in the timeline: a name would stay there when an address in it is erased, or pass for an operator's. */
const person = { name: "The person" };

/**
 * Does what the link with this token is for, once. Confirming records when, and under which privacy notice: the one of
 * `noticeVersion`, which the page showed, or the one in force where that is none of ours.
 * Withdrawing marks the submission, ends all of its mail, and has it erased within two hours, by the hourly purge.
 * @returns which of the two it was, and of which submission
 * @throws AppError `not_found` when no link of this token works (any more); `unavailable`
 */
export async function answerConsent(
  { token, noticeVersion }: { token: unknown; noticeVersion?: unknown },
  { now }: { now: Date },
): Promise<SubmissionRef & { purpose: ConsentPurpose }> {
  const parsed = ConsentToken.safeParse(token);
  if (!parsed.success) throw noLink();
  const version = shownNoticeVersion(noticeVersion);
  return database((db) => db.$transaction((tx) => answer(tx, parsed.data, version, now)), "mail");
}

function noLink(): AppError {
  return new AppError("not_found", "This link does not work: it was used, has expired, or never was one of ours.");
}

async function answer(tx: Prisma.TransactionClient, token: string, noticeVersion: string, now: Date) {
  const first = await findLink(tx, token, now);
  if (!first) throw noLink();
  // The submission before its links, as whoever erases it does: two that lock them in different orders wait for ever.
  await tx.$executeRaw`SELECT FROM ${tables[first.kind]} WHERE id = ${first.id} FOR UPDATE`;
  const found = await findLink(tx, token, now);
  if (!found) throw noLink();
  const { kind, id, purpose } = found;
  const isDone = await (purpose === "confirm" ? confirm(tx, found, noticeVersion, now) : withdraw(tx, found, now));
  if (!isDone) throw noLink();
  const change = purpose === "confirm" ? "confirmed" : "withdrawn";
  const details = { change, noticeVersion } as const;
  await insertEvent(tx, person, found, { type: "consent", details }, now);
  return { kind, id, purpose };
}

async function confirm(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  noticeVersion: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE ${tables[kind]} SET consent_confirmed_at = ${now}::timestamptz,
      consent_notice_version = ${noticeVersion}, revision = revision + 1
    WHERE id = ${id} AND consent_withdrawn_at IS NULL`;
  // Whoever confirmed may still withdraw.
  await tx.$executeRaw`DELETE FROM consent_links WHERE kind = ${kind} AND subject_id = ${id} AND purpose = 'confirm'`;
  return changed > 0;
}

async function withdraw(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef, now: Date): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE ${tables[kind]} SET consent_withdrawn_at = ${now}::timestamptz, revision = revision + 1
    WHERE id = ${id} AND consent_withdrawn_at IS NULL`;
  await deleteConsentLinks(tx, kind, [id]);
  await deleteJobs(tx, kind, [id]);
  return changed > 0;
}
