import * as z from "zod/mini";
import { Status } from "./status.ts";

/**
 * Every mail the service sends: a call to the operators, an acknowledgement to the person, an operator's reply to the
 * person, and the response clock's warning and breach to the operators.
 */
export const mailTypes = ["notice", "acknowledgement", "reply", "warning", "breach"] as const;
export const MailType = z.enum(mailTypes);
export type MailType = z.infer<typeof MailType>;

const Owner = z.nullable(z.object({ id: z.string(), name: z.string() }));
const StoredDate = z.nullable(z.iso.datetime());

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
  consent: z.object({ change: z.enum(["confirmed", "withdrawn"]), noticeVersion: z.string() }),
};
export type StoredEventType = keyof typeof eventDetails;
export type EventDetails = { [Type in StoredEventType]: z.infer<(typeof eventDetails)[Type]> };

type EventOf<Type extends string, Details> = {
  type: Type;
  at: Date;
  /** The operator's name at that time; of `submitted` the person's or the agent's. */
  actor: string;
  details: Details;
};

/** One that is stored: by an operator, by the service, or by the person. */
export type StoredEvent = { [Type in StoredEventType]: EventOf<Type, EventDetails[Type]> }[StoredEventType];

/** One entry of a submission's timeline. A stored one has the number by which mails refer to it. */
export type SubmissionEvent = EventOf<"submitted", Record<string, never>> | TimelineEvent;
export type TimelineEvent = StoredEvent & { id: string };
