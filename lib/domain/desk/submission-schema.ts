import * as z from "zod/mini";
import { Locale } from "../locale.ts";
import { DeliveryFault, type SubmissionMail, SubmissionMailType } from "../mail/mail.ts";
import { hostEvidences } from "../request-context.ts";
import type { Clock } from "../submissions/clock.ts";
import { eventDetails, type SubmissionEvent } from "../submissions/events.ts";
import { Authentication, type InboundMail, InboundType } from "../submissions/inbound.ts";
import { channels, LeadRoute } from "../submissions/schema.ts";
import { SpamReason } from "../submissions/spam.ts";
import { Status } from "../submissions/status.ts";
import { SubmissionKind } from "../submissions/submission-ref.ts";
import type { InboxPage, Owner, Submission } from "./submission.ts";

/** A date on either side: JSON carries it as a text. */
const time = () => z.coerce.date<Date | string>();
const nullableText = z.nullable(z.string());

const PersonOwner = z.object({ id: z.string(), name: z.string() }) satisfies z.ZodMiniType<Owner>;

const noClock = z.object({ state: z.literal("none"), dueAt: z.null(), warnsAt: z.null() });
const aClock = z.object({
  state: z.enum(["running", "warning", "overdue", "answered", "answered_late"]),
  dueAt: time(),
  warnsAt: time(),
});
const ClockOutput: z.ZodMiniType<Clock, unknown> = z.union([noClock, aClock]);

const Identity = z.object({
  host: z.nullable(z.object({ name: z.string(), evidence: z.enum(hostEvidences) })),
  isHostName: z.boolean(),
  imitatedName: nullableText,
});

const CappedCount = z.object({ count: z.int(), isCapped: z.boolean() });

const Row = z.object({
  kind: SubmissionKind,
  id: z.int(),
  sortTime: time(),
  stretch: z.optional(z.enum(["rest", "returned"])),
  createdAt: time(),
  name: z.string(),
  company: nullableText,
  email: z.string(),
  excerpt: z.string(),
  route: z.nullable(LeadRoute),
  score: z.nullable(z.number()),
  status: Status,
  channel: z.enum(channels),
  agentName: nullableText,
  identity: Identity,
  language: Locale,
  owner: z.nullable(PersonOwner),
  clock: ClockOutput,
  revision: z.int(),
  withdrawnAt: z.nullable(time()),
  snoozedUntil: z.nullable(time()),
  repeatOf: z.nullable(z.int()),
  repeatCount: z.int(),
  spamReasons: z._default(z.array(SpamReason), []),
  hasWritten: z._default(z.boolean(), false),
});

export const InboxPageOutput = z.object({
  rows: z.array(Row),
  total: CappedCount,
  withdrawn: CappedCount,
  seriesIds: z.array(z.int()),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
}) satisfies z.ZodMiniType<InboxPage>;

const Mail = z.object({
  kind: SubmissionKind,
  id: z.int(),
  jobId: z.string(),
  mail: SubmissionMailType,
  event: z.optional(z.string()),
  state: z.enum(["waiting", "scheduled", "held", "sending", "dead"]),
  createdAt: time(),
  at: time(),
  attempts: z.int(),
  fault: z.nullable(DeliveryFault),
}) satisfies z.ZodMiniType<SubmissionMail>;

const Inbound = z.object({
  id: z.string(),
  receivedAt: time(),
  type: InboundType,
  fromName: z.string(),
  fromAddress: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  isShortened: z._default(z.boolean(), false),
  authentication: Authentication,
  files: z.array(z.object({ id: z.string(), name: z.string(), mediaType: z.string(), isKept: z.boolean() })),
}) satisfies z.ZodMiniType<InboundMail>;

const shown = { at: time(), actor: z.string() };
const storedEvents = Object.entries(eventDetails).map(([type, details]) =>
  // An instance of the version before sends no operator.
  z.object({
    ...shown,
    id: z.string(),
    operatorId: z._default(z.nullable(z.string()), null),
    type: z.literal(type),
    details,
  }),
);
/** Each stored type has its details, which the list above takes from the one place that names them. */
const Event = z.union([
  z.object({ ...shown, type: z.literal("submitted"), details: z.object({}) }),
  z.object({
    ...shown,
    type: z.literal("repeated"),
    details: z.object({ ids: z.array(z.int()), count: z.int() }),
  }),
  ...storedEvents,
]) as z.ZodMiniType<SubmissionEvent, unknown>;

const Related = z.object({
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

const details = {
  id: z.int(),
  createdAt: time(),
  requestId: z.string(),
  name: z.string(),
  email: z.string(),
  language: Locale,
  sourcePage: z.string(),
  channel: z.enum(channels),
  agentName: nullableText,
  identity: Identity,
  userConsent: z.nullable(z.boolean()),
  utm: z.array(z.tuple([z.string(), z.string()])),
  landingPage: nullableText,
  referrer: nullableText,
  noticeVersion: nullableText,
  assistedBy: nullableText,
  consent: z.object({
    isElicited: z.boolean(),
    confirmedAt: z.nullable(time()),
    noticeVersion: nullableText,
    withdrawnAt: z.nullable(time()),
  }),
  pendingMails: z.array(Mail),
  inbound: z.array(Inbound),
  status: Status,
  owner: z.nullable(PersonOwner),
  revision: z.int(),
  repliedAt: z.nullable(time()),
  closedAt: z.nullable(time()),
  closeReason: nullableText,
  snoozedUntil: z.nullable(time()),
  clock: ClockOutput,
  repeatOf: z.nullable(z.int()),
  repeatCount: z.int(),
  spamReasons: z._default(z.array(SpamReason), []),
  related: z.array(Related),
  timeline: z.array(Event),
  canUndo: z.boolean(),
};

const Alternatives = z.array(
  z.object({
    changes: z.array(z.object({ question: z.int(), from: z.number(), to: z.number() })),
    score: z.number(),
    route: LeadRoute,
  }),
);

export const SubmissionOutput = z.discriminatedUnion("kind", [
  z.object({ ...details, kind: z.literal("inquiry"), message: z.string(), topic: nullableText }),
  z.object({
    ...details,
    kind: z.literal("evaluation"),
    role: z.string(),
    company: z.string(),
    phone: nullableText,
    projectDescription: z.string(),
    discoverySource: z.string(),
    answers: z.array(z.object({ question: z.string(), points: z.number(), option: nullableText })),
    answersForm: z.enum(["answers", "answersByKey"]),
    score: z.number(),
    route: LeadRoute,
    cutOffs: z.object({ review: z.number(), qualified: z.number() }),
    whatIf: z.object({ better: Alternatives, worse: Alternatives }),
    answerSets: z.nullable(z.int()),
  }),
]) satisfies z.ZodMiniType<Submission>;
