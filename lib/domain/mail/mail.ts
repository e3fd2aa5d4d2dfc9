import * as z from "zod/mini";
import { MailType } from "../submissions/events.ts";
import { SubmissionId, SubmissionKind, type SubmissionRef } from "../submissions/submission-ref.ts";

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

/**
 * Why a mail could not be sent, as the queue keeps it and the desk shows it. Never the server's own words: they quote
 * addresses.
 */
export const DeliveryFault = z.object({
  /** Of nodemailer, or of Node's network. */
  code: z.string().check(z.regex(/^[A-Z0-9_]{1,40}$/)),
  /** The server's reply code (RFC 5321, section 4.2). */
  response: z.optional(z.int()),
  /** The enhanced status code (RFC 3463). */
  status: z.optional(z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/))),
  /** No later attempt can succeed as long as the address or the message stays as it is. */
  isPermanent: z.boolean(),
});
export type DeliveryFault = z.infer<typeof DeliveryFault>;

/** A mail that has not been sent. */
export type PendingMail = SubmissionRef & {
  /** The id of its job, and of its Message-ID; of a mail that is not queued yet, a stand-in. */
  jobId: string;
  mail: MailType;
  /** The event of the timeline that holds the reply it carries. */
  event?: string | undefined;
  /** `waiting`: due, or tried and to be tried again; `scheduled`: of the response clock, not due yet. */
  state: "waiting" | "scheduled" | "sending" | "dead";
  createdAt: Date;
  /** When it is tried next; of a dead one, when it was tried last. */
  at: Date;
  attempts: number;
  fault: DeliveryFault | null;
};

export type MailCounts = {
  waiting: number;
  /** When the oldest waiting mail was due. */
  waitingSince: Date | null;
  scheduled: number;
  sending: number;
  dead: number;
  /** The most frequent fault of the waiting mails. */
  fault: DeliveryFault | null;
};

/** For how long nobody has sent the mails that are due, and where a worker should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" };

/** All mail that has not been sent. */
export type MailQueue = MailCounts & {
  /** The mails that died first, oldest first. */
  deadMails: PendingMail[];
  missingWorker: MissingWorker | null;
};

const jobsMax = 100;

/** Dead mails: by the ids of their jobs, or all there are, however many. */
export const DeadMails = z
  .object({
    jobs: z.optional(z.array(z.uuid()).check(z.maxLength(jobsMax))),
    all: z.optional(z.literal(true)),
  })
  .check(z.refine(({ jobs = [], all = false }) => jobs.length > 0 !== all));
export type DeadMails = z.infer<typeof DeadMails>;
