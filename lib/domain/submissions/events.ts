import * as z from "zod/mini";
import { isoTime } from "../schema-kit.ts";
import { consentChanges } from "./consent.ts";
import { Status } from "./status.ts";

/**
 * Every mail the service sends: a call to the operators, an acknowledgement to the person, an operator's reply to the
 * person, and the response clock's warning and breach to the operators.
 */
export const mailTypes = ["notice", "acknowledgement", "reply", "warning", "breach"] as const;
export const MailType = z.enum(mailTypes);
export type MailType = z.infer<typeof MailType>;

const Owner = z.nullable(z.object({ id: z.string(), name: z.string() }));
const StoredDate = z.nullable(isoTime());

/** What an event of each type says, as it is stored. */
export const eventDetails = {
  seen: z.object({}),
  status: z.object({
    from: Status,
    to: Status,
    reason: z.optional(z.string()),
    /** The change took the one before it back. */
    isUndo: z.optional(z.boolean()),
    /** What the row held before, so that the change can be taken back. */
    before: z.object({ repliedAt: StoredDate, closedAt: StoredDate, closeReason: z.nullable(z.string()) }),
  }),
  owner: z.object({ from: Owner, to: Owner }),
  note: z.object({ text: z.string() }),
  /** An operator's reply, as it is mailed; the event `mail` tells when it was sent. */
  reply: z.object({ text: z.string() }),
  /** A mail that the mail server has taken. */
  mail: z.object({
    mail: MailType,
    messageId: z.string(),
    recipients: z.int(),
    /** Of `recipients`, those that the server refused. */
    refused: z.optional(z.int()),
    /** The event of the reply that it carried. */
    event: z.optional(z.string()),
  }),
  /** What the person said of the consent that an agent had claimed. */
  consent: z.object({ change: z.enum(consentChanges), noticeVersion: z.string() }),
};
export type StoredEventType = keyof typeof eventDetails;
export type EventDetails = { [Type in StoredEventType]: z.infer<(typeof eventDetails)[Type]> };

type EventLike<Type extends string, Details> = {
  type: Type;
  at: Date;
  /** The operator's name at that time; of `submitted` the person's or the agent's. */
  actor: string;
  details: Details;
};

/** One that is stored: by an operator, by the service, or by the person. */
export type StoredEvent = { [Type in StoredEventType]: EventLike<Type, EventDetails[Type]> }[StoredEventType];

/** One entry of a submission's timeline. A stored one has the number by which mails refer to it. */
export type SubmissionEvent = EventLike<"submitted", Record<string, never>> | TimelineEvent;
export type TimelineEvent = StoredEvent & { id: string };

const inWords = (status: Status) => status.replace("_", " ");

/** The rest of a sentence that begins with the actor. */
export function describeEvent(event: StoredEvent): string {
  switch (event.type) {
    case "seen":
      return "looked at it";
    case "note":
      return "added a note";
    case "reply":
      return "replied";
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
      const { from, to } = event.details;
      return `changed the owner from ${from?.name ?? "nobody"} to ${to?.name ?? "nobody"}`;
    }
  }
}
