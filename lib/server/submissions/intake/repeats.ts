import "server-only";
import { hash } from "node:crypto";
import type pg from "pg";
import { listColumns } from "../../../domain/submissions/core/fields.ts";
import { type ReplyTerms, type StoredTerms, toReplyTerms } from "../../../domain/submissions/core/promises.ts";
import type { EvaluationResult } from "../../../domain/submissions/core/schema.ts";
import type { SubmissionKind, SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { type RawTransaction, toPreparedStatement, unnestRefs } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/** A submission counts as a repeat only within this time after the first one. */
const repeatInterval = "interval '24 hours'";

/** The original content columns, in the order in which stored hashes were computed. The order must not change. */
const firstContentColumns = [
  "name",
  "email",
  "role",
  "company",
  "phone",
  "text",
  "topic",
  "answers",
  "channel",
  "agent_name",
];
/** Content columns added later. They do not change the hash while they are empty, so that stored hashes stay valid. */
const laterContentColumns = listColumns(({ isContent }) => isContent)
  .filter((column) => !firstContentColumns.includes(column))
  .sort();

/** Used to find repeats. @returns the first 128 bits of a SHA-256, as hexadecimal digits */
export function hashContent(
  kind: SubmissionKind,
  columns: Record<string, unknown>,
  laterColumns: readonly string[] = laterContentColumns,
): string {
  const values = firstContentColumns.map((name) => {
    const value = normalizeForHash(columns[name]);
    return name === "email" && typeof value === "string" ? value.toLowerCase() : value;
  });
  const later = laterColumns.flatMap((name) => {
    const value = normalizeForHash(columns[name]);
    return value === "" ? [] : [[name, value]];
  });
  return hash("sha256", JSON.stringify([kind, ...values, ...later])).slice(0, 32);
}

/** A missing text counts as an empty one. */
function normalizeForHash(value: unknown): unknown {
  return typeof value === "string" ? value.normalize("NFC") : (value ?? "");
}

type EarlierSubmission = { id: number; route: EvaluationResult["route"]; createdAt: Date; terms: ReplyTerms };

/**
 * Finds the first submission with this content in the last 24 hours, unless the person withdrew it. If there is none,
 * returns a key derived from the last older submission, so that parallel callers store only one.
 */
export async function findFirstSubmission(
  pool: pg.Pool,
  kind: SubmissionKind,
  contentHash: string,
  now: Date,
): Promise<{ first: EarlierSubmission } | { first: undefined; nextKey: string }> {
  const statement = {
    name: "find_first",
    text: `
      SELECT DISTINCT ON ("isRecent") id, route, created_at AS "createdAt", "isRecent",
        reply_hours AS "replyHours", reply_hours_run AS "replyHoursRun"
      FROM (
        SELECT *, created_at > $3::timestamptz - ${repeatInterval} AND consent_withdrawn_at IS NULL AS "isRecent"
        FROM submissions WHERE kind = $1 AND content_hash = $2
      ) AS same
      ORDER BY "isRecent", CASE WHEN "isRecent" THEN id ELSE -id END`,
    values: [kind, contentHash, now],
  };
  const { rows } = await pool.query<Omit<EarlierSubmission, "terms"> & StoredTerms & { isRecent: boolean }>(
    toPreparedStatement(statement),
  );
  const first = rows.find(({ isRecent }) => isRecent);
  if (first) {
    const { id, route, createdAt } = first;
    return { first: { id, route, createdAt, terms: toReplyTerms(first) } };
  }
  const last = rows[0]?.id ?? "none";
  return { first: undefined, nextKey: hash("sha256", `${contentHash} after ${last}`, "base64url") };
}

/** Locks in a fixed order, against deadlocks. Link repeats in a later statement, which sees what others committed. */
export async function lockContents(tx: RawTransaction, contentHashes: (string | null)[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(lock) FROM (
      SELECT DISTINCT hashtextextended(hash, 0) AS lock FROM unnest(${contentHashes}::text[]) AS hash
      WHERE hash IS NOT NULL ORDER BY lock
    ) AS locks`;
}

const isSameContent = Prisma.sql`same.kind = submissions.kind AND same.content_hash = submissions.content_hash`;

/**
 * SQL for the ID of the first submission: one processed within 24 hours, else the lowest unprocessed. Null if there is
 * none, if the repeat was edited, or if its sender has booked: a repeat's booking would be out of sight.
 */
export const repeatedId = Prisma.sql`CASE WHEN submissions.revision = 0 AND NOT EXISTS (
    SELECT FROM bookings WHERE bookings.kind = submissions.kind AND bookings.submission_id = submissions.id
  ) THEN coalesce(
  (SELECT same.id FROM submissions AS same
    WHERE ${isSameContent} AND same.is_processed AND same.repeat_of IS NULL AND same.consent_withdrawn_at IS NULL
      AND same.created_at > submissions.created_at - ${Prisma.raw(repeatInterval)}
      AND same.created_at < submissions.created_at + ${Prisma.raw(repeatInterval)}
    ORDER BY same.id LIMIT 1),
  (SELECT nullif(min(same.id), submissions.id) FROM submissions AS same WHERE ${isSameContent} AND NOT same.is_processed)
) END`;

/**
 * Links the repeats of each given submission, which has itself become a repeat, to the first submission. This happens
 * if others repeated it before the worker processed it.
 */
export async function relinkRepeats(tx: RawTransaction, repeats: SubmissionRef[]): Promise<void> {
  if (!repeats.length) return;
  await tx.$executeRaw`
    UPDATE submissions SET repeat_of = linked.repeat_of
    FROM ${unnestRefs(repeats)} AS given (kind, id) JOIN submissions AS linked USING (kind, id)
    WHERE submissions.kind = linked.kind AND submissions.repeat_of = linked.id`;
}

/** Links repeats before the worker does, or waits for it. Call it before locking the first, which it locks last. */
export async function linkRepeats(tx: RawTransaction, { kind, id }: SubmissionRef, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE submissions SET repeat_of = ${id}
    WHERE kind = ${kind} AND NOT is_processed AND created_at <= ${now}::timestamptz AND ${repeatedId} = ${id}`;
}
