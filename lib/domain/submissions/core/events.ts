import * as z from "zod/mini";
import { isoTime } from "../../schema-kit.ts";
import { consentChanges } from "./consent.ts";
import { InboundType } from "./inbound.ts";
import { Status } from "./status.ts";

/** Reasons to treat a submission as spam, in display order. */
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

/**
 * Mails to operators: notice, warning and breach of the response clock, mention in a note, and message of a person.
 * Mails to the person: acknowledgement and reply.
 */
export const mailTypes = ["notice", "acknowledgement", "reply", "warning", "breach", "mention", "message"] as const;
export const MailType = z.enum(mailTypes);
export type MailType = z.infer<typeof MailType>;

const Owner = z.nullable(z.object({ id: z.string(), name: z.string() }));
const StoredDate = z.nullable(isoTime());

/** The change undid the last one of its type that was not undone yet. */
const isUndo = z.optional(z.boolean());

/** Actor of a person's events. Their own name might outlive an erasure there, or look like an operator's. */
export const personActor = "The person";
/** Actor of the service's own events. */
export const serviceActor = "service";

export const eventDetails = {
  seen: z.object({}),
  status: z.object({
    from: Status,
    to: Status,
    reason: z.optional(z.string()),
    isUndo,
    /** Why the service treated it as spam. */
    spamReasons: z.optional(z.array(SpamReason)),
    /** Block list entry that the change added. */
    block: z.optional(z.object({ id: z.int(), type: z.enum(["address", "domain"]) })),
    /** Previous values, for an undo. */
    before: z.object({ repliedAt: StoredDate, closedAt: StoredDate, closeReason: z.nullable(z.string()) }),
  }),
  owner: z.object({
    from: Owner,
    to: Owner,
    /** The rule that assigned it, by its name at that time. `isInTurn`: several operators take turns. */
    rule: z.optional(z.object({ name: z.string(), isInTurn: z.boolean() })),
    isUndo,
  }),
  /** `until` is null if the snooze ended; `wrote`: because the person wrote. */
  snooze: z.object({ from: StoredDate, until: StoredDate, reason: z.optional(z.literal("wrote")), isUndo }),
  note: z.object({
    text: z.string(),
    /** Operators that were mentioned and notified. */
    mentions: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
  /** Stored before it is sent: an event `mail` follows. */
  reply: z.object({
    text: z.string(),
    /** Id of its mail in the queue. */
    job: z.optional(z.string()),
    signature: z.optional(z.string()),
    files: z.optional(z.array(z.object({ id: z.string(), name: z.string(), size: z.int() }))),
    /** A reply sent later stops the clock only when it is sent. */
    sendAt: z.optional(isoTime()),
    /** For an undo: the event of the status change, and the previous time of the first reply. */
    statusEvent: z.optional(z.string()),
    repliedBefore: z.optional(StoredDate),
  }),
  mail: z.object({
    mail: MailType,
    messageId: z.string(),
    recipients: z.int(),
    /** Number of `recipients` that the server refused. */
    refused: z.optional(z.int()),
    event: z.optional(z.string()),
  }),
  /** The person's answer to a consent that an agent claimed. */
  consent: z.object({ change: z.enum(consentChanges), noticeVersion: z.string() }),
  /** A received mail. `messageId`: of our mail that came back. */
  inbound: z.object({ inbound: z.string(), type: InboundType, messageId: z.optional(z.string()) }),
  /** Recorded on both timelines. */
  separated: z.object({ first: z.int(), repeat: z.int() }),
};
export type StoredEventType = keyof typeof eventDetails;
export type EventDetails = { [Type in StoredEventType]: z.infer<(typeof eventDetails)[Type]> };

type EventLike<Type extends string, Details> = {
  type: Type;
  at: Date;
  /** Name at that time of the operator, person or agent. */
  actor: string;
  details: Details;
};

export type StoredEvent = { [Type in StoredEventType]: EventLike<Type, EventDetails[Type]> }[StoredEventType];

/** Derived from rows, not stored. `ids` are the first of the repeats. */
export type SubmissionEvent =
  | EventLike<"submitted", Record<string, never>>
  | EventLike<"repeated", { ids: number[]; count: number }>
  | TimelineEvent;
/** `operatorId` is null unless an operator did it. */
export type TimelineEvent = StoredEvent & { id: string; operatorId: string | null };

/** Messages: replies to the person and mails from them. */
const isMessage = (event: SubmissionEvent) =>
  event.type === "reply" || (event.type === "inbound" && event.details.type === "message");

/** The id of the newest message on a timeline. */
export function findLastMessage(timeline: readonly SubmissionEvent[]): string | undefined {
  const last = timeline.findLast(isMessage);
  return last && "id" in last ? last.id : undefined;
}

const inWords = (status: Status) => status.replaceAll("_", " ");

const inboundInWords: Record<InboundType, string> = {
  message: "wrote a mail",
  auto_reply: "received an automatic reply",
  bounce: "received a mail that came back",
};

/** A sentence without its subject, the actor. */
export function describeEvent(event: StoredEvent): string {
  switch (event.type) {
    case "seen":
      return "looked at it";
    case "note":
      return "added a note";
    case "reply":
      return "replied";
    case "snooze":
      return event.details.until ? "snoozed it" : "brought it back";
    case "inbound":
      return inboundInWords[event.details.type];
    case "separated":
      return "separated a repeat";
    case "mail":
      return `sent the ${event.details.mail}`;
    case "consent":
      return event.details.change === "confirmed" ? "confirmed the consent" : "withdrew the consent";
    case "status": {
      const { from, to, isUndo } = event.details;
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
