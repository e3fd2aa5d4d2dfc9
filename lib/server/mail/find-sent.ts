import "server-only";
import type { MailJob } from "../../domain/mail/mail.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { toEvent } from "../submissions/events.ts";

const select = { type: true, at: true, actor: true, details: true } as const;

/** The reply that the job's event holds, and who wrote it. @throws AppError `unavailable` */
export async function findReply({ kind, id, event }: MailJob): Promise<{ actor: string; text: string } | null> {
  if (event === undefined) return null;
  const where = { id: BigInt(event), kind, submissionId: id, type: "reply" };
  const row = await database((db) => db.submissionEvent.findFirst({ select, where }), "mail");
  const stored = row && toEvent(row);
  return stored?.type === "reply" ? { actor: stored.actor, text: stored.details.text } : null;
}

/** The Message-ID of the acknowledgement, which a reply follows in the person's inbox. @throws AppError `unavailable` */
export async function findAcknowledged({ kind, id }: SubmissionRef): Promise<string | undefined> {
  const where = { kind, submissionId: id, type: "mail", details: { path: ["mail"], equals: "acknowledgement" } };
  const row = await database((db) => db.submissionEvent.findFirst({ select, where, orderBy: { id: "asc" } }), "mail");
  const stored = row && toEvent(row);
  return stored?.type === "mail" ? stored.details.messageId : undefined;
}
