import "server-only";
import { Locale } from "../../domain/locale.ts";
import type { MailedSubmission } from "../../domain/mail/mailed-submission.ts";
import { toJudgedAnswers } from "../../domain/submissions/judged-answers.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { Status } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Contact, Lead, PrismaClient } from "../generated/prisma/client.ts";

/** A submission as its mails need it. */
export type Mailed = {
  submission: MailedSubmission;
  status: Status;
  repliedAt: Date | null;
  /** Who has taken it, unless they were disabled since. */
  owner: { name: string; email: string } | null;
  /** Who has taken it, if they were disabled since. */
  disabledOwnerName: string | null;
  /** What an agent has claimed, and the person has neither confirmed nor withdrawn. */
  isConsentOpen: boolean;
};

const withOwner = { owner: { select: { name: true, email: true, disabledAt: true } } } as const;
type Owned<Row> = Row & { owner: { name: string; email: string; disabledAt: Date | null } | null };

/** Null when it is gone or its person has withdrawn: then nothing is sent. @throws AppError `unavailable` */
export function findMailed({ kind, id }: SubmissionRef): Promise<Mailed | null> {
  return database((db) => (kind === "lead" ? findLead(db, id) : findInquiry(db, id)), "mail");
}

async function findLead(db: PrismaClient, id: number): Promise<Mailed | null> {
  const row = await db.lead.findUnique({ where: { id, consentWithdrawnAt: null }, include: withOwner });
  if (!row) return null;
  const answers = toJudgedAnswers(row.answers).map(({ question, option }) => [question, option] as const);
  const { role, company, projectDescription: words } = row;
  const own = { role, company, words, answers, route: LeadRoute.parse(row.route), topic: null };
  return toMailed(row, { kind: "lead", id, ...own });
}

async function findInquiry(db: PrismaClient, id: number): Promise<Mailed | null> {
  const row = await db.contact.findUnique({ where: { id, consentWithdrawnAt: null }, include: withOwner });
  if (!row) return null;
  const { message: words, topic } = row;
  const own = { role: null, company: null, words, answers: [], route: null, topic };
  return toMailed(row, { kind: "inquiry", id, ...own });
}

type Own = Omit<MailedSubmission, "language" | "createdAt" | "name" | "email" | "channel" | "agentName">;

function toMailed(row: Owned<Lead> | Owned<Contact>, own: Own): Mailed {
  const { createdAt, name, email, agentName, owner, repliedAt } = row;
  const channel = row.channel === "ai_agent" ? "ai_agent" : "web";
  const language = Locale.parse(row.language);
  return {
    submission: { ...own, language, createdAt, name, email, channel, agentName },
    status: Status.parse(row.status),
    repliedAt,
    owner: owner && !owner.disabledAt ? { name: owner.name, email: owner.email } : null,
    disabledOwnerName: owner?.disabledAt ? owner.name : null,
    isConsentOpen: channel === "ai_agent" && row.consentConfirmedAt === null,
  };
}
