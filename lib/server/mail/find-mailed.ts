import "server-only";
import { Locale } from "../../domain/locale.ts";
import type { MailedSubmission } from "../../domain/mail/compose-for-operators.ts";
import type { MailJob } from "../../domain/mail/mail.ts";
import { toJudgedAnswers } from "../../domain/submissions/questions.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { Status } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { toEvent } from "../submissions/events.ts";
import { isSentBy } from "../submissions/sent-by.ts";

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

const eventColumns = { type: true, at: true, actor: true, details: true } as const;

/** The reply that the job is about, and who wrote it. @throws AppError `unavailable` */
export async function findReply({ kind, id, event }: MailJob): Promise<{ actor: string; text: string } | null> {
  if (event === undefined) return null;
  const where = { id: BigInt(event), kind, submissionId: id, type: "reply" };
  const row = await database((db) => db.submissionEvent.findFirst({ select: eventColumns, where }), "mail");
  const stored = row && toEvent(row);
  return stored?.type === "reply" ? { actor: stored.actor, text: stored.details.text } : null;
}

/** The Message-ID of the acknowledgement, which a reply follows in the person's inbox. @throws AppError `unavailable` */
export async function findAcknowledged({ kind, id }: SubmissionRef): Promise<string | undefined> {
  const where = { kind, submissionId: id, type: "mail", details: { path: ["mail"], equals: "acknowledgement" } };
  const row = await database(
    (db) => db.submissionEvent.findFirst({ select: eventColumns, where, orderBy: { id: "asc" } }),
    "mail",
  );
  const stored = row && toEvent(row);
  return stored?.type === "mail" ? stored.details.messageId : undefined;
}

/** Acknowledgements per address and day: whoever fills in forms with an address must not fill its mailbox. */
export const acknowledgementsMax = 20;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Whether too many submissions came with this address in the 24 hours before this one: it is stored, and operators are
 * called to it, but it is not acknowledged.
 * @throws AppError `unavailable`
 */
export async function isFlooded({ email, createdAt }: Pick<MailedSubmission, "email" | "createdAt">): Promise<boolean> {
  const since = new Date(createdAt.getTime() - dayMilliseconds);
  const rows = await database(
    (db) => db.$queryRaw<unknown[]>`
      SELECT FROM submissions
      WHERE ${isSentBy(email)} AND created_at >= ${since}::timestamptz AND created_at < ${createdAt}::timestamptz
      LIMIT ${acknowledgementsMax}`,
    "mail",
  );
  return rows.length === acknowledgementsMax;
}
