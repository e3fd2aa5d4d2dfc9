import "server-only";
import { randomUUID } from "node:crypto";
import type { Admin } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { formatReference, SubmissionKind, submissionPath } from "../../domain/submissions/core/submission-ref.ts";
import { WebhookBody } from "../../domain/webhooks/body.ts";
import { type Delivery, type EndpointRef, type Replay, webhookDays } from "../../domain/webhooks/endpoint.ts";
import { testType } from "../../domain/webhooks/events.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { WebhookEvent } from "../generated/prisma/client.ts";
import { queueReplays } from "../queue/webhooks.ts";
import { audit, lockEndpoint } from "./endpoints.ts";

type Context = { admin: Admin; now: Date };

const listedMax = 50;
const states = ["waiting", "sending", "done", "dead"] as const;

/** Newest first. */
export async function listDeliveries(endpointId: string, _context: { admin: Admin }): Promise<Delivery[]> {
  const include = {
    event: true,
    attemptsMade: { orderBy: { id: "asc" }, include: { answer: { select: { text: true } } } },
  } as const;
  const orderBy = [{ createdAt: "desc" }, { id: "asc" }] as const;
  const rows = await database(
    (db) => db.webhookDelivery.findMany({ where: { endpointId }, include, orderBy: [...orderBy], take: listedMax }),
    "desk",
  );
  return rows.map(({ event, attemptsMade, nextAt, state }) => ({
    event: event.id,
    type: WebhookBody.shape.type.parse(event.type),
    at: event.at,
    ...toSubject(event),
    state: states.find((each) => each === state) ?? "waiting",
    nextAt,
    attempts: attemptsMade.map(({ id, at, status, fault, milliseconds, answer }) => {
      return { id: String(id), at, status, fault, milliseconds, answer: answer?.text ?? null };
    }),
  }));
}

function toSubject({ kind, submissionId: id, slug }: WebhookEvent): Pick<Delivery, "subject" | "href"> {
  if (slug !== null) return { subject: slug, href: `/admin/catalog/${slug}` };
  if (kind === null || id === null) return { subject: null, href: null };
  const ref = { kind: SubmissionKind.parse(kind), id };
  return { subject: formatReference(ref), href: submissionPath(ref) };
}

/** Also tests a paused endpoint. @throws AppError `not_found` */
export function testEndpoint({ endpoint }: EndpointRef, { now }: Context): Promise<void> {
  return inDeskTransaction(async (tx) => {
    await lockEndpoint(tx, { endpoint });
    const event = { id: randomUUID(), type: testType, at: now };
    await tx.webhookEvent.create({ data: event, select: { id: true } });
    const delivery = { id: randomUUID(), endpointId: endpoint, eventId: event.id, nextAt: now, isReplay: true };
    await tx.webhookDelivery.create({ data: delivery, select: { id: true } });
  });
}

/** Also sends to a paused endpoint. @throws AppError `not_found` */
export function replayWebhooks(replay: Replay, context: Context): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    await lockEndpoint(tx, replay);
    const which = "event" in replay ? { event: replay.event } : { since: new Date(replay.since) };
    const count = await queueReplays(tx, replay.endpoint, which);
    if (count) await audit(tx, "webhook_replayed", { endpoint: replay.endpoint, count }, context);
    return { count };
  });
}

/** Deletes old events with their deliveries and attempts. */
export async function purgeWebhooks({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - webhookDays * dayMilliseconds);
  await database((db) => db.webhookEvent.deleteMany({ where: { at: { lt: before } } }), "maintenance");
}
