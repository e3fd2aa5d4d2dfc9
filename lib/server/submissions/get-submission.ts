import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { whatIf } from "../../domain/desk/what-if.ts";
import { Locale } from "../../domain/locale.ts";
import { clockOf } from "../../domain/submissions/clock.ts";
import type { TimelineEvent } from "../../domain/submissions/events.ts";
import { toJudgedAnswers } from "../../domain/submissions/judged-answers.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { Status } from "../../domain/submissions/status.ts";
import type { Submission, SubmissionDetails } from "../../domain/submissions/submission.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Contact, Lead, PrismaClient } from "../generated/prisma/client.ts";
import { listOwedMails } from "../mail/list-owed-mails.ts";
import { notFound } from "./change-submission.ts";
import { toEvent } from "./events.ts";
import { listRelated } from "./list-related.ts";
import { markSeen } from "./mark-seen.ts";
import { routeOf } from "./verdict.ts";

type Owned<Row> = Row & { owner: { id: string; name: string } | null };

const withOwner = { owner: { select: { id: true, name: true } } } as const;

/**
 * Everything of one submission; notes in its timeline that the operator has seen it.
 * @throws AppError `not_found`; `unavailable`
 */
export async function getSubmission(
  operator: Operator,
  ref: SubmissionRef,
  { now }: { now: Date },
): Promise<Submission> {
  const isThere = await markSeen(operator, ref, now);
  if (!isThere) throw notFound();
  return ref.kind === "lead" ? getLead(ref.id, now) : getInquiry(ref.id, now);
}

async function getLead(id: number, now: Date): Promise<Submission> {
  const row = await database((db) => db.lead.findUnique({ where: { id }, include: withOwner }), "desk");
  if (!row) throw notFound();
  const thresholds = { reviewMin: row.reviewMin, qualifiedMin: row.qualifiedMin };
  return {
    ...(await sharedOf({ kind: "lead", id }, row, row.company, LeadRoute.parse(row.route), now)),
    kind: "lead",
    role: row.role,
    company: row.company,
    phone: row.phone,
    projectDescription: row.projectDescription,
    discoverySource: row.discoverySource,
    answers: toJudgedAnswers(row.answers),
    answersForm: row.answersForm === "answers" ? "answers" : "answersByKey",
    score: row.score,
    route: LeadRoute.parse(row.route),
    ...thresholds,
    whatIf: whatIf(row.answers, (score) => routeOf(score, thresholds)),
  };
}

async function getInquiry(id: number, now: Date): Promise<Submission> {
  const row = await database((db) => db.contact.findUnique({ where: { id }, include: withOwner }), "desk");
  if (!row) throw notFound();
  const shared = await sharedOf({ kind: "inquiry", id }, row, null, null, now);
  return { ...shared, kind: "inquiry", message: row.message, topic: row.topic };
}

async function sharedOf(
  ref: SubmissionRef,
  row: Owned<Lead> | Owned<Contact>,
  company: string | null,
  route: LeadRoute | null,
  now: Date,
): Promise<SubmissionDetails> {
  const { createdAt, email, repliedAt, agentName, name, consentWithdrawnAt: withdrawnAt } = row;
  const [{ owedMails, events }, related] = await Promise.all([
    database((db) => readTimeline(db, ref), "desk"),
    database((_db, pool) => listRelated(pool, ref, { email, company }), "desk"),
  ]);
  const status = Status.parse(row.status);
  const channel = row.channel === "ai_agent" ? "ai_agent" : "web";
  const actor = channel === "ai_agent" && agentName !== null ? agentName : name;
  const submitted = { type: "submitted", at: createdAt, actor, details: {} } as const;
  const lastStatus = events.findLast((event) => event.type === "status");
  return {
    ...ref,
    createdAt,
    requestId: row.requestId,
    name,
    email,
    language: Locale.parse(row.language),
    sourcePage: row.sourcePage,
    channel,
    agentName,
    userConsent: row.userConsent,
    utm: Object.entries((row.utm ?? {}) as Record<string, string>),
    landingPage: row.landingPage,
    referrer: row.referrer,
    noticeVersion: row.noticeVersion,
    consent: {
      confirmedAt: row.consentConfirmedAt,
      noticeVersion: row.consentNoticeVersion,
      withdrawnAt,
    },
    owedMails,
    status,
    owner: row.owner,
    revision: row.revision,
    repliedAt,
    closedAt: row.closedAt,
    closeReason: row.closeReason,
    clock: clockOf({ kind: ref.kind, route, status, createdAt, repliedAt, withdrawnAt }, now),
    related,
    timeline: [submitted, ...events],
    canUndo: lastStatus !== undefined && !lastStatus.details.isUndo,
  };
}

/** What is owed first: a mail that is sent in between is told of then, and is never shown as neither. */
async function readTimeline(db: PrismaClient, { kind, id }: SubmissionRef) {
  const owedMails = await listOwedMails(db, { kind, id });
  const rows = await db.submissionEvent.findMany({
    select: { id: true, type: true, at: true, actor: true, details: true },
    where: { kind, subjectId: id },
    orderBy: { id: "asc" },
  });
  const events = rows.map((row): TimelineEvent => ({ ...toEvent(row), id: String(row.id) }));
  return { owedMails, events };
}
