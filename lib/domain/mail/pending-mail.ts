import * as z from "zod/mini";
import type { MailType } from "../submissions/events.ts";
import type { SubmissionRef } from "../submissions/submission-ref.ts";

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
