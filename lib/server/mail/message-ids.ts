import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { SubmissionId, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { deriveKey } from "../derived-keys.ts";
import { env } from "../env.ts";

/**
 * The same for each attempt at a mail. It names the submission, so that an answer leads back to it. It is signed, so
 * that only recipients of the mail know it. Summaries name no submission; without AUTH_SECRET no mail does.
 */
export function toMessageId(jobId: string, of: SubmissionRef | null, host: string): string {
  if (!of || env().AUTH_SECRET === undefined) return `<${jobId}@${host}>`;
  const subject = `${jobId}.${letters[of.kind]}${of.id}`;
  return `<${subject}.${sign(subject)}@${host}>`;
}

const letters = { evaluation: "e", inquiry: "q" } as const;
const pattern = /<([0-9a-f-]{36}\.([eq])(\d{1,10}))\.([0-9a-f]{20})@[^<>\s@]{1,253}>/gi;

/** The first 80 bits of an HMAC. */
const sign = (subject: string) =>
  createHmac("sha256", deriveKey("message ids")).update(subject).digest("hex").slice(0, 20);

/** `messageId` is spelt as in the text. */
export type OwnMail = SubmissionRef & { messageId: string };

/** The first Message-ID of ours in a text, whatever its host. Null if there is none, or if its signature is invalid. */
export function findOwnMessageId(text: string): OwnMail | null {
  if (env().AUTH_SECRET === undefined) return null;
  for (const [messageId, subject = "", letter = "", digits, signature = ""] of text.matchAll(pattern)) {
    const id = SubmissionId.safeParse(digits).data;
    const isSigned = timingSafeEqual(Buffer.from(sign(subject.toLowerCase())), Buffer.from(signature.toLowerCase()));
    if (id !== undefined && isSigned)
      return { kind: letter.toLowerCase() === "e" ? "evaluation" : "inquiry", id, messageId };
  }
  return null;
}
