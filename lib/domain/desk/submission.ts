import type { Locale } from "../locale.ts";
import type { PendingMail } from "../mail/mail.ts";
import type { Clock } from "../submissions/clock.ts";
import type { SubmissionEvent } from "../submissions/events.ts";
import type { AnswersForm, JudgedAnswer } from "../submissions/questions.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import type { Status } from "../submissions/status.ts";
import type { Channel, SubmissionRef } from "../submissions/submission-ref.ts";
import type { Cursor } from "./inbox-query.ts";
import type { WhatIf } from "./what-if.ts";

export type Owner = { id: string; name: string };

/** One line of the inbox. An inquiry has neither company nor route nor score. */
export type InboxRow = Cursor & {
  name: string;
  company: string | null;
  email: string;
  /** The beginning of the project's description or of the message. */
  excerpt: string;
  route: LeadRoute | null;
  score: number | null;
  status: Status;
  channel: Channel;
  agentName: string | null;
  language: Locale;
  owner: Owner | null;
  clock: Clock;
  revision: number;
  /** When the person has withdrawn the consent. */
  withdrawnAt: Date | null;
};

/** How many there are, up to a bound: beyond it `isCapped`, and `count` is the bound. */
export type CappedCount = { count: number; isCapped: boolean };

export type InboxPage = {
  rows: InboxRow[];
  total: CappedCount;
  /** Those of `total` whose person has withdrawn the consent: no file has them. */
  withdrawn: CappedCount;
  hasPrevious: boolean;
  hasNext: boolean;
};

/** Another submission of the same person or company. */
export type RelatedSubmission = SubmissionRef & {
  createdAt: Date;
  name: string;
  company: string | null;
  email: string;
  route: LeadRoute | null;
  status: Status;
  sameEmail: boolean;
};

export type SubmissionDetails = SubmissionRef & {
  createdAt: Date;
  requestId: string;
  name: string;
  email: string;
  language: Locale;
  sourcePage: string;
  channel: Channel;
  agentName: string | null;
  /** As claimed by the caller; null when nothing was said. */
  userConsent: boolean | null;
  utm: [name: string, value: string][];
  landingPage: string | null;
  referrer: string | null;
  noticeVersion: string | null;
  /** What the person said of the consent that an agent had claimed. */
  consent: { confirmedAt: Date | null; noticeVersion: string | null; withdrawnAt: Date | null };
  /** Its mails that have not been sent. */
  pendingMails: PendingMail[];
  status: Status;
  owner: Owner | null;
  revision: number;
  repliedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
  clock: Clock;
  /** At most twenty, newest first. */
  related: RelatedSubmission[];
  /** Oldest first; begins with the submission itself. */
  timeline: SubmissionEvent[];
  /** Whether the last change of status can be taken back. */
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
  reviewMin: number;
  qualifiedMin: number;
  whatIf: WhatIf;
};

export type InquiryDetails = SubmissionDetails & { kind: "inquiry"; message: string; topic: string | null };

/** Everything that the desk shows of one submission. */
export type Submission = EvaluationDetails | InquiryDetails;
