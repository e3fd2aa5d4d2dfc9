import type { Locale } from "../locale.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import type { Channel } from "../submissions/submission.ts";
import type { SubmissionRef } from "../submissions/submission-ref.ts";

/** What operators' mails are made of; null where an inquiry has none. */
export type MailedSubmission = SubmissionRef & {
  language: Locale;
  createdAt: Date;
  name: string;
  role: string | null;
  company: string | null;
  email: string;
  channel: Channel;
  agentName: string | null;
  route: LeadRoute | null;
  /** Keys of lib/domain/submissions/questions; an option is null where a fraction was sent. Of an inquiry: none. */
  answers: (readonly [question: string, option: string | null])[];
  /** The project's description or the message. */
  words: string;
  topic: string | null;
};

/** Whom the mails speak for. */
export type MailSite = { name: string; url: string; contactEmail: string };
