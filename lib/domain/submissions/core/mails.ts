import * as z from "zod/mini";
import { time } from "../../schema-kit.ts";
import { type MailType, mailTypes } from "./events.ts";
import { SubmissionKind } from "./submission-ref.ts";

/** Mails queued together with a new submission. */
export const mailsAtOnce = ["acknowledgement", "notice"] as const satisfies MailType[];

/**
 * `assignment` goes to the new owner, `copy` to a cc address of a reply, `forward` to an address outside the desk. The
 * timeline does not list them, because it has the change of owner, the reply or the forward.
 */
export const SubmissionMailType = z.enum([...mailTypes, "assignment", "copy", "forward"]);
export type SubmissionMailType = z.infer<typeof SubmissionMailType>;

/** Withholds only mails of new submissions: deadline mails are queued again, planned replies wait for an operator. */
export function isWithheldAsSpam(mail: SubmissionMailType): boolean {
  return mailsAtOnce.some((one) => one === mail);
}

/** Omits the mail server's text, which quotes addresses. */
export const DeliveryFault = z.object({
  /** Error code of nodemailer or of Node's network modules. */
  code: z.string().check(z.regex(/^[A-Z0-9_]{1,40}$/)),
  /** SMTP reply code (RFC 5321, section 4.2). */
  response: z.optional(z.int()),
  /** Enhanced SMTP status code (RFC 3463). */
  status: z.optional(z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/))),
  /** Another attempt with the same address and message would also fail. */
  isPermanent: z.boolean(),
});
export type DeliveryFault = z.infer<typeof DeliveryFault>;

export const SubmissionMail = z.object({
  kind: SubmissionKind,
  id: z.int(),
  mail: SubmissionMailType,
  /** ID of the queued mail, or a placeholder if the mail is not queued yet. */
  jobId: z.string(),
  event: z.optional(z.string()),
  /** `waiting`: due or to retry. `scheduled`: not due yet. `held`: about spam, or a planned reply after closing. */
  state: z.enum(["waiting", "scheduled", "held", "sending", "dead"]),
  createdAt: time(),
  /** Time of the next attempt, or of the last attempt if the mail is dead. */
  at: time(),
  attempts: z.int(),
  fault: z.nullable(DeliveryFault),
});
export type SubmissionMail = z.output<typeof SubmissionMail>;
