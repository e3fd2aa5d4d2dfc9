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

/** Mails about several submissions: a digest, and an overview with the figures of a week. */
const summaryTypes = ["digest", "overview"] as const;
type SummaryType = (typeof summaryTypes)[number];
export const queuedMailTypes = [...SubmissionMailType.options, ...summaryTypes] as const;
export type QueuedMailType = (typeof queuedMailTypes)[number];

export const SubmissionMailJob = z.object({
  mail: SubmissionMailType,
  kind: SubmissionKind,
  id: SubmissionId,
  /** Id of the event: a reply, assignment or message. The event of a reply has its text. */
  event: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  /** The only recipient: a new owner, or an operator whose mail the mail server deferred. */
  operator: z.optional(storedId()),
  /** The recipients who share a language, if one mail would not suit all recipients. */
  operators: z.optional(z.array(storedId())),
  /** For a copy: the place of its address among the reply's. */
  copyIndex: z.optional(z.int()),
  isPlanned: z.optional(z.literal(true)),
});
export type SubmissionMailJob = z.infer<typeof SubmissionMailJob>;

const DigestJob = z.object({ mail: z.literal("digest"), operator: storedId() });
export type DigestJob = z.infer<typeof DigestJob>;

const OverviewJob = z.object({ mail: z.literal("overview"), operator: storedId(), monday: isoDay() });
export type OverviewJob = z.infer<typeof OverviewJob>;

/** A queued mail. Contains no personal data. */
export const MailJob = z.union([SubmissionMailJob, DigestJob, OverviewJob]);
export type MailJob = z.infer<typeof MailJob>;

export function isOfSubmission(job: MailJob): job is SubmissionMailJob {
  return "kind" in job;
}

export type MailSubject = SubmissionRef | { kind: null; id: null };

export function toMailSubject(job: MailJob): MailSubject {
  return isOfSubmission(job) ? { kind: job.kind, id: job.id } : { kind: null, id: null };
}

export type PendingMail = SubmissionMail | ({ kind: null; id: null } & Pending<SummaryType>);

/**
 * Whether an acknowledgement failed because of the address, which only the person can correct. Without an enhanced
 * status code, only a refused recipient counts as permanent. lib/server/queue/mails has the same rule in SQL: keep them
 * in sync.
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
  /** Dead mails, not counting `unmailable`. */
  dead: number;
  /** Acknowledgements to addresses that do not accept mail. Only the person can correct them. */
  unmailable: number;
  fault: DeliveryFault | null;
};

/** No worker runs while mail is due: for how many minutes, and where it should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" | "cron" };

/** Who started a hold: a restore, so that no mail is sent twice, or `npm run mail`. */
export const MailHoldActor = z.enum(["restore", "console"]);
export type MailHoldActor = z.infer<typeof MailHoldActor>;

/** `owed` counts mails that were due by `since` and are still queued. */
export type MailHold = { since: Date; actor: MailHoldActor; owed: number };

export const MailRelease = z.object({ owed: z.enum(["send", "discard"]) });
export type MailRelease = z.infer<typeof MailRelease>;

export type MailQueue = MailCounts & {
  /** The oldest dead mails, oldest first. May not be all. */
  deadMails: PendingMail[];
  unmailableMails: PendingMail[];
  missingWorker: MissingWorker | null;
  hold: MailHold | null;
};

const jobsMax = 100;

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
  /** Releases a hold and returns the number of discarded mails. */
  releaseMail: defineDeskPost("releaseMail", "/admin/mail/release", "admin", MailRelease, Count),
};
