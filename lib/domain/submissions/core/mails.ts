// Mails of a submission.
import * as z from "zod/mini";
import { type MailType, mailTypes } from "./events.ts";
import type { SubmissionRef } from "./submission-ref.ts";

/** Queued with the submission. */
export const mailsAtOnce = ["acknowledgement", "notice"] as const satisfies MailType[];

/** `assignment` tells the new owner, and is on no timeline: the change of owner is. */
export const SubmissionMailType = z.enum([...mailTypes, "assignment"]);
export type SubmissionMailType = z.infer<typeof SubmissionMailType>;

/**
 * Mails that wait while their submission is spam. Those of the response clock are queued anew when it is spam no
 * longer, and a planned reply waits for an operator.
 */
export function isHeldBySpam(mail: SubmissionMailType): boolean {
  return mailsAtOnce.some((one) => one === mail);
}

/**
 * Stored in the queue and shown at the desk. Without the mail server's text, which quotes addresses.
 */
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
  /** The id of its job, and of its Message-ID; of a mail that is not queued yet, a stand-in. */
  jobId: string;
  mail: Mail;
  event?: string | undefined;
  /**
   * `waiting`: due, perhaps for another attempt; `scheduled`: of the response clock, or a planned reply, not due yet;
   * `held`: a planned reply to a submission that was closed since, or another mail of spam.
   */
  state: "waiting" | "scheduled" | "held" | "sending" | "dead";
  createdAt: Date;
  /** Time of the next attempt, or of the last one of a dead mail. */
  at: Date;
  attempts: number;
  fault: DeliveryFault | null;
};
export type SubmissionMail = SubmissionRef & Pending<SubmissionMailType>;
