import type { Locale } from "../locale.ts";
import type { SubmissionMail } from "../mail/mail.ts";
import type { AssistantHost } from "../request-context.ts";
import type { Clock } from "../submissions/clock.ts";
import type { SubmissionEvent } from "../submissions/events.ts";
import type { InboundMail } from "../submissions/inbound.ts";
import type { AnswersForm, JudgedAnswer } from "../submissions/questions.ts";
import type { Channel, LeadRoute } from "../submissions/schema.ts";
import type { SpamReason } from "../submissions/spam.ts";
import type { Status } from "../submissions/status.ts";
import type { SubmissionRef } from "../submissions/submission-ref.ts";
import type { Duty } from "./duty.ts";
import type { Cursor } from "./inbox-query.ts";
import type { WhatIf } from "./what-if.ts";

export type Owner = { id: string; name: string };
/** Who can be made the owner. */
export type OwnerChoice = Owner & Duty;

/** What the service knows of the assistant that sent a submission, beside the name that it gave itself. */
export type AssistantIdentity = {
  host: AssistantHost | null;
  /** Whether the given name is that of the host. */
  isHostName: boolean;
  /** The name that the given one only looks like, by letters of other scripts or invisible characters. */
  imitatedName: string | null;
};

export type InboxRow = Cursor & {
  createdAt: Date;
  name: string;
  company: string | null;
  email: string;
  /** Beginning of the project description or message. */
  excerpt: string;
  route: LeadRoute | null;
  score: number | null;
  status: Status;
  channel: Channel;
  agentName: string | null;
  identity: AssistantIdentity;
  language: Locale;
  owner: Owner | null;
  clock: Clock;
  revision: number;
  withdrawnAt: Date | null;
  /** Hidden until then; a time that is over stays until somebody does something about it. */
  snoozedUntil: Date | null;
  /** Number of the first submission of the same kind that this one repeats. */
  repeatOf: number | null;
  /** How many repeats it has. */
  repeatCount: number;
  /** Why the service took it for spam; empty if it did not. */
  spamReasons: SpamReason[];
  /** It is spam, and its person has written by mail since: nobody was told. */
  hasWritten: boolean;
};

/** With `isCapped` there are more than `count`. */
export type CappedCount = { count: number; isCapped: boolean };

export type InboxPage = {
  rows: InboxRow[];
  total: CappedCount;
  /** Withdrawn submissions among `total`, which no export contains. */
  withdrawn: CappedCount;
  /** Evaluations among `rows` that differ from others in their answers alone. */
  seriesIds: number[];
  hasPrevious: boolean;
  hasNext: boolean;
};

export const relatedMax = 20;

/** Of the same person or company. */
export type RelatedSubmission = SubmissionRef &
  Pick<InboxRow, "createdAt" | "name" | "company" | "email" | "excerpt" | "route" | "status"> & { sameEmail: boolean };

export type SubmissionDetails = SubmissionRef & {
  createdAt: Date;
  requestId: string;
  name: string;
  email: string;
  language: Locale;
  sourcePage: string;
  channel: Channel;
  agentName: string | null;
  identity: AssistantIdentity;
  /** As claimed by the caller; null when omitted. */
  userConsent: boolean | null;
  utm: [name: string, value: string][];
  landingPage: string | null;
  referrer: string | null;
  noticeVersion: string | null;
  /** The assistant that prepared the site's form, as its link said. */
  assistedBy: string | null;
  /** The person's answers about a consent that an agent claimed. */
  consent: {
    /** Whether the assistant's host says that it asked the person. */
    isElicited: boolean;
    confirmedAt: Date | null;
    noticeVersion: string | null;
    withdrawnAt: Date | null;
  };
  pendingMails: SubmissionMail[];
  /** Mails that came in, which events of the timeline name. */
  inbound: InboundMail[];
  status: Status;
  owner: Owner | null;
  revision: number;
  repliedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
  snoozedUntil: Date | null;
  clock: Clock;
  repeatOf: number | null;
  repeatCount: number;
  /** Why the service took it for spam, also after an operator has brought it back; empty if it did not. */
  spamReasons: SpamReason[];
  /** At most `relatedMax`, newest first; without repeats. */
  related: RelatedSubmission[];
  /** Oldest first, from the submission on. */
  timeline: SubmissionEvent[];
  canUndo: boolean;
};

export type EvaluationDetails = SubmissionDetails & {
  kind: "evaluation";
  role: string;
  company: string;
  phone: string | null;
  projectDescription: string;
  discoverySource: string;
  answers: JudgedAnswer[];
  answersForm: AnswersForm;
  score: number;
  route: LeadRoute;
  /** Scores from which the route is review, and qualified (spec 8.4). */
  cutOffs: { review: number; qualified: number };
  whatIf: WhatIf;
  /** Sets of answers that the company sent with this text; null unless this is a series. */
  answerSets: number | null;
};

type InquiryDetails = SubmissionDetails & { kind: "inquiry"; message: string; topic: string | null };

export type Submission = EvaluationDetails | InquiryDetails;
