import "server-only";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Admin, AdminContext } from "../../domain/access/operator.ts";
import { dayMilliseconds, hourMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { formatReference, SubmissionRef, submissionPath } from "../../domain/submissions/core/submission-ref.ts";
import { WebhookBody } from "../../domain/webhooks/body.ts";
import {
  type Delivery,
  type Endpoint,
  type EndpointInput,
  type EndpointRef,
  type EndpointSwitch,
  type EndpointVersion,
  endpointsMax,
  formerSecretHours,
  pauseReasons,
  type Replay,
  StoredEndpoint,
  webhookDays,
} from "../../domain/webhooks/endpoint.ts";
import { testType, type WebhookType, webhookTypes } from "../../domain/webhooks/events.ts";
import { recordAdminAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { openText, sealText } from "../derived-keys.ts";
import type { Prisma, WebhookEndpoint, WebhookEvent } from "../generated/prisma/client.ts";
import { isInsideHost } from "../outside-request.ts";
import { queueReplays } from "../queue/webhooks.ts";

/** A newer version that was rolled back may have stored other types. */
const isKnownType = (type: string): type is WebhookType => webhookTypes.some((known) => known === type);

export async function listEndpoints(_context: { admin: Admin }): Promise<Endpoint[]> {
  const include = { owner: { select: { name: true } } } as const;
  const rows = await database(
    (db) => db.webhookEndpoint.findMany({ include, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
    "desk",
  );
  return rows.map((row) => ({
    ...StoredEndpoint.parse(row),
    events: row.events.filter(isKnownType),
    id: row.id,
    version: row.version,
    ownerName: row.owner?.name ?? null,
    createdAt: row.createdAt,
    formerUntil: row.formerUntil,
    failingSince: row.failingSince,
    pausedAt: row.pausedAt,
    pauseReason: pauseReasons.find((reason) => reason === row.pauseReason) ?? null,
  }));
}

export async function listAutomaticallyPausedEndpoints() {
  const where = { pauseReason: { in: ["gone", "failing"] } };
  const select = { id: true, name: true, pauseReason: true } as const;
  const rows = await database((db) => db.webhookEndpoint.findMany({ where, select, orderBy: { name: "asc" } }), "mail");
  return rows.map(
    ({ id, name, pauseReason }) => ({ id, name, reason: pauseReason === "gone" ? pauseReason : "failing" }) as const,
  );
}

/**
 * Returns the secret of a new endpoint, which is never shown again.
 * @throws AppError `invalid_input` for http to a host that INSIDE_HOSTS lacks; `conflict` when the endpoint has changed
 * or there are too many
 */
export function saveEndpoint(
  { endpoint: id, version = 0, ...data }: EndpointInput,
  context: AdminContext,
): Promise<{ endpoint: string; secret?: string }> {
  const url = new URL(data.url);
  if (url.protocol !== "https:" && !isInsideHost(url)) {
    throw new AppError("invalid_input", "Only hosts in INSIDE_HOSTS may use http: use https.", { fields: ["url"] });
  }
  return inDeskTransaction(async (tx) => {
    if (id !== undefined) {
      await lockEndpoint(tx, { endpoint: id, version });
      const change = { ...data, url: url.href, version: { increment: 1 } };
      await tx.webhookEndpoint.update({ where: { id }, data: change, select: { id: true } });
      await recordAdminAudit(tx, "webhook_saved", { endpoint: id }, context);
      return { endpoint: id };
    }
    await tx.$executeRaw`LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE`;
    if ((await tx.webhookEndpoint.count()) >= endpointsMax)
      throw new AppError("conflict", `There are ${endpointsMax} endpoints: remove one first.`);
    const { secret, sealed } = createSecret();
    const made = { id: randomUUID(), secret: sealed, ownerId: context.admin.id, createdAt: context.now };
    await tx.webhookEndpoint.create({ data: { ...data, ...made, url: url.href }, select: { id: true } });
    await recordAdminAudit(tx, "webhook_saved", { endpoint: made.id, isNew: true }, context);
    return { endpoint: made.id, secret };
  });
}

/** Switching the endpoint on clears its failures. @throws AppError `conflict` if somebody has changed it since */
export function switchEndpoint({ isOn, ...seen }: EndpointSwitch, context: AdminContext): Promise<void> {
  return inDeskTransaction(async (tx) => {
    const { id } = await lockEndpoint(tx, seen);
    const data = isOn
      ? { pausedAt: null, pauseReason: null, failingSince: null }
      : { pausedAt: context.now, pauseReason: "operator" };
    await tx.webhookEndpoint.update({ where: { id }, data, select: { id: true } });
    await recordAdminAudit(tx, "webhook_switched", { endpoint: id, isOn }, context);
  });
}

/** Also deletes the endpoint's log. @throws AppError `not_found`; `conflict` if somebody has changed it since */
export function removeEndpoint(seen: EndpointRef & Partial<EndpointVersion>, context: AdminContext): Promise<void> {
  return inDeskTransaction(async (tx) => {
    const { id } = await lockEndpoint(tx, seen);
    await tx.webhookEndpoint.delete({ where: { id }, select: { id: true } });
    await recordAdminAudit(tx, "webhook_removed", { endpoint: id }, context);
  });
}

/** For a day, the former secret adds a second signature. @throws AppError `not_found` */
export function rotateSecret({ endpoint: id }: EndpointRef, context: AdminContext): Promise<{ secret: string }> {
  return inDeskTransaction(async (tx) => {
    const row = await lockEndpoint(tx, { endpoint: id });
    const { secret, sealed } = createSecret();
    const formerUntil = new Date(context.now.getTime() + formerSecretHours * hourMilliseconds);
    // Nothing can be signed any more with a secret that another AUTH_SECRET has sealed.
    const former = openText(purpose, row.secret) === undefined ? null : row.secret;
    const data = { secret: sealed, formerSecret: former, formerUntil: former && formerUntil };
    await tx.webhookEndpoint.update({ where: { id }, data, select: { id: true } });
    await recordAdminAudit(tx, "webhook_secret_rotated", { endpoint: id }, context);
    return { secret };
  });
}

/** @throws AppError `not_found`; `conflict` if it has another version */
async function lockEndpoint(
  tx: Prisma.TransactionClient,
  { endpoint, version }: { endpoint: string; version?: number },
): Promise<WebhookEndpoint> {
  await tx.$executeRaw`SELECT FROM webhook_endpoints WHERE id = ${endpoint}::uuid FOR UPDATE`;
  const row = await tx.webhookEndpoint.findUnique({ where: { id: endpoint } });
  if (!row) throw new AppError("not_found", "There is no such endpoint.");
  if (version === undefined || row.version === version) return row;
  throw new AppError("conflict", "This endpoint has changed since you opened it: look again.");
}

const listedMax = 50;
const states = ["waiting", "sending", "done", "dead"] as const;

/** At most 50, newest first. */
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
    ...toSubjectAndLink(event),
    state: states.find((each) => each === state) ?? "waiting",
    nextAt,
    attempts: attemptsMade.map(({ id, at, status, fault, milliseconds, answer }) => {
      return { id: String(id), at, status, fault, milliseconds, answer: answer?.text ?? null };
    }),
  }));
}

