import * as z from "zod/mini";
import { Locale } from "../../locale.ts";
import { hostEvidences } from "../../request-context.ts";
import { nullableTime, time } from "../../schema-kit.ts";
import type { Clock } from "./clock.ts";
import type { Duty } from "./duty.ts";
import { eventDetails, SpamReason, type SubmissionEvent } from "./events.ts";
import { fields, type ShownField, shownFields } from "./fields.ts";
import { InboundMail, MessageState } from "./inbound.ts";
import { SubmissionMail } from "./mails.ts";
import { answersForms } from "./questions.ts";
import { channels, type contactFields, type evaluationFields, LeadRoute } from "./schema.ts";
import { Status } from "./status.ts";
import { SubmissionKind } from "./submission-ref.ts";
import { isOptionalField } from "./submission-texts.ts";

export const nullableText = z.nullable(z.string());

const Owner = z.object({ id: z.string(), name: z.string() });
export type Owner = z.output<typeof Owner>;
export type OwnerChoice = Owner & Duty;

const noClock = z.object({ state: z.literal("none"), dueAt: z.null(), warnsAt: z.null() });
const aClock = z.object({
  state: z.enum(["running", "warning", "overdue", "answered", "answered_late"]),
  dueAt: time(),
  warnsAt: time(),
});
const ClockOutput: z.ZodMiniType<Clock, unknown> = z.union([noClock, aClock]);

const AssistantIdentity = z.object({
  host: z.nullable(z.object({ name: z.string(), evidence: z.enum(hostEvidences) })),
  isHostName: z.boolean(),
  /** Characters with which an assistant's name may look like another's. */
  oddCharacters: z.array(z.string()),
});
export type AssistantIdentity = z.output<typeof AssistantIdentity>;

export const sharedFields = {
  kind: SubmissionKind,
  id: z.int(),
  createdAt: time(),
  channel: z.enum(channels),
  agentName: nullableText,
  identity: AssistantIdentity,
  language: Locale,
  status: Status,
  owner: z.nullable(Owner),
  /** Number of changes of the submission so far. */
  revision: z.int(),
  /** May be in the past: it stays until somebody acts on the submission. */
  snoozedUntil: nullableTime(),
  /** The newest mail of the conversation. Null before the first one. */
  lastMessage: z._default(z.nullable(z.object({ at: time(), state: MessageState })), null),
  clock: ClockOutput,
  /** Number of the first submission, if this submission repeats it. */
  repeatOf: z.nullable(z.int()),
  repeatCount: z.int(),
  /** Why the service marked the submission as spam. Kept after an operator restores it. */
  spamReasons: z._default(z.array(SpamReason), []),
};

/** A count that may stop early. `isCapped` means that there are more than `count`. */
export const CappedCount = z.object({ count: z.int(), isCapped: z.boolean() });
export type CappedCount = z.output<typeof CappedCount>;

const shown = { at: time(), actor: z.string() };
const storedEvents = Object.entries(eventDetails).map(([type, details]) =>
  // The default is for updates: a server of the previous version sends no `operatorId`.
  z.object({
    ...shown,
    id: z.string(),
    operatorId: z._default(z.nullable(z.string()), null),
    type: z.literal(type),
    details,
  }),
);
const Event = z.union([
  z.object({ ...shown, type: z.literal("submitted"), details: z.object({}) }),
  z.object({
    ...shown,
    type: z.literal("repeated"),
    details: z.object({ ids: z.array(z.int()), count: z.int() }),
  }),
  ...storedEvents,
]) as z.ZodMiniType<SubmissionEvent, unknown>;

export const relatedMax = 20;

const RelatedSubmission = z.object({
  kind: SubmissionKind,
  id: z.int(),
  createdAt: time(),
  name: z.string(),
  company: nullableText,
  email: z.string(),
  excerpt: z._default(z.string(), ""),
  route: z.nullable(LeadRoute),
  status: Status,
  sameEmail: z.boolean(),
});
export type RelatedSubmission = z.output<typeof RelatedSubmission>;

type Schemas = typeof contactFields & typeof evaluationFields;

