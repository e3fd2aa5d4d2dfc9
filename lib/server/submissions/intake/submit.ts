import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { AppError } from "../../../domain/errors.ts";
import { isJsonObject } from "../../../domain/json.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { hasClock } from "../../../domain/submissions/core/clock.ts";
import { storedFields, toColumns } from "../../../domain/submissions/core/fields.ts";
import { type ReplyTerms, type StoredTerms, toReplyTerms } from "../../../domain/submissions/core/promises.ts";
import type {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../../../domain/submissions/core/schema.ts";
import type { SubmissionKind } from "../../../domain/submissions/core/submission-ref.ts";
import { requireCurrentCode } from "../../code-level.ts";
import { database, isCausedByRow, runIntakeStatement, toPreparedStatement } from "../../db.ts";
import { env } from "../../env.ts";
import { hashSubmissionKey } from "../core/erasure-records.ts";
import { getReplyPromise, getReplyTerms } from "../core/reply-promise.ts";
import { getVerdictMessage, judgeAnswers } from "../core/verdict.ts";
import { createBatches } from "./batches.ts";
import type { Receipt } from "./receipts.ts";
import { findFirstSubmission, hashContent } from "./repeats.ts";

/**
 * Evaluates and stores a submission (contract 4, rule 1). Returns the stored verdict if the submission key is repeated.
 * @throws AppError `unavailable` when nothing was stored; `conflict` when the key belongs to another submission
 */
export async function submitEvaluation(
  input: EvaluationInput,
  context: RequestContext,
): Promise<EvaluationResult & WithReceipt> {
  const { answers, answersForm, score, route: judged, reviewMin, qualifiedMin } = judgeAnswers(input);
  const { id, route, createdAt, terms } = await storeSubmission("evaluation", input, context, {
    sent: { ...toColumns("evaluation", input), answers, answers_form: answersForm },
    added: {
      ...toPromiseRow({ kind: "evaluation", route: judged }, context),
      score,
      route: judged,
      review_min: reviewMin,
      qualified_min: qualifiedMin,
    },
  });
  const message = getVerdictMessage(route, input.language, terms);
  const booking = route === "qualified" ? { schedulingUrl: env().SCHEDULING_URL } : {};
  return { id, route, message, ...booking, receipt: { kind: "evaluation", id, route, sentAt: createdAt } };
}

/**
 * Stores an inquiry (contract 4, rule 3). Returns the stored number if the submission key is repeated.
 * @throws AppError `unavailable` when nothing was stored; `conflict` when the key belongs to another submission
 */
export async function submitInquiry(
  input: ContactInput,
  context: RequestContext,
): Promise<SubmissionResult & WithReceipt> {
  const { id, createdAt } = await storeSubmission("inquiry", input, context, {
    sent: toColumns("inquiry", input),
    added: toPromiseRow({ kind: "inquiry", route: null }, context),
  });
  return { id, success: true, receipt: { kind: "inquiry", id, route: null, sentAt: createdAt } };
}

function toPromiseRow(submission: Parameters<typeof hasClock>[0], { now }: RequestContext): Row {
  if (!hasClock(submission)) return {};
  const { dueAt, warnsAt, terms } = getReplyPromise(now);
  const { hours: reply_hours, run: reply_hours_run } = terms;
  return { reply_due_at: dueAt, reply_warning_at: warnsAt, reply_hours, reply_hours_run };
}

/** The receipt is sent in a header or cookie, never in the body of a response. */
export type WithReceipt = { receipt: Receipt };

type Input = EvaluationInput | ContactInput;
type StoredRow = { id: number; route: EvaluationResult["route"] };
type EarlierRow = StoredRow & { createdAt: Date } & StoredTerms & { isSame: boolean };

const sentColumns = {
  evaluation: { ...toColumnTypes("evaluation"), answers: "double precision[]", answers_form: "text" },
  inquiry: toColumnTypes("inquiry"),
};

function toColumnTypes(kind: SubmissionKind): Record<string, string> {
  return Object.fromEntries(storedFields[kind].map(({ column, type }) => [column, type]));
}

const request = {
  created_at: "timestamptz",
  request_id: "text",
  notice_version: "text",
  assisted_by: "text",
  submission_key: "text",
  submission_fingerprint: "bytea",
  content_hash: "uuid",
  reply_due_at: "timestamptz",
  reply_warning_at: "timestamptz",
  consent_evidence: "text",
  host_evidence: "text",
  assistant_host: "text",
  reply_hours: "smallint",
  reply_hours_run: "text",
  honeypot_filled: "boolean",
};
const addedColumns = {
  evaluation: {
    score: "double precision",
    route: "text",
    review_min: "double precision",
    qualified_min: "double precision",
    ...request,
  },
  inquiry: request,
};

type Row = Record<string, unknown>;

const inserts = { evaluation: writeInsertStatement("evaluation"), inquiry: writeInsertStatement("inquiry") };
const lookUps = { evaluation: writeLookUpStatement("evaluation"), inquiry: writeLookUpStatement("inquiry") };

/**
 * Skips rows whose key exists or belonged to an erased submission. Sorted by key, against deadlocks. Queues no mails:
 * the worker finds unprocessed rows. Prisma would drop `__proto__` from utm, interpret `$type` and cost several times
 * the CPU time.
 */
function writeInsertStatement(kind: SubmissionKind) {
  const columns = { ...sentColumns[kind], ...addedColumns[kind] };
  const names = Object.keys(columns).join(", ");
  const typed = Object.entries({ ...columns, key_hash: "text" }).map(([name, type]) => `${name} ${type}`);
  return {
    name: `insert_${kind}`,
    text: `
      WITH given AS (
        SELECT nextval('${kind}_id_seq') AS id, * FROM json_to_recordset($1) AS row (place integer, ${typed.join(", ")})
      ), stored AS (
        INSERT INTO submissions (kind, id, ${names}) SELECT '${kind}', id, ${names} FROM given
        WHERE key_hash IS NULL OR NOT EXISTS (SELECT FROM erasures WHERE hash = key_hash)
        ORDER BY submission_key
        ON CONFLICT (kind, submission_key) WHERE submission_key IS NOT NULL DO NOTHING
        RETURNING id, route
      )
      SELECT place, stored.id, stored.route FROM given JOIN stored USING (id)`,
  };
}

function writeLookUpStatement(kind: SubmissionKind) {
  // A row with neither hash cannot be compared: it counts as another submission, like one with an erased mention.
  return {
    name: `find_${kind}_by_key`,
    text: `
      SELECT id, route, created_at AS "createdAt", reply_hours AS "replyHours", reply_hours_run AS "replyHoursRun",
        coalesce(submission_fingerprint = $2, content_hash = $3, false) AS "isSame"
      FROM submissions WHERE kind = '${kind}' AND submission_key = $1`,
  };
}

const insertTogether = { evaluation: createBatchedInsert("evaluation"), inquiry: createBatchedInsert("inquiry") };

function createBatchedInsert(kind: SubmissionKind) {
  const insertAll = async (given: { row: Row; pool: pg.Pool }[]) => {
    const stored: (StoredRow | undefined)[] = given.map(() => undefined);
    const values = [JSON.stringify(given.map(({ row }, place) => ({ place, ...row })))];
    const [first] = given;
    if (!first) return stored;
    const { rows } = await runIntakeStatement<StoredRow & { place: number }>(first.pool, { ...inserts[kind], values });
    for (const { place, id, route } of rows) stored[place] = { id, route };
    return stored;
  };
  return createBatches({ insertAll, isRefusedRow: isCausedByRow });
}

async function storeSubmission(
  kind: SubmissionKind,
  input: Input,
  {
    now,
    requestId,
    noticeVersion,
    assistedBy,
    submissionKey,
    isStoredOnce,
    consentEvidence = "claimed",
    assistantHost,
    isHoneypotFilled,
  }: RequestContext,
  { sent, added }: { sent: Row; added: Row },
): Promise<StoredRow & { createdAt: Date; terms: ReplyTerms }> {
  const fingerprint = submissionKey === undefined ? undefined : hashSubmission(input);
  const keyHash = submissionKey === undefined ? null : hashSubmissionKey(kind, submissionKey);
  const contentHash = hashContent(kind, sent);
  const row = {
    ...sent,
    ...added,
    created_at: now,
    request_id: requestId,
    notice_version: noticeVersion,
    // An assistant that submits by itself is stored as the agent instead.
    assisted_by: input.channel === "web" ? assistedBy : undefined,
    honeypot_filled: (input.channel === "web" && isHoneypotFilled) || undefined,
    submission_key: submissionKey,
    key_hash: keyHash,
    consent_evidence: input.channel === "ai_agent" ? consentEvidence : undefined,
    host_evidence: assistantHost?.evidence ?? "none",
    assistant_host: assistantHost?.name,
    submission_fingerprint: fingerprint && `\\x${fingerprint.toString("hex")}`,
    content_hash: contentHash,
  };
  return database(async (_db, pool, isRefused) => {
    await requireCurrentCode(pool);
    if (isStoredOnce) {
      const found = await findFirstSubmission(pool, kind, contentHash, now);
      if (found.first) return found.first;
      row.submission_key ??= found.nextKey;
    }
    for (let attempt = 1; attempt <= insertsMax; attempt++) {
      const inserted = await insertTogether[kind]({ row, pool }, isRefused);
      if (inserted) return { ...inserted, createdAt: now, terms: getReplyTerms(now) };
      // Read in a separate statement, because another transaction may have committed the row after the insert started.
      const values = [row.submission_key, fingerprint, isStoredOnce ? contentHash : null];
      const [first] = (await pool.query<EarlierRow>(toPreparedStatement({ ...lookUps[kind], values }))).rows;
      // Returning the first result would acknowledge a submission that is not stored.
      if (first && !first.isSame) throw createKeyConflictError();
      if (!first && keyHash && (await isKeyErased(pool, keyHash))) throw createKeyConflictError();
      if (first) return { id: first.id, route: first.route, createdAt: first.createdAt, terms: toReplyTerms(first) };
    }
    throw new AppError("unavailable", "The submission could not be stored. Please try again.", {
      retryAfterSeconds: 1,
    });
  }, "intake");
}

/** Also used for a key whose submission was erased, so that the error does not reveal the erasure. */
const createKeyConflictError = () =>
  new AppError("conflict", "Another submission has used this key (Idempotency-Key or idempotencyKey): use a new one.");

async function isKeyErased(pool: pg.Pool, keyHash: string): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM erasures WHERE hash = $1 LIMIT 1", [keyHash]);
  return rowCount === 1;
}

/** Number of inserts to try. An erasure may free the key between an insert that finds it taken and the look-up. */
const insertsMax = 2;

/** Hashes sorted JSON (SHA-256). New fields must have no default, or repeats after a deployment would conflict. */
export function hashSubmission(input: Input): Buffer {
  const canonical = JSON.stringify(input, (_name, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((name) => [name, value[name]]),
        )
      : value,
  );
  return createHash("sha256").update(canonical).digest();
}
