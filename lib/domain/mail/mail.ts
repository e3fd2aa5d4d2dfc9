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

/** A digest has several submissions, an overview the figures of a week. */
const summaryTypes = ["digest", "overview"] as const;
type SummaryType = (typeof summaryTypes)[number];
export const queuedMailTypes = [...SubmissionMailType.options, ...summaryTypes] as const;
export type QueuedMailType = (typeof queuedMailTypes)[number];

export const SubmissionMailJob = z.object({
  mail: SubmissionMailType,
  kind: SubmissionKind,
  id: SubmissionId,
  /** Event id of a reply, which has its text, of the assignment, or of a person's message. */
  event: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  /** The only recipient: whom the mail server deferred, or a new owner. */
  operator: z.optional(storedId()),
  /** The recipients, where one mail would not suit all: those of one language. */
  operators: z.optional(z.array(storedId())),
  /** A reply that is sent at a time of its own. */
  isPlanned: z.optional(z.literal(true)),
});
export type SubmissionMailJob = z.infer<typeof SubmissionMailJob>;

const DigestJob = z.object({ mail: z.literal("digest"), operator: storedId() });
export type DigestJob = z.infer<typeof DigestJob>;

/** `monday` begins the week that the overview is of. */
const OverviewJob = z.object({ mail: z.literal("overview"), operator: storedId(), monday: isoDay() });
export type OverviewJob = z.infer<typeof OverviewJob>;

/** A queued mail. It holds no personal data. */
export const MailJob = z.union([SubmissionMailJob, DigestJob, OverviewJob]);
export type MailJob = z.infer<typeof MailJob>;

export function isOfSubmission(job: MailJob): job is SubmissionMailJob {
  return "kind" in job;
}

/** What a mail is about; a digest and an overview are about several submissions. */
export type MailSubject = SubmissionRef | { kind: null; id: null };

export function toMailSubject(job: MailJob): MailSubject {
  return isOfSubmission(job) ? { kind: job.kind, id: job.id } : { kind: null, id: null };
}

export type PendingMail = SubmissionMail | ({ kind: null; id: null } & Pending<SummaryType>);

/**
 * Whether an acknowledgement died of its address, which only the person can mend: without an enhanced status, only a
 * refused recipient is permanent. The queue says the same in SQL (lib/server/queue/mails).
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
  /** Acknowledgements to addresses that take no mail: nobody but the person can mend that. */
  unmailable: number;
  fault: DeliveryFault | null;
};

/** Minutes without a worker while mail is due, and the place where it should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" | "cron" };

/** What put mail on hold: a restore, so that no mail is sent twice, or `npm run mail`. */
export const MailHoldActor = z.enum(["restore", "console"]);
export type MailHoldActor = z.infer<typeof MailHoldActor>;

/** `owed`: number of mails that were due by `since` and are still there. */
export type MailHold = { since: Date; actor: MailHoldActor; owed: number };

/** Sends what was owed when the hold began, or discards it, as it was sent elsewhere. */
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
  /** Counts the mails that were discarded. */
  releaseMail: defineDeskPost("releaseMail", "/admin/mail/release", "admin", MailRelease, Count),
};
