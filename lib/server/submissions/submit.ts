import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import { readAnswers, sumPoints } from "../../domain/submissions/questions.ts";
import type {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../../domain/submissions/schema.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { judgeScore, thresholds, verdictTexts } from "./verdict.ts";

/**
 * Stores an evaluation with its verdict and returns the verdict (spec 4, rule 1). A repeated submission key returns the
 * stored verdict.
 * @throws AppError `unavailable` when nothing was stored; `conflict` when the key belongs to another submission
 */
export async function submitEvaluation(input: EvaluationInput, context: RequestContext): Promise<EvaluationResult> {
  const { points, form } = readAnswers(input);
  const score = sumPoints(points);
  const { reviewMin, qualifiedMin } = thresholds();
  const { projectDescription, role, company, phone, discoverySource } = input;
  const { id, route } = await store("evaluation", input, context, {
    sent: [...personAndOrigin(input), projectDescription, role, company, phone, discoverySource, points, form],
    added: [score, judgeScore(score, { reviewMin, qualifiedMin }), reviewMin, qualifiedMin],
  });
  const message = verdictTexts[route][input.language];
  return route === "qualified" ? { id, route, message, schedulingUrl: env().SCHEDULING_URL } : { id, route, message };
}

/**
 * Stores an inquiry and returns its reference number (spec 4, rule 3). A repeated submission key returns the stored
 * number.
 * @throws AppError `unavailable` when nothing was stored; `conflict` when the key belongs to another submission
 */
export async function submitInquiry(input: ContactInput, context: RequestContext): Promise<SubmissionResult> {
  const sent = [...personAndOrigin(input), input.message, input.topic];
  const { id } = await store("inquiry", input, context, { sent, added: [] });
  return { id, success: true };
}

type Input = EvaluationInput | ContactInput;
type Stored = { id: number; route: EvaluationResult["route"] };
/** Columns or their values: `sent` by the caller, `added` by the service. */
type Parts<Part> = { sent: Part[]; added: Part[] };

const shared = `name, email, language, source_page, channel, agent_name, user_consent, utm, landing_page, referrer`;

function personAndOrigin(input: Input): unknown[] {
  const { name, email, language, sourcePage, channel, agentName, userConsent, utm, landingPage, referrer } = input;
  const origin = [sourcePage, channel, agentName, userConsent, utm && JSON.stringify(utm), landingPage, referrer];
  return [name, email, language, ...origin];
}

const statements: Record<SubmissionKind, Statements> = {
  evaluation: statementsFor("evaluation", {
    sent: `${shared}, text, role, company, phone, discovery_source, answers, answers_form`.split(", "),
    added: ["score", "route", "review_min", "qualified_min"],
  }),
  inquiry: statementsFor("inquiry", { sent: `${shared}, text, topic`.split(", "), added: [] }),
};

type Statement = { name: string; text: string };
type Statements = { insert: Statement; insertOnce: Statement; findByKey: Statement };

/**
 * A submission needs no second row for its mails: the worker finds every row that is not processed yet.
 * The statements go to the driver: Prisma drops a property named `__proto__` from utm, gives `$type` a meaning and costs
 * several times the CPU of the statement itself.
 */
function statementsFor(kind: SubmissionKind, { sent, added }: Parts<string>): Statements {
  const columns = [...sent, ...added, "created_at", "request_id", "notice_version"];
  const insertInto = (names: string[], onConflict = "") => `
    INSERT INTO submissions (kind, id, ${names.join(", ")})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${names.map((_, at) => `$${at + 1}`).join(", ")}) ${onConflict}
    RETURNING id, route`;
  const once = "ON CONFLICT (kind, submission_key) WHERE submission_key IS NOT NULL DO NOTHING";
  // Rows stored before fingerprints existed have none, and an erasure clears it: then the columns are compared.
  const hasSameColumns = sent.map((column, at) => `${column} IS NOT DISTINCT FROM $${at + 3}`).join(" AND ");
  return {
    insert: { name: `insert_${kind}`, text: insertInto(columns) },
    insertOnce: {
      name: `insert_${kind}_once`,
      text: insertInto([...columns, "submission_key", "submission_fingerprint"], once),
    },
    findByKey: {
      name: `find_${kind}_by_key`,
      text: `SELECT id, route, coalesce(submission_fingerprint = $2, ${hasSameColumns}) AS "isSame" FROM submissions
        WHERE kind = '${kind}' AND submission_key = $1`,
    },
  };
}

async function store(
  kind: SubmissionKind,
  input: Input,
  { now, requestId, noticeVersion, submissionKey }: RequestContext,
  { sent, added }: Parts<unknown>,
): Promise<Stored> {
  const { insert, insertOnce, findByKey } = statements[kind];
  const values = [...sent, ...added, now, requestId, noticeVersion];
  if (submissionKey === undefined) {
    return database(async (_db, pool) => readOne((await pool.query<Stored>({ ...insert, values })).rows));
  }
  const fingerprint = hashSubmission(input);
  const once = { ...insertOnce, values: [...values, submissionKey, fingerprint] };
  const lookUp = { ...findByKey, values: [submissionKey, fingerprint, ...sent] };
  return database(async (_db, pool) => {
    for (let attempt = 1; attempt <= insertsMax; attempt++) {
      const [inserted] = (await pool.query<Stored>(once)).rows;
      if (inserted) return inserted;
      // A separate statement: another transaction may have committed the row after the insert began.
      const [first] = (await pool.query<Stored & { isSame: boolean }>(lookUp)).rows;
      // Returning the first result would acknowledge a submission that is not stored.
      if (first && !first.isSame)
        throw new AppError("conflict", "This Idempotency-Key was another submission's: use a new one.");
      if (first) return first;
    }
    throw new AppError("unavailable", "The submission could not be stored. Please try again.", {
      retryAfterSeconds: 1,
    });
  });
}

/** An erasure may delete the row between the insert that finds its key and the look-up: the key is then free again. */
const insertsMax = 2;

function readOne<Row>([row]: Row[]): Row {
  if (!row) throw new Error("an insert returned no row");
  return row;
}

/**
 * SHA-256 of the validated input as JSON with sorted properties, so that the spelling of the request does not matter. A
 * new field must not have a default: a client that repeats its request across the deployment would get a conflict.
 */
function hashSubmission(input: Input): Buffer {
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
