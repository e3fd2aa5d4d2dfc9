// Mails of a submission.
import * as z from "zod/mini";
import { type MailType, mailTypes } from "./events.ts";
import type { SubmissionRef } from "./submission-ref.ts";

/** Queued with the submission. */
export const mailsAtOnce = ["acknowledgement", "notice"] as const satisfies MailType[];

/** `assignment` goes to the new owner. It is on no timeline, because the change of owner is. */
export const SubmissionMailType = z.enum([...mailTypes, "assignment"]);
export type SubmissionMailType = z.infer<typeof SubmissionMailType>;

/**
 * Mails that wait while their submission is spam. Mails of the response clock are queued again once it is no longer
 * spam, and a planned reply waits for an operator.
 */
export function isHeldBySpam(mail: SubmissionMailType): boolean {
  return mailsAtOnce.some((one) => one === mail);
}

/** Stored in the queue and shown at the desk. Omits the mail server's text, which quotes addresses. */
export const DeliveryFault = z.object({
  /** From nodemailer or Node's network. */
  code: z.string().check(z.regex(/^[A-Z0-9_]{1,40}$/)),
  /** Reply code (RFC 5321, section 4.2). */
  response: z.optional(z.int()),
  /** Enhanced status code (RFC 3463). */
  status: z.optional(z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/))),
  /** Another attempt with the same address and message would fail as well. */
  isPermanent: z.boolean(),
});
export type DeliveryFault = z.infer<typeof DeliveryFault>;

export type Pending<Mail> = {
  /** Id of its job and its Message-ID; a placeholder if the mail is not queued yet. */
  jobId: string;
  mail: Mail;
  event?: string | undefined;
  /**
   * `waiting`: due, perhaps for another attempt; `scheduled`: a mail of the response clock or a planned reply, not due
   * yet; `held`: a planned reply to a submission closed since, or another mail of spam.
   */
  state: "waiting" | "scheduled" | "held" | "sending" | "dead";
  createdAt: Date;
  /** Time of the next attempt, or of the last one of a dead mail. */
  at: Date;
  attempts: number;
  fault: DeliveryFault | null;
};
export type SubmissionMail = SubmissionRef & Pending<SubmissionMailType>;
