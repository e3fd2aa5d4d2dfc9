import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { SubmissionId, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { deriveKey } from "../derived-keys.ts";
import { env } from "../env.ts";

/**
 * The same for each attempt. Contains the submission's ID, to match answers, and a signature, so that only recipients
 * know it. Summaries have no submission ID, and nothing has one without AUTH_SECRET.
 */
export function toMessageId(jobId: string, of: SubmissionRef | null, host: string): string {
  if (!of || env().AUTH_SECRET === undefined) return `<${jobId}@${host}>`;
  const subject = `${jobId}.${letters[of.kind]}${of.id}`;
  return `<${subject}.${signSubject(subject)}@${host}>`;
}

const letters = { evaluation: "e", inquiry: "q" } as const;
const pattern = /<([0-9a-f-]{36}\.([eq])(\d{1,10}))\.([0-9a-f]{20})@[^<>\s@]{1,253}>/gi;

/** Signs a submission ID with the first 80 bits of an HMAC. */
const signSubject = (subject: string) =>
  createHmac("sha256", deriveKey("message ids")).update(subject).digest("hex").slice(0, 20);

/** `messageId` is spelled as in the mail that quotes it. */
export type OwnMail = SubmissionRef & { messageId: string };

/** Returns null if its signature is invalid. */
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
