import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../json.ts";
import { foldAddress } from "../mail-address.ts";
import { Done, defineDeskPost, nameOperations } from "../operation.ts";
import { isoTime } from "../schema-kit.ts";
import { submissionFields } from "../submissions/core/schema.ts";
import type { Status } from "../submissions/core/status.ts";
import { storedTexts } from "../submissions/core/submission.ts";
import { formatReference, Reference, SubmissionRef } from "../submissions/core/submission-ref.ts";

/** A full email address, because a shorter text would match the words of strangers. */
const Email = z.pipe(z.string().check(z.trim()), submissionFields.email);

export const PersonSearch = z.object({ email: Email });

/** A hash, because the id of a subscriber is the secret that ends or confirms the subscription. */
const RecordHash = z.string().check(z.regex(/^[\da-f]{64}$/));

/**
 * Keeps email addresses out of URLs. `record` refers to a person without submissions by a subscription, a mail, a
 * booking or an entry of the block list.
 */
export const PersonRef = z.union([z.object({ submission: SubmissionRef }), z.object({ record: RecordHash })]);
export type PersonRef = z.infer<typeof PersonRef>;

export type PersonSubmission = SubmissionRef & { createdAt: Date; status: Status };

export function toPeoplePath(person?: PersonRef): string {
  if (!person) return "/admin/people";
  if ("record" in person) return `/admin/people?record=${person.record}`;
  return `/admin/people?submission=${formatReference(person.submission)}`;
}

/** The query of `toPeoplePath`. */
export const PersonQuery = z.union([z.object({ submission: Reference }), z.object({ record: RecordHash })]);

/** The operator types the address twice, because nobody can undo an erasure. */
export const PersonErasure = z.object({ email: Email, confirmation: Email }).check(
  z.refine(({ email, confirmation }) => foldAddress(email) === foldAddress(confirmation), {
    path: ["confirmation"],
    error: "must be the same address",
  }),
);

/** `mentions` counts other people's rows that contain the address. */
export const PersonCounts = z.object({ evaluations: z.int(), inquiries: z.int(), mentions: z.int() });
export type PersonCounts = z.infer<typeof PersonCounts>;

export function countByKind(refs: SubmissionRef[]): Pick<PersonCounts, "evaluations" | "inquiries"> {
  const inquiries = refs.filter(({ kind }) => kind === "inquiry").length;
  return { evaluations: refs.length - inquiries, inquiries };
}

const Time = z.union([z.date(), isoTime()]);
const MaybeTime = z.nullable(Time);
const MaybeText = z.nullable(z.string());

export const ReceivedMail = z.object({
  receivedAt: Time,
  type: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  messageId: MaybeText,
  authentication: z.string(),
  files: z.array(z.string()),
});

export const SentDocument = z.object({
  id: z.int(),
  createdAt: Time,
  requestId: z.string(),
  submissionKey: MaybeText,
  repeatOf: z.nullable(z.int()),
  language: z.string(),
  channel: z.string(),
  agentName: MaybeText,
  userConsent: z.nullable(z.boolean()),
  consentEvidence: MaybeText,
  noticeVersion: MaybeText,
  assistedBy: MaybeText,
  hostEvidence: MaybeText,
  assistantHost: MaybeText,
  honeypotFilled: z.nullable(z.boolean()),
  spamReasons: z.array(z.string()),
  utm: z.unknown(),
  consentConfirmedAt: MaybeTime,
  consentNoticeVersion: MaybeText,
  consentWithdrawnAt: MaybeTime,
  status: z.string(),
  /** "operator" if an operator owns the submission, else null. Never the owner's name. */
  owner: MaybeText,
  revision: z.int(),
  replyDueAt: MaybeTime,
  replyWarningAt: MaybeTime,
  replyHours: z.nullable(z.int()),
  replyHoursRun: MaybeText,
  askedAt: MaybeTime,
  repliedAt: MaybeTime,
  closedAt: MaybeTime,
  closeReason: MaybeText,
  snoozedUntil: MaybeTime,
  lastMessageAt: MaybeTime,
  sharedAt: MaybeTime,
  messageState: MaybeText,
  /** The person's own mails, and bounces of ours. A mail that somebody else wrote is theirs. */
  received: z.array(ReceivedMail),
  bookings: z.array(
    z.object({
      state: z.string(),
      startAt: Time,
      endAt: MaybeTime,
      timeZone: z.string(),
      consentEvidence: MaybeText,
      askedAt: Time,
    }),
  ),
  /** Answers of webhook receivers, which may contain data of the person. */
  webhookAnswers: z.array(z.string()),
  timeline: z.array(
    z.object({ type: z.string(), at: Time, actor: z.string(), details: z.custom<JsonObject>(isJsonObject) }),
  ),
});

/** All data about a person, without the confidential thresholds (contract 8.4). */
export const PersonDocument = z.object({
  email: z.string(),
  exportedAt: Time,
  evaluations: z.array(
    z.object({
      ...SentDocument.shape,
      ...storedTexts.evaluation.shape,
      answers: z.array(z.object({ question: z.string(), points: z.number(), answer: MaybeText })),
      answersForm: z.string(),
      score: z.number(),
      route: z.string(),
    }),
  ),
  inquiries: z.array(z.object({ ...SentDocument.shape, ...storedTexts.inquiry.shape })),
  block: z.nullable(z.object({ createdAt: Time, reason: MaybeText, hits: z.int(), lastHitAt: MaybeTime })),
  /** Mails from this person's address that match no submission or are attached to other people's submissions. */
  otherMails: z.array(ReceivedMail),
  /** Bookings with this address that an operator has yet to match with a submission or dismiss. */
  otherBookings: z.array(z.object({ startAt: Time, endAt: Time, timeZone: z.string(), bookedAt: Time })),
  /** Subscription to mails about changes to the catalog. */
  subscription: z.nullable(
    z.object({
      language: z.string(),
      requestedAt: Time,
      confirmedAt: MaybeTime,
      noticeVersion: MaybeText,
      changesSince: Time,
      nextAt: Time,
    }),
  ),
  mentions: z.array(SubmissionRef),
});
export type PersonDocument = z.infer<typeof PersonDocument>;

/** Long timeout: searching all texts may take a minute, and the request may have to wait for another search first. */
const slow = { waitSeconds: 130 };

/** Email addresses are sent in bodies, never in URLs. */
export const peopleOperations = nameOperations({
  findPerson: defineDeskPost("/admin/people/find", "admin", PersonSearch, PersonRef),
  exportPerson: defineDeskPost("/admin/people/download", "admin", PersonRef, PersonDocument, slow),
  erasePerson: defineDeskPost("/admin/people/erase", "admin", PersonErasure, Done, slow),
});
