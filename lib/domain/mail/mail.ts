import * as z from "zod/mini";
import { Done, defineDeskPost, nameOperations } from "../operation.ts";
import { storedId } from "../schema-kit.ts";
import { type DeliveryFault, type SubmissionMail, SubmissionMailType } from "../submissions/core/mails.ts";
import { SubmissionId, SubmissionKind, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import { MailChoices } from "./mail-choices.ts";

/** `subscription` asks to confirm a subscription. `changes` lists the week's changes. */
const SubscriberMailType = z.enum(["subscription", "changes"]);
type OtherMailType = "digest" | "webhooks" | z.infer<typeof SubscriberMailType>;
export type QueuedMailType = SubmissionMailType | OtherMailType;

export const SubmissionMailJob = z.object({
  mail: SubmissionMailType,
  kind: SubmissionKind,
  id: SubmissionId,
  /** ID of the timeline event: a reply, assignment or message. A reply's event contains the text of the mail. */
  event: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  /** The only recipient: a new owner, or an operator for whom the mail server deferred the mail. */
  operator: z.optional(storedId()),
  /** The recipients who share a language, if one mail in one language would not suit all recipients. */
  operators: z.optional(z.array(storedId())),
  /** For a copy of a reply: the index of its address in the reply's `cc`. */
  copyIndex: z.optional(z.int()),
  isPlanned: z.optional(z.literal(true)),
});
export type SubmissionMailJob = z.infer<typeof SubmissionMailJob>;

const DigestJob = z.object({ mail: z.literal("digest"), operator: storedId() });
export type DigestJob = z.infer<typeof DigestJob>;

/** Tells an operator which endpoints are paused. */
const WebhooksJob = z.object({ mail: z.literal("webhooks"), operator: storedId() });
export type WebhooksJob = z.infer<typeof WebhooksJob>;

const SubscriberJob = z.object({ mail: SubscriberMailType, subscriber: z.uuid() });
export type SubscriberJob = z.infer<typeof SubscriberJob>;

/** Refers to rows instead of containing personal data, so that none can stay in the queue after an erasure. */
export const MailJob = z.union([SubmissionMailJob, DigestJob, WebhooksJob, SubscriberJob]);
export type MailJob = z.infer<typeof MailJob>;

export function isSubmissionJob(job: MailJob): job is SubmissionMailJob {
  return "kind" in job;
}

export function isSubscriberJob(job: MailJob): job is SubscriberJob {
  return "subscriber" in job;
}

export type MailSubject = SubmissionRef | { kind: null; id: null };

export type PendingMail =
  | SubmissionMail
  | (Omit<SubmissionMail, "kind" | "id" | "mail"> & { kind: null; id: null; mail: OtherMailType });

/** A permanent fault without an enhanced status code counts as a wrong address. Keep lib/server/queue/mails in sync. */
export function isUndeliverable({ mail, state, fault }: Pick<PendingMail, "mail" | "state" | "fault">): boolean {
  if (mail !== "acknowledgement" || state !== "dead" || !fault?.isPermanent) return false;
  return fault.status === undefined || /^5\.[12]\./.test(fault.status);
}

export type MailCounts = {
  waiting: number;
  waitingSince: Date | null;
  scheduled: number;
  sending: number;
  /** Number of dead mails, without those counted in `undeliverable`. */
  dead: number;
  /** Number of acknowledgements to addresses that do not accept mail. Only the person can correct such an address. */
  undeliverable: number;
  fault: DeliveryFault | null;
};

/** Reports that mail is due but no worker runs: for how many minutes, and where a worker should run. */
export type MissingWorker = { minutes: number; place: "app" | "separate" | "cron" };

/** Cause of a hold on all mail: a restore, so that no mail is sent twice, or `npm run mail`. */
export const MailHoldActor = z.enum(["restore", "console"]);
export type MailHoldActor = z.infer<typeof MailHoldActor>;

/** A hold on all mail. `owed` counts mails that were due by `since` and are still queued. */
export type MailHold = { since: Date; actor: MailHoldActor; owed: number };

export const MailRelease = z.object({ owed: z.enum(["send", "discard"]) });
export type MailRelease = z.infer<typeof MailRelease>;

export type MailQueue = MailCounts & {
  /** Some dead mails, oldest first. The list may be cut. */
  deadMails: PendingMail[];
  undeliverableMails: PendingMail[];
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

export const mailOperations = nameOperations({
  sendAgain: defineDeskPost("/admin/mail/send-again", "operator", DeadMails, Count),
  discardMails: defineDeskPost("/admin/mail/discard", "operator", DeadMails, Count),
  changeMailChoices: defineDeskPost("/admin/account/mails", "operator", MailChoices, Done),
  /** Returns the number of discarded mails. */
  releaseMail: defineDeskPost("/admin/mail/release", "admin", MailRelease, Count),
});