type Shape<Kind extends SubmissionKind> = {
  [Name in ShownField<Kind>]: undefined extends z.output<Schemas[Name]>
    ? z.ZodMiniNullable<z.ZodMiniString>
    : z.ZodMiniString;
};

/** TypeScript needs the cast, because it cannot follow an object built name by name. */
function toShape<Kind extends SubmissionKind>(kind: Kind): Shape<Kind> {
  const shape = shownFields[kind].map((name) => [name, isOptionalField(name) ? z.nullable(z.string()) : z.string()]);
  return Object.fromEntries(shape) as Shape<Kind>;
}

/** An optional field that was omitted is null. */
export const storedTexts = { evaluation: z.object(toShape("evaluation")), inquiry: z.object(toShape("inquiry")) };
export type StoredTexts = { [Kind in SubmissionKind]: z.output<(typeof storedTexts)[Kind]> };

export const toProperty = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** @throws ZodError if a required text is missing */
export function readTexts<Kind extends SubmissionKind>(kind: Kind, row: Record<string, unknown>): StoredTexts[Kind] {
  const texts = shownFields[kind].map((name) => [name, row[toProperty(fields[name].column)]]);
  return storedTexts[kind].parse(Object.fromEntries(texts)) as StoredTexts[Kind];
}

const SubmissionDetails = z.object({
  ...sharedFields,
  requestId: z.string(),
  /** The person's consent, as claimed by the caller. */
  userConsent: z.nullable(z.boolean()),
  utm: z.array(z.tuple([z.string(), z.string()])),
  noticeVersion: nullableText,
  /** The assistant that prepared the site's form, according to its link. */
  assistedBy: nullableText,
  consent: z.object({
    isElicited: z.boolean(),
    confirmedAt: nullableTime(),
    noticeVersion: nullableText,
    withdrawnAt: nullableTime(),
  }),
  pendingMails: z.array(SubmissionMail),
  inbound: z.array(InboundMail),
  repliedAt: nullableTime(),
  closedAt: nullableTime(),
  closeReason: nullableText,
  /** Other submissions of the person or company: at most `relatedMax`, newest first, without repeats. */
  related: z.array(RelatedSubmission),
  /** Events, oldest first. The first is the submission itself. */
  timeline: z.array(Event),
  canUndo: z.boolean(),
});
export type SubmissionDetails = z.output<typeof SubmissionDetails>;

const Alternative = z.object({
  /** Changed answers. `from` may be a fraction, but `to` is always the points of an option. */
  changes: z.array(z.object({ question: z.int(), from: z.number(), to: z.number() })),
  score: z.number(),
  route: LeadRoute,
});
export type Alternative = z.output<typeof Alternative>;

const PhoneLinks = z.object({ international: z.string(), callUrl: z.string(), whatsAppUrl: z.string() });
export type PhoneLinks = z.output<typeof PhoneLinks>;

const EvaluationDetails = z.object({
  ...SubmissionDetails.shape,
  ...storedTexts.evaluation.shape,
  /** Null unless `phone` is a valid number and the person may be contacted. */
  phoneLinks: z._default(z.nullable(PhoneLinks), null),
  kind: z.literal("evaluation"),
  answers: z.array(z.object({ question: z.string(), points: z.number(), option: nullableText })),
  answersForm: z.enum(answersForms),
  score: z.number(),
  route: LeadRoute,
  /** Thresholds of the verdicts (contract 8.4). */
  cutOffs: z.object({ review: z.number(), qualified: z.number() }),
  /** The smallest sets of changes that lead to another verdict. */
  whatIf: z.object({ better: z.array(Alternative), worse: z.array(Alternative) }),
  /** Number of answer sets that the company sent with this text, or null if there is no such series. */
  answerSets: z.nullable(z.int()),
});
export type EvaluationDetails = z.output<typeof EvaluationDetails>;

const InquiryDetails = z.object({
  ...SubmissionDetails.shape,
  ...storedTexts.inquiry.shape,
  kind: z.literal("inquiry"),
});

export const SubmissionOutput = z.discriminatedUnion("kind", [InquiryDetails, EvaluationDetails]);
export type Submission = z.output<typeof SubmissionOutput>;
