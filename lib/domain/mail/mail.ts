import * as z from "zod/mini";
import { MailType } from "../submissions/events.ts";
import { SubmissionId, SubmissionKind } from "../submissions/submission-ref.ts";

/** Due as soon as a submission is stored. */
export const mailsAtOnce = ["acknowledgement", "notice"] as const satisfies MailType[];

/** What a queued job holds: never a person's words, so that a queue that is read tells nothing of anyone. */
export const MailJob = z.object({
  mail: MailType,
  kind: SubmissionKind,
  id: SubmissionId,
  /** The event of the timeline that holds a reply's text. */
  event: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  /** Of a mail to all operators, the one who is still to get it. */
  operator: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type MailJob = z.infer<typeof MailJob>;
