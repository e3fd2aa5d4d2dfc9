import * as z from "zod/mini";
import { bookingChanges } from "../../bookings/booking.ts";
import { Locale } from "../../locale.ts";
import { ConsentEvidence } from "../../request-context.ts";
import { isoTime } from "../../schema-kit.ts";
import { consentChanges } from "./consent.ts";
import { InboundType } from "./inbound.ts";
import { Status } from "./status.ts";

/** Why a submission is spam, in the order in which the desk shows the reasons. */
export const spamReasons = [
  "blocked_address",
  "blocked_domain",
  "blocked_agent",
  "honeypot",
  "disposable_domain",
  "many_repeats",
] as const;
export const SpamReason = z.enum(spamReasons);
export type SpamReason = z.infer<typeof SpamReason>;

/** Types of mail on the timeline. Acknowledgement, reply and reminder go to the person, the others to operators. */
export const mailTypes = [
  "notice",
  "acknowledgement",
  "reply",
  "warning",
  "breach",
  "mention",
  "message",
  "reminder",
  "unbooked",
] as const;
export const MailType = z.enum(mailTypes);
export type MailType = z.infer<typeof MailType>;

const Owner = z.nullable(z.object({ id: z.string(), name: z.string() }));
const StoredDate = z.nullable(isoTime());

const isUndo = z.optional(z.boolean());

/** Stands for the person's name, which could survive an erasure in an event, or look like an operator's name. */
export const personActor = "The person";
export const serviceActor = "service";

export const eventDetails = {
  /** `isMessage`: the operator was the first to read a message. `isTakenBack`: the operator took a reply back. */
  seen: z.object({ isMessage: z.optional(z.boolean()), isTakenBack: z.optional(z.boolean()) }),
  status: z.object({
    from: Status,
    to: Status,
    reason: z.optional(z.string()),
    isUndo,
    spamReasons: z.optional(z.array(SpamReason)),
    /** Block-list entry that was added together with the change. */
    block: z.optional(z.object({ id: z.int(), type: z.enum(["address", "domain"]) })),
    before: z.object({
      repliedAt: StoredDate,
      closedAt: StoredDate,
      closeReason: z.nullable(z.string()),
      /** The snooze that closing ended. */
      snoozedUntil: z.optional(StoredDate),
      /** The deadline that a new one replaced. */
      replyDueAt: z.optional(StoredDate),
    }),
  }),
  owner: z.object({
    from: Owner,
    to: Owner,
    /** The rule, with its name at that time. `isInTurn`: it has several operators, who take turns. */
    rule: z.optional(z.object({ name: z.string(), isInTurn: z.boolean() })),
    isUndo,
  }),
  /** `until` is null if the snooze ended. The reason `wrote` means that the snooze ended because the person wrote. */
  snooze: z.object({ from: StoredDate, until: StoredDate, reason: z.optional(z.literal("wrote")), isUndo }),
  note: z.object({
    text: z.string(),
    mentions: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
    /** The operator wrote to the person. `isReply`: it counts for the response clock. */
    contact: z.optional(z.object({ channel: z.literal("whatsapp"), isReply: z.boolean() })),
  }),
  /** Stored before the reply is sent. A `mail` event follows when the reply is sent. */
  reply: z.object({
    text: z.string(),
    job: z.optional(z.string()),
    signature: z.optional(z.string()),
    files: z.optional(z.array(z.object({ id: z.string(), name: z.string(), size: z.int() }))),
    /** Addresses that get a copy once the reply is sent. An erased address is replaced by `erasedMark`. */
    cc: z.optional(z.array(z.string())),
    /** Time chosen for a later reply, which stops the clock only when it is sent. */
    sendAt: z.optional(isoTime()),
    /** For undoing the reply: the event of the status change, and the previous time of the first reply. */
    statusEvent: z.optional(z.string()),
    repliedBefore: z.optional(StoredDate),
  }),
  /** A message that an operator passed on. `message` is its event; omitted for the submission's own text. */
  forward: z.object({
    to: z.string(),
    text: z.optional(z.string()),
    message: z.optional(z.string()),
    language: Locale,
    /** An operator discarded the mail, which could not be sent. */
    isDiscarded: z.optional(z.boolean()),
  }),
  mail: z.object({
    mail: MailType,
    messageId: z.string(),
    recipients: z.int(),
    refused: z.optional(z.int()),
    event: z.optional(z.string()),
  }),
  consent: z.object({ change: z.enum(consentChanges), noticeVersion: z.string() }),
  /** `messageId` is the Message-ID of our own mail, if it bounced. */
  inbound: z.object({ inbound: z.string(), type: InboundType, messageId: z.optional(z.string()) }),
  booking: z.object({
    change: z.enum(bookingChanges),
    startAt: isoTime(),
    /** Set if an assistant booked. */
    consentEvidence: z.optional(ConsentEvidence),
  }),
  /** An operator separated a repeat from its first submission. Recorded on both timelines. */
  separated: z.object({ first: z.int(), repeat: z.int() }),
};
export type StoredEventType = keyof typeof eventDetails;
export type EventDetails = { [Type in StoredEventType]: z.infer<(typeof eventDetails)[Type]> };
export type NewEvent = { [Type in StoredEventType]: { type: Type; details: EventDetails[Type] } }[StoredEventType];

