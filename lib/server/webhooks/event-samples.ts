import "server-only";
import type { Admin } from "../../domain/access/operator.ts";
import { composeBody, type WebhookBody } from "../../domain/webhooks/body.ts";
import type { Shape } from "../../domain/webhooks/endpoint.ts";
import type { WebhookType } from "../../domain/webhooks/events.ts";
import { createExample } from "../../domain/webhooks/samples.ts";
import { database } from "../db.ts";
import { siteUrl } from "../env.ts";
import { findTold } from "./find-told.ts";

const samplesMax = 3;

/** Newest first, composed as deliveries are; an example while no event of the type is stored. */
export async function listEventSamples(
  { type, shape = "ids" }: { type: WebhookType; shape?: Shape | undefined },
  { now }: { admin: Admin; now: Date },
): Promise<(WebhookBody & { id: string })[]> {
  const events = await database(
    (db) => db.webhookEvent.findMany({ where: { type }, orderBy: [{ at: "desc" }, { id: "desc" }], take: samplesMax }),
    "desk",
  );
  const found = events.map(async (event) => ({ id: event.id, told: await findTold(event, "") }));
  const samples = events.length ? await Promise.all(found) : [createExample(type)];
  return samples.map(({ id, told }) => ({ id, ...composeBody(told, shape, siteUrl(), now) }));
}
