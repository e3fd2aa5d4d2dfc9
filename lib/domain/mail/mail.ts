import * as z from "zod/mini";
import { Done, defineDeskPost } from "../operation.ts";
import { isoDay, storedId } from "../schema-kit.ts";
import {
  type DeliveryFault,
  type Pending,
  type SubmissionMail,
  SubmissionMailType,
} from "../submissions/core/mails.ts";
import { SubmissionId, SubmissionKind, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import { MailChoices } from "./mail-choices.ts";

/** A digest covers several submissions, an overview the figures of a week. */
const summaryTypes = ["digest", "overview"] as const;
type SummaryType = (typeof summaryTypes)[number];
export const queuedMailTypes = [...SubmissionMailType.options, ...summaryTypes] as const;
export type QueuedMailType = (typeof queuedMailTypes)[number];

export const SubmissionMailJob = z.object({
  mail: SubmissionMailType,
  kind: SubmissionKind,
  id: SubmissionId,
  /** Event id of the reply, assignment or message. The event of a reply has its text. */
  event: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  /** The only recipient: a new owner, or an operator whose mail was deferred by the mail server. */
  operator: z.optional(storedId()),
  /** The recipients of one language, if one mail would not suit all. */
  operators: z.optional(z.array(storedId())),
  /** A reply sent at a chosen time. */
  isPlanned: z.optional(z.literal(true)),
});
export type SubmissionMailJob = z.infer<typeof SubmissionMailJob>;

const DigestJob = z.object({ mail: z.literal("digest"), operator: storedId() });
export type DigestJob = z.infer<typeof DigestJob>;

/** `monday`: first day of the overview's week. */
const OverviewJob = z.object({ mail: z.literal("overview"), operator: storedId(), monday: isoDay() });
export type OverviewJob = z.infer<typeof OverviewJob>;

/** A queued mail. It holds no personal data. */
export const MailJob = z.union([SubmissionMailJob, DigestJob, OverviewJob]);
export type MailJob = z.infer<typeof MailJob>;

export function isOfSubmission(job: MailJob): job is SubmissionMailJob {
  return "kind" in job;
}

/** The submission that a mail is about; null for a digest and an overview, which are about several. */
export type MailSubject = SubmissionRef | { kind: null; id: null };

export function toMailSubject(job: MailJob): MailSubject {
  return isOfSubmission(job) ? { kind: job.kind, id: job.id } : { kind: null, id: null };
}

export type PendingMail = SubmissionMail | ({ kind: null; id: null } & Pending<SummaryType>);

/**
 * Whether an acknowledgement failed because of its address, which only the person can correct. Without an enhanced
 * status, only a refused recipient is permanent. The queue has the same rule in SQL (lib/server/queue/mails).
 */
export function isUnmailable({ mail, state, fault }: Pick<PendingMail, "mail" | "state" | "fault">): boolean {
  if (mail !== "acknowledgement" || state !== "dead" || !fault?.isPermanent) return false;
  return fault.status === undefined || /^5\.[12]\./.test(fault.status);
}

export type MailCounts = {
  waiting: number;
  waitingSince: Date | null;
  scheduled: number;
  sending: number;
  /** Without `unmailable`. */
  dead: number;
  /** Acknowledgements to addresses that accept no mail; only the person can correct that. */
  unmailable: number;
  fault: DeliveryFault | null;
};

/** Minutes without a worker while mail is due, and the place where it should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" | "cron" };

/** Source of a hold: a restore, so that no mail is sent twice, or `npm run mail`. */
export const MailHoldActor = z.enum(["restore", "console"]);
export type MailHoldActor = z.infer<typeof MailHoldActor>;

/** `owed`: number of mails that were due by `since` and are still queued. */
export type MailHold = { since: Date; actor: MailHoldActor; owed: number };

/** Sends the mails that were due when the hold began, or discards them because they were sent elsewhere. */
export const MailRelease = z.object({ owed: z.enum(["send", "discard"]) });
export type MailRelease = z.infer<typeof MailRelease>;

export type MailQueue = MailCounts & {
  /** Oldest first, not all of them. */
  deadMails: PendingMail[];
  unmailableMails: PendingMail[];
  missingWorker: MissingWorker | null;
  hold: MailHold | null;
};

const jobsMax = 100;

/** By job id, or all of them. */
export const DeadMails = z
  .object({
    jobs: z.optional(z.array(z.uuid()).check(z.maxLength(jobsMax))),
    all: z.optional(z.literal(true)),
  })
  .check(z.refine(({ jobs = [], all = false }) => jobs.length > 0 !== all));
export type DeadMails = z.infer<typeof DeadMails>;

const Count = z.object({ count: z.int() });

export const mailOperations = {
  sendAgain: defineDeskPost("sendAgain", "/admin/mail/send-again", "operator", DeadMails, Count),
  discardMails: defineDeskPost("discardMails", "/admin/mail/discard", "operator", DeadMails, Count),
  changeMailChoices: defineDeskPost("changeMailChoices", "/admin/account/mails", "operator", MailChoices, Done),
  /** Counts the discarded mails. */
  releaseMail: defineDeskPost("releaseMail", "/admin/mail/release", "admin", MailRelease, Count),
};
