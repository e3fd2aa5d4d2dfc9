// Schemas of webhooks in the operator API.
import * as z from "zod/mini";
import { described, withRules } from "../domain/schema-kit.ts";
import { WebhookBody } from "../domain/webhooks/body.ts";
import {
  conditionValues,
  endpointFields,
  endpointNameMax,
  NewEndpoint,
  pauseReasons,
  refuseImpossible,
  refuseUrl,
  shapes,
} from "../domain/webhooks/endpoint.ts";
import { WebhookType } from "../domain/webhooks/events.ts";
import { nullableTime, time } from "./operator-submissions.ts";

const id = z.uuid();
const shape = z.optional(described("Default: ids, which name nobody. person needs submissions:read.", z.enum(shapes)));

export const NewSubscription = withRules(
  z.extend(z.partial(z.object(conditionValues)), {
    url: described("Where events are sent: https, without user and password.", endpointFields.url),
    events: described("Types of events.", endpointFields.events),
    shape,
    name: z.optional(described("Shown at the desk. Default: the host of url.", endpointFields.name)),
  }),
  refuseUrl,
  refuseImpossible,
);

export function toNewEndpoint(subscription: z.output<typeof NewSubscription>): NewEndpoint {
  const name = new URL(subscription.url).host.slice(0, endpointNameMax);
  return NewEndpoint.parse({ name, shape: "ids", ...subscription, format: "standard" });
}

export const SubscriptionKey = z.object({ id: described("The subscription's id.", id) });
export const Subscription = z.object({ id, secret: described("Signs what is sent. Returned this once.", z.string()) });

export const SubscriptionList = z.object({
  webhooks: z.array(
    z.object({
      id,
      ...endpointFields,
      createdAt: time,
      failingSince: nullableTime,
      pausedAt: nullableTime,
      pauseReason: z.nullable(z.enum(pauseReasons)),
    }),
  ),
});

export const SamplesQuery = z.object({ type: described("The type of event.", WebhookType), shape });
export const EventSamples = z.object({
  samples: z.array(z.extend(WebhookBody, { id: described("The event's webhook-id.", id) })),
});
