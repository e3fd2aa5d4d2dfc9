import "server-only";
import * as z from "zod/mini";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { asObject } from "../../../domain/json.ts";
import { Locale } from "../../../domain/locale.ts";
import { type Clock, toClock } from "../../../domain/submissions/core/clock.ts";
import {
  personActor,
  SpamReason,
  type SubmissionEvent,
  type TimelineEvent,
} from "../../../domain/submissions/core/events.ts";
import type { MessageState } from "../../../domain/submissions/core/inbound.ts";
import { answersForms, toJudgedAnswers } from "../../../domain/submissions/core/questions.ts";
import { LeadRoute, StoredRoute } from "../../../domain/submissions/core/schema.ts";
import { Status } from "../../../domain/submissions/core/status.ts";
import {
  type RelatedSubmission,
  readTexts,
  relatedMax,
  type Submission,
  type SubmissionDetails,
} from "../../../domain/submissions/core/submission.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { findAlternatives } from "../../../domain/submissions/inbox/what-if.ts";
import { database } from "../../db.ts";
import { Prisma, type PrismaClient, type Submission as Row } from "../../generated/prisma/client.ts";
import { identifyAssistant } from "../../limits/assistants.ts";
import { listPendingMails } from "../../queue/pending-mails.ts";
import { readSite } from "../../site.ts";
import { insertEvent, isKnownEvent, toEvent, toLastMessage } from "../core/events.ts";
import { createNoSubmissionError, lockRow } from "../core/locked-row.ts";
import { toPhoneLinks } from "../core/phone-number.ts";
import { judgeScore } from "../core/verdict.ts";
import { listInbound } from "./list-inbound.ts";
import { findAnswerSeries } from "./list-submissions.ts";

type OwnedRow = Row & { owner: { id: string; name: string } | null };

const shownRepeatsMax = 20;
const excerptCharacters = 120;

/** @throws AppError `not_found` */
export async function getSubmission(ref: SubmissionRef, { operator, now }: OperatorContext): Promise<Submission> {
  const { kind, id } = ref;
  const include = { owner: { select: { id: true, name: true } } } as const;
  const row = await database((db) => db.submission.findUnique({ where: { kind_id: { kind, id } }, include }), "desk");
  if (!row) throw createNoSubmissionError();
  const details = await readDetails(ref, row, now);
  if (kind === "inquiry") return { ...details, ...readTexts(kind, row), kind };
  const { answers, reviewMin, qualifiedMin, ...evaluation } = readEvaluation(row);
  const thresholds = { reviewMin, qualifiedMin };
  return {
    ...details,
    ...evaluation,
    kind,
    phoneLinks: row.consentWithdrawnAt
      ? null
      : toPhoneLinks(
          { ...details, ...evaluation, reference: formatReference(ref), operatorName: operator.name },
          await readSite(),
        ),
    answers: toJudgedAnswers(answers),
    cutOffs: { review: reviewMin, qualified: qualifiedMin },
    answerSets: (await findAnswerSeries([id])).get(id) ?? null,
    whatIf: findAlternatives(answers, (sum) => judgeScore(sum, thresholds)),
  };
}

async function readDetails(ref: SubmissionRef, row: OwnedRow, now: Date): Promise<SubmissionDetails> {
  const { createdAt, agentName, consentWithdrawnAt: withdrawnAt } = row;
  const status = Status.parse(row.status);
  const route = StoredRoute.parse(row.route);
  const channel = row.channel === "ai_agent" ? "ai_agent" : "web";
  const actor = agentName ?? row.name;
  const submitted = { type: "submitted", at: createdAt, actor, details: {} } as const;
  const clock = toClock({ ...row, kind: ref.kind, route, status, withdrawnAt }, now);
  const [{ pendingMails, events, inbound }, related, repeats] = await Promise.all([
    database((db) => readTimeline(db, ref, { ...row, clock }), "desk"),
    database((db) => listRelated(db, ref, row), "desk"),
    database((db) => readRepeats(db, ref), "desk"),
  ]);
  const lastStatus = events.findLast((event) => event.type === "status");
  const isByMessage = lastStatus?.actor === personActor && lastStatus.details.to === "in_review";
  return {
    ...ref,
    createdAt,
    requestId: row.requestId,
    language: Locale.parse(row.language),
    channel,
    agentName,
    identity: identifyAssistant(row),
    userConsent: row.userConsent,
    utm: Object.entries(asObject(row.utm)).map(([name, value]) => [name, String(value)] as const),
    noticeVersion: row.noticeVersion,
    assistedBy: row.assistedBy,
    consent: {
      isElicited: row.consentEvidence === "elicited",
      confirmedAt: row.consentConfirmedAt,
      noticeVersion: row.consentNoticeVersion,
      withdrawnAt,
    },
    pendingMails,
    inbound,
    status,
    owner: row.owner,
    revision: row.revision,
    repliedAt: row.repliedAt,
    closedAt: row.closedAt,
    closeReason: row.closeReason,
    snoozedUntil: row.snoozedUntil,
    lastMessage: toLastMessage(row),
    clock,
    repeatOf: row.repeatOf,
    repeatCount: repeats.count,
    spamReasons: row.spamReasons.map((reason) => SpamReason.parse(reason)),
    related,
    timeline: [submitted, ...withRepeats(events, repeats, actor)],
    canUndo: Boolean(lastStatus?.operatorId || isByMessage) && !lastStatus?.details.isUndo,
  };
}