type EventLike<Type extends string, Details> = {
  type: Type;
  at: Date;
  /** Name of the operator at that time, or of the sender of the submission; else `personActor` or `serviceActor`. */
  actor: string;
  details: Details;
};

export type StoredEvent = { [Type in StoredEventType]: EventLike<Type, EventDetails[Type]> }[StoredEventType];

/** An event on the timeline, stored or derived from rows. `ids` lists only the first few repeats. */
export type SubmissionEvent =
  | EventLike<"submitted", Record<string, never>>
  | EventLike<"repeated", { ids: number[]; count: number }>
  | TimelineEvent;
/** `operatorId` is null unless an operator caused the event. */
export type TimelineEvent = StoredEvent & { id: string; operatorId: string | null };

type MessageEvent = Extract<TimelineEvent, { type: "reply" | "inbound" }>;

export const isMessage = (event: SubmissionEvent): event is MessageEvent =>
  event.type === "reply" || (event.type === "inbound" && event.details.type === "message");

export function findLastMessage(timeline: readonly SubmissionEvent[]): MessageEvent | undefined {
  return timeline.findLast(isMessage);
}

const inWords = (status: Status) => status.replaceAll("_", " ");

const inboundInWords: Record<InboundType, string> = {
  message: "wrote a mail",
  auto_reply: "received an automatic reply",
  bounce: "received a mail that came back",
};

/** Describes an event in a sentence without its subject, which is the actor. */
export function describeEvent(event: StoredEvent): string {
  switch (event.type) {
    case "seen":
      return "looked at it";
    case "note":
      return event.details.contact ? "wrote on WhatsApp" : "added a note";
    case "reply":
      return "replied";
    case "forward":
      return "forwarded a message";
    case "snooze":
      return event.details.until ? "snoozed it" : "brought it back";
    case "inbound":
      return inboundInWords[event.details.type];
    case "separated":
      return "separated a repeat";
    case "booking":
      return `${event.details.change} a time to talk`;
    case "mail":
      return `sent the ${event.details.mail}`;
    case "consent":
      return event.details.change === "confirmed" ? "confirmed the consent" : "withdrew the consent";
    case "status": {
      const { from, to, isUndo } = event.details;
      if (from === to) return `changed the reason for ${inWords(to)}`;
      const change = `the status from ${inWords(from)} to ${inWords(to)}`;
      return isUndo ? `took the last change back, ${change}` : `changed ${change}`;
    }
    case "owner": {
      const { from, to, rule } = event.details;
      const change = `changed the owner from ${from?.name ?? "nobody"} to ${to?.name ?? "nobody"}`;
      return rule ? `${change} by the rule "${rule.name}"` : change;
    }
  }
}