function toSubjectAndLink({ kind, submissionId: id, slug }: WebhookEvent): Pick<Delivery, "subject" | "href"> {
  if (slug !== null) return { subject: slug, href: `/admin/catalog/${slug}` };
  if (kind === null || id === null) return { subject: null, href: null };
  const ref = SubmissionRef.parse({ kind, id });
  return { subject: formatReference(ref), href: submissionPath(ref) };
}

/** Also tests a paused endpoint. @throws AppError `not_found` */
export function testEndpoint({ endpoint }: EndpointRef, { now }: AdminContext): Promise<void> {
  return inDeskTransaction(async (tx) => {
    await lockEndpoint(tx, { endpoint });
    const event = { id: randomUUID(), type: testType, at: now };
    await tx.webhookEvent.create({ data: event, select: { id: true } });
    const delivery = { id: randomUUID(), endpointId: endpoint, eventId: event.id, nextAt: now, isReplay: true };
    await tx.webhookDelivery.create({ data: delivery, select: { id: true } });
  });
}

/** Also sends to a paused endpoint. @throws AppError `not_found` */
export function replayWebhooks(replay: Replay, context: AdminContext): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    await lockEndpoint(tx, replay);
    const which = "event" in replay ? { event: replay.event } : { since: new Date(replay.since) };
    const count = await queueReplays(tx, replay.endpoint, which);
    if (count) await recordAdminAudit(tx, "webhook_replayed", { endpoint: replay.endpoint, count }, context);
    return { count };
  });
}

/** Deletes old events with their deliveries and attempts. */
export async function purgeWebhooks({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - webhookDays * dayMilliseconds);
  await database((db) => db.webhookEvent.deleteMany({ where: { at: { lt: before } } }), "maintenance");
}

// Signatures of Standard Webhooks (spec/standard-webhooks.md).

const purpose = "webhook secrets";
const prefix = "whsec_";

/** @returns the secret to show once, and what to store */
function createSecret(): { secret: string; sealed: string } {
  const secret = prefix + randomBytes(32).toString("base64");
  return { secret, sealed: sealText(purpose, secret) };
}

/** @throws Error if the secret was sealed with another AUTH_SECRET */
export function unsealSecret(sealed: string): string {
  const secret = openText(purpose, sealed);
  if (secret === undefined) throw new Error("the secret of an endpoint cannot be decrypted");
  return secret;
}

/** Sign each attempt anew, because receivers reject old timestamps. Each secret adds a signature. */
export function signWebhook(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
