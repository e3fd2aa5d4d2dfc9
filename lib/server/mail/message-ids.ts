import "server-only";
import { timingSafeEqual } from "node:crypto";
import { SubmissionId, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { hashForPurpose } from "../derived-keys.ts";
import { env } from "../env.ts";

/**
 * Returns the same Message-ID for each attempt to send a mail. It contains the submission's ID, which identifies the
 * submission in answers, and a signature, without which anybody could guess it. Digests, and all mails without
 * AUTH_SECRET, have neither.
 */
export function toMessageId(jobId: string, of: SubmissionRef | null, host: string): string {
  if (!of || env().AUTH_SECRET === undefined) return `<${jobId}@${host}>`;
  const subject = `${jobId}.${letters[of.kind]}${of.id}`;
  return `<${subject}.${signSubject(subject)}@${host}>`;
}

const letters = { evaluation: "e", inquiry: "q" } as const;
const pattern = /<([0-9a-f-]{36}\.([eq])(\d{1,10}))\.([0-9a-f]{20})@[\w.-]{1,253}>/gi;

/** Signs the job's and the submission's ID with the first 80 bits of an HMAC. */
const signSubject = (subject: string) => hashForPurpose("message ids", subject).slice(0, 20);

/** `messageId` is spelled as in the mail that quotes it. */
export type OwnMail = SubmissionRef & { messageId: string };

/** Returns the first Message-ID in a text whose signature is valid, or null. */
export function findOwnMessageId(text: string): OwnMail | null {
  if (env().AUTH_SECRET === undefined) return null;
  for (const [messageId, subject = "", letter = "", digits, signature = ""] of text.matchAll(pattern)) {
    const id = SubmissionId.safeParse(digits).data;
    const isSigned = timingSafeEqual(
      Buffer.from(signSubject(subject.toLowerCase())),
      Buffer.from(signature.toLowerCase()),
    );
    if (id !== undefined && isSigned)
      return { kind: letter.toLowerCase() === "e" ? "evaluation" : "inquiry", id, messageId };
  }
  return null;
}
