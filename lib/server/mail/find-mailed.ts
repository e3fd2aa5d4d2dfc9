import "server-only";
import { Locale } from "../../domain/locale.ts";
import type { MailedSubmission } from "../../domain/mail/mailed-submission.ts";
import { toJudgedAnswers } from "../../domain/submissions/judged-answers.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { Status } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";

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

const include = { owner: { select: { name: true, email: true, disabledAt: true } } } as const;

/** Null when it is erased or its person has withdrawn: then nothing is sent. @throws AppError `unavailable` */
export async function findMailed({ kind, id }: SubmissionRef): Promise<Mailed | null> {
  const where = { kind_id: { kind, id }, consentWithdrawnAt: null };
  const row = await database((db) => db.submission.findUnique({ where, include }), "mail");
  if (!row) return null;
  const { createdAt, name, email, role, company, agentName, topic, owner, repliedAt } = row;
  const channel = row.channel === "ai_agent" ? "ai_agent" : "web";
  const answers = kind === "inquiry" ? [] : toJudgedAnswers(row.answers);
  return {
    submission: {
      ...{ kind, id, createdAt, name, email, role, company, channel, agentName, topic },
      language: Locale.parse(row.language),
      words: row.text,
      answers: answers.map(({ question, option }) => [question, option] as const),
      route: row.route === null ? null : LeadRoute.parse(row.route),
    },
    status: Status.parse(row.status),
    repliedAt,
    owner: owner && !owner.disabledAt ? { name: owner.name, email: owner.email } : null,
    disabledOwnerName: owner?.disabledAt ? owner.name : null,
    isConsentOpen: channel === "ai_agent" && row.consentConfirmedAt === null,
  };
}
