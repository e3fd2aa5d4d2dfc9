import "server-only";
import type { StoredEvent } from "../../domain/submissions/events.ts";
import { toJudgedAnswers } from "../../domain/submissions/judged-answers.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Contact, Lead } from "../generated/prisma/client.ts";
import { toEvent } from "../submissions/events.ts";

export type EventRow = Parameters<typeof toEvent>[0];

/** What a person is handed over who asks what is held on them. */
export type PersonDocument = {
  email: string;
  exportedAt: Date;
  leads: ReturnType<typeof toLead>[];
  inquiries: ReturnType<typeof toInquiry>[];
  /** Submissions of others that mention the address: their content is not this person's. */
  mentions: SubmissionRef[];
};

/** All that is stored, without the confidential thresholds (spec 8.4); operators have no names. */
export function toLead(row: Lead, events: EventRow[]) {
  const { role, company, phone, projectDescription, discoverySource, answersForm, score, route } = row;
  return {
    ...personOf(row),
    role,
    company,
    phone,
    projectDescription,
    discoverySource,
    answers: toJudgedAnswers(row.answers).map(({ option, ...rest }) => ({ ...rest, answer: option })),
    answersForm,
    score,
    route,
    ...originOf(row),
    ...consentOf(row),
    ...progressOf(row, events),
  };
}

export function toInquiry(row: Contact, events: EventRow[]) {
  const { message, topic } = row;
  return { ...personOf(row), message, topic, ...originOf(row), ...consentOf(row), ...progressOf(row, events) };
}

function personOf({ id, createdAt, requestId, submissionKey, name, email, language }: Lead | Contact) {
  return { id, createdAt, requestId, submissionKey, name, email, language };
}

function originOf(row: Lead | Contact) {
  const { sourcePage, channel, agentName, userConsent, noticeVersion, utm, landingPage, referrer } = row;
  return { sourcePage, channel, agentName, userConsent, noticeVersion, utm, landingPage, referrer };
}

function consentOf({ consentConfirmedAt, consentNoticeVersion, consentWithdrawnAt }: Lead | Contact) {
  return { consentConfirmedAt, consentNoticeVersion, consentWithdrawnAt };
}

function progressOf({ status, ownerId, revision, repliedAt, closedAt, closeReason }: Lead | Contact, rows: EventRow[]) {
  const timeline = rows.map((row) => withoutNames(toEvent(row)));
  return { status, owner: someone(ownerId), revision, repliedAt, closedAt, closeReason, timeline };
}

const operator = "operator";
const actors: Partial<Record<StoredEvent["type"], string>> = { mail: "service", consent: "person" };
const someone = (who: unknown) => (who === null ? null : operator);

function withoutNames(event: StoredEvent) {
  const { type, at, details } = event;
  const told = event.type === "owner" ? { from: someone(event.details.from), to: someone(event.details.to) } : details;
  return { type, at, actor: actors[type] ?? operator, details: told };
}
