import type { SubmissionRef } from "../submissions/submission-ref.ts";
import type { MailType } from "./mail.ts";

/** A mail that has not been sent. */
export type OwedMail = SubmissionRef & {
  /** Of its job, and of its Message-ID. */
  jobId: string;
  mail: MailType;
  /** The event of the timeline that holds the reply it carries. */
  event?: string | undefined;
  /** `waiting`: due, or tried and to be tried again; `scheduled`: of the response clock, not due yet. */
  state: "waiting" | "scheduled" | "sending" | "dead";
  createdAt: Date;
  /** When it is tried next; of a dead one, when it was tried last. */
  at: Date;
  /** How often it was tried. */
  attempts: number;
  fault: DeliveryFault | null;
};

/** What is owed, and what is dead. */
export type Outbox = {
  waiting: number;
  /** When the oldest of what waits was due. */
  waitingSince: Date | null;
  scheduled: number;
  sending: number;
  dead: number;
  /** Those that died first, oldest first. */
  deadMails: OwedMail[];
  /** The fault that most of what waits has met, if any. */
  fault: DeliveryFault | null;
  missingWorker: MissingWorker | null;
};

/** For how long nobody has sent the mails that are due, and where a worker should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" };

/**
 * Why a mail could not be sent, as the queue keeps it and the desk shows it. Never the server's own words: they quote
 * addresses.
 */
export type DeliveryFault = {
  /** Of nodemailer, or of Node's network. */
  code: string;
  /** The server's reply code (RFC 5321, section 4.2). */
  response?: number | undefined;
  /** The enhanced status code (RFC 3463). */
  status?: string | undefined;
  /** No later attempt can succeed as long as the address or the message stays as it is. */
  isPermanent: boolean;
};
