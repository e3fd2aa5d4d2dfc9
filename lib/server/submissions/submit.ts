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
import { routeOf, thresholds, verdictTexts } from "./verdict.ts";

/**
 * Stores an evaluation with its verdict and returns the verdict (spec 4, rule 1). The same submission key again returns
 * the first one's.
 * @throws AppError `unavailable` when nothing could be stored; `conflict` when the key was another submission's.
 */
export async function submitEvaluation(input: EvaluationInput, context: RequestContext): Promise<EvaluationResult> {
  const { points, form } = readAnswers(input);
  const score = sumPoints(points);
  const { reviewMin, qualifiedMin } = thresholds();
  const { projectDescription, role, company, phone, discoverySource } = input;
  const { id, route } = await store("evaluation", input, context, {
    sent: [...personAndOrigin(input), projectDescription, role, company, phone, discoverySource, points, form],
    added: [score, routeOf(score, { reviewMin, qualifiedMin }), reviewMin, qualifiedMin],
  });
  const message = verdictTexts[route][input.language];
  return route === "qualified" ? { id, route, message, schedulingUrl: env().SCHEDULING_URL } : { id, route, message };
}

/**
 * Stores an inquiry and returns its reference number (spec 4, rule 3). The same submission key again returns the first
 * one's.
 * @throws AppError `unavailable` when nothing could be stored; `conflict` when the key was another submission's.
 */
export async function submitInquiry(input: ContactInput, context: RequestContext): Promise<SubmissionResult> {
  const sent = [...personAndOrigin(input), input.message, input.topic];
  const { id } = await store("inquiry", input, context, { sent, added: [] });
  return { id, success: true };
}

type Input = EvaluationInput | ContactInput;
type Stored = { id: number; route: EvaluationResult["route"] };
/** The columns of a row, or their values: what the caller sent, and what the service adds. */
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
 * The worker finds the row, as it is not processed yet: what follows from a submission needs no second row.
 * Through the driver rather than Prisma, which drops a property named `__proto__` from utm, gives `$type` a meaning and
 * costs several times the CPU of the statement itself.
 */
function statementsFor(kind: SubmissionKind, { sent, added }: Parts<string>): Statements {
  const columns = [...sent, ...added, "created_at", "request_id", "notice_version"];
  const insertInto = (names: string[], onConflict = "") => `
    INSERT INTO submissions (kind, id, ${names.join(", ")})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${names.map((_, at) => `$${at + 1}`).join(", ")}) ${onConflict}
    RETURNING id, route`;
  const once = "ON CONFLICT (kind, submission_key) WHERE submission_key IS NOT NULL DO NOTHING";
  // A row without a fingerprint is older than fingerprints, or an address in it was erased: then its columns decide.
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
  return database(async (_db, pool) => {
    if (submissionKey === undefined) return one((await pool.query<Stored>({ ...insert, values })).rows);
    const fingerprint = hashSubmission(input);
    const once = { ...insertOnce, values: [...values, submissionKey, fingerprint] };
    const [inserted] = (await pool.query<Stored>(once)).rows;
    if (inserted) return inserted;
    // In a statement of its own: the row may have been committed after the first one had begun.
    const again = { ...findByKey, values: [submissionKey, fingerprint, ...sent] };
    const first = one((await pool.query<Stored & { isSame: boolean }>(again)).rows);
    // To answer with the first one's result would acknowledge what is not stored.
    if (!first.isSame) throw new AppError("conflict", "This Idempotency-Key was another submission's: use a new one.");
    return first;
  });
}

function one<Row>([row]: Row[]): Row {
  if (!row) throw new Error("a submission was erased while it was sent again");
  return row;
}

/**
 * SHA-256 of the validated input as JSON with sorted properties, so that no spelling of the same input matters. A new
 * field must not have a default: it would make another submission of one that is sent again across the deployment.
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
