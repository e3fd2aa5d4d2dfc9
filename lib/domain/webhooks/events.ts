import * as z from "zod/mini";
import type { NewEvent } from "../submissions/core/events.ts";

/** Events that an endpoint can subscribe to, in the order of the desk's list. */
export const webhookTypes = [
  "submission.created",
  "submission.updated",
  "submission.replied",
  "submission.consent_confirmed",
  "submission.withdrawn",
  "submission.erased",
  "submission.booked",
  "submission.booking_cancelled",
  "reply.due_soon",
  "reply.overdue",
  "entry.published",
  "entry.changed",
] as const;
export const WebhookType = z.enum(webhookTypes);
export type WebhookType = z.infer<typeof WebhookType>;

/** Sent only when an admin tests an endpoint. */
export const testType = "endpoint.test";

type TextKey<Type extends string> = Type extends `${infer Before}.${infer After}` ? `${Before}_${After}` : Type;
/** Returns the type's key in the messages. Such keys must not contain a dot. */
export const toTextKey = <Type extends string>(type: Type) => type.replace(".", "_") as TextKey<Type>;

/** Undefined for an event that receivers do not get. `change` is always one of our own words, never a person's. */
export function toWebhook(event: NewEvent): { type: WebhookType; change?: string } | undefined {
  switch (event.type) {
    case "status":
    case "owner":
      return { type: "submission.updated", change: event.type };
    case "mail":
      return event.details.mail === "reply" ? { type: "submission.replied", change: "mail" } : undefined;
    case "note":
      return event.details.contact?.isReply
        ? { type: "submission.replied", change: event.details.contact.channel }
        : undefined;
    case "consent":
      return {
        type: event.details.change === "confirmed" ? "submission.consent_confirmed" : "submission.withdrawn",
      };
    case "booking": {
      const { change } = event.details;
      return change === "cancelled" ? { type: "submission.booking_cancelled" } : { type: "submission.booked", change };
    }
    default:
      return undefined;
  }
}