/** Reads the mails first, so that a mail sent between the two reads appears in both, rather than in neither. */
async function readTimeline(db: PrismaClient, { kind, id }: SubmissionRef, row: Row & { clock: Clock }) {
  const pendingMails = await listPendingMails(db, { kind, id }, row);
  const rows = await db.submissionEvent.findMany({
    select: { id: true, type: true, at: true, actor: true, details: true, operatorId: true },
    where: { kind, submissionId: id },
    orderBy: { id: "asc" },
  });
  const events = rows.filter(isKnownEvent).map((row): TimelineEvent => {
    return { ...toEvent(row), id: String(row.id), operatorId: row.operatorId };
  });
  const inbound = events.some(({ type }) => type === "inbound") ? await listInbound(db, { kind, id }) : [];
  return { pendingMails, events, inbound };
}

type Repeats = { count: number; ids: number[]; at: Date | null };

async function readRepeats(db: PrismaClient, { kind, id }: SubmissionRef): Promise<Repeats> {
  const [repeats] = await db.$queryRaw<Repeats[]>`
    SELECT count(*)::int AS count, (array_agg(id ORDER BY id))[:${shownRepeatsMax}::int] AS ids, min(created_at) AS at
    FROM submissions WHERE kind = ${kind} AND repeat_of = ${id}`;
  return repeats ?? { count: 0, ids: [], at: null };
}

/** Adds all repeats to the timeline as one event, at the time of the first repeat. */
function withRepeats(events: TimelineEvent[], { count, ids, at }: Repeats, actor: string): SubmissionEvent[] {
  if (!at) return events;
  const next = events.findIndex((event) => event.at >= at);
  const place = next < 0 ? events.length : next;
  return [...events.slice(0, place), { type: "repeated", at, actor, details: { count, ids } }, ...events.slice(place)];
}

/** OFFSET 0 keeps Postgres from reading all submissions when its planner assumes that the company occurs often. */
function listRelated(
  db: PrismaClient,
  { kind, id }: SubmissionRef,
  { email, company }: Row,
): Promise<RelatedSubmission[]> {
  const selectRelated = (isSame: Prisma.Sql) => Prisma.sql`
    (SELECT * FROM (
       SELECT kind, id, created_at AS "createdAt", name, company, email,
         left(text, ${excerptCharacters}) AS excerpt, route, status,
         lower(email) = lower(${email}) AS "sameEmail"
       FROM submissions WHERE ${isSame} AND repeat_of IS NULL AND (kind, id) <> (${kind}, ${id}) OFFSET 0
     ) AS same ORDER BY "createdAt" DESC, id DESC LIMIT ${relatedMax})`;
  const parts = [selectRelated(Prisma.sql`lower(email) = lower(${email})`)];
  if (company !== null) parts.push(selectRelated(Prisma.sql`lower(company) = lower(${company})`));
  return db.$queryRaw<RelatedSubmission[]>`
    SELECT * FROM (${Prisma.join(parts, " UNION ")}) AS related
    ORDER BY "createdAt" DESC, kind, id DESC LIMIT ${relatedMax}`;
}

const Judged = z.object({
  answers: z.array(z.number()),
  answersForm: z.enum(answersForms),
  score: z.number(),
  route: LeadRoute,
  reviewMin: z.number(),
  qualifiedMin: z.number(),
});

/** Reads the columns of an evaluation. A CHECK constraint guarantees them, but Prisma's types do not express it. */
export function readEvaluation(row: Row) {
  return { ...readTexts("evaluation", row), ...Judged.parse(row) };
}

/**
 * Also marks the person's last message as read. Separate from reading the submission, because the desk preloads the
 * next one.
 * @throws AppError `not_found`
 */
export function markSeen({ kind, id }: SubmissionRef, { operator, now }: OperatorContext): Promise<void> {
  const where = { kind, submissionId: id, type: "seen", operatorId: operator.id };
  const hasSeen = async (db: Prisma.TransactionClient) =>
    (await db.submissionEvent.findFirst({ select: { id: true }, where })) !== null;
  const isUnread = { kind, id, messageState: "unread" satisfies MessageState };
  return database(async (db) => {
    if ((await hasSeen(db)) && !(await db.submission.count({ where: isUnread }))) return;
    await db.$transaction(async (tx) => {
      // The lock prevents two parallel views from adding two events.
      await lockRow(tx, { kind, id });
      const data = { messageState: "read" satisfies MessageState, revision: { increment: 1 } };
      const isMessage = (await tx.submission.updateMany({ data, where: isUnread })).count > 0;
      if (!isMessage && (await hasSeen(tx))) return;
      const details = isMessage ? { isMessage } : {};
      await insertEvent(tx, operator, { kind, id }, { type: "seen", details }, now);
    });
  }, "desk");
}
