import "server-only";
import type { WebhookType } from "../../domain/webhooks/events.ts";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { isTakeable, type LeasedRow, takeRows, whereLeased } from "./leases.ts";

/** A submission that is being erased has its facts here, because its row is gone. */
type Subject =
  | { kind: string; id: number; route?: string | null; language?: string; channel?: string }
  | { slug: string };
type NewWebhookEvent = Subject & { type: WebhookType; at: Date; change?: string | undefined };

/** The conditions apply to submissions only, so events of the catalog (without a kind) always meet them. */
const isWanted = Prisma.sql`e.type = ANY (endpoint.events) AND (e.kind IS NULL
  OR coalesce(endpoint.kind, e.kind) = e.kind AND (endpoint.route IS NULL OR endpoint.route = e.route)
    AND (endpoint.language IS NULL OR endpoint.language = e.language)
    AND (endpoint.channel IS NULL OR endpoint.channel = e.channel))`;

/** Stores events and their deliveries in the transaction of the change. Stores nothing if there are no endpoints. */
export async function recordWebhookEvents(tx: RawTransaction, events: readonly NewWebhookEvent[]): Promise<void> {
  if (!events.length) return;
  await tx.$executeRaw`
    WITH e AS (
      INSERT INTO webhook_events (id, type, at, kind, submission_id, route, language, channel, slug, change)
      SELECT gen_random_uuid(), new.type, new.at, new.kind, new.id, coalesce(s.route, new.route),
        coalesce(s.language, new.language), coalesce(s.channel, new.channel), new.slug, new.change
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS new (type text, at timestamptz, kind text, id int,
          route text, language text, channel text, slug text, change text)
        LEFT JOIN submissions AS s ON s.kind = new.kind AND s.id = new.id
      WHERE EXISTS (SELECT FROM webhook_endpoints)
      RETURNING *
    )
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at)
    SELECT gen_random_uuid(), endpoint.id, e.id, now()
    FROM e JOIN webhook_endpoints AS endpoint ON endpoint.paused_at IS NULL AND ${isWanted}`;
}

/** Queues one event again, or all matching ones since a time, including any missed while paused. Keeps their ids. */
export function queueReplays(
  tx: RawTransaction,
  endpoint: string,
  which: { event: string } | { since: Date },
): Promise<number> {
  const condition =
    "event" in which
      ? Prisma.sql`e.id = ${which.event}::uuid AND EXISTS (
          SELECT FROM webhook_deliveries AS d WHERE d.endpoint_id = endpoint.id AND d.event_id = e.id)`
      : Prisma.sql`e.at >= ${which.since}::timestamptz AND ${isWanted}`;
  return tx.$executeRaw`
    INSERT INTO webhook_deliveries AS delivery (id, endpoint_id, event_id, next_at, is_replay)
    SELECT gen_random_uuid(), endpoint.id, e.id, now(), true
    FROM webhook_endpoints AS endpoint JOIN webhook_events AS e ON ${condition}
    WHERE endpoint.id = ${endpoint}::uuid
    ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, next_at = now(), is_replay = true
    WHERE delivery.state <> 'sending'`;
}

export type TakenDelivery = LeasedRow & { endpointId: string; eventId: string; isReplay: boolean };

/** Maximum simultaneous deliveries to one endpoint, so that a slow one cannot hold up the worker. */
export const atOnceOfEndpoint = 2;

export function takeDeliveries(db: RawTransaction, max: number): Promise<TakenDelivery[]> {
  const due = Prisma.sql`
    SELECT picked.id FROM webhook_endpoints AS endpoint CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id AND ${isTakeable}
        AND (endpoint.paused_at IS NULL OR is_replay)
      ORDER BY next_at, id
      LIMIT greatest(0, ${atOnceOfEndpoint} - (SELECT count(*) FROM webhook_deliveries AS other
        WHERE other.endpoint_id = endpoint.id AND other.state = 'sending' AND NOT other.is_doubted))
      FOR UPDATE SKIP LOCKED
    ) AS picked LIMIT ${max}`;
  const columns = Prisma.sql`endpoint_id::text AS "endpointId", event_id::text AS "eventId", is_replay AS "isReplay"`;
  return takeRows(db, "deliveries", { due, columns });
}

/** `retrySeconds` is null after the last attempt. @returns whether this attempt still owned the delivery */
export async function settleDelivery(
  tx: RawTransaction,
  taken: LeasedRow,
  { isDone, retrySeconds }: { isDone: boolean; retrySeconds: number | null },
): Promise<boolean> {
  const state = isDone ? "done" : retrySeconds === null ? "dead" : "waiting";
  const count = await tx.$executeRaw`
    UPDATE webhook_deliveries SET state = ${state}, lease = NULL, is_doubted = false,
      next_at = now() + ${retrySeconds ?? 0}::float8 * interval '1 second'
    WHERE ${whereLeased(taken)}`;
  return count === 1;
}
