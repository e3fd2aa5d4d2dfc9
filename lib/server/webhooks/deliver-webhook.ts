import "server-only";
import type { IncomingMessage } from "node:http";
import {
  endpointsMax,
  getRetrySeconds,
  isDownForDays,
  parseRetryAfter,
  webhookAnswerMax,
} from "../../domain/webhooks/endpoint.ts";
import { testType } from "../../domain/webhooks/events.ts";
import { recordAudit } from "../audit.ts";
import { isCodeTooOld } from "../code-level.ts";
import { database } from "../db.ts";
import type { Prisma, WebhookDelivery, WebhookEndpoint, WebhookEvent } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";
import { OutsideError, requestOutside } from "../outside-request.ts";
import { renewRows } from "../queue/leases.ts";
import { isMailHeld, queueMails } from "../queue/mails.ts";
import { atOnceOfEndpoint, settleDelivery, type TakenDelivery, takeDeliveries } from "../queue/webhooks.ts";
import { openQueueSender, type QueueSender } from "../queue/worker.ts";
import { signWebhook, unsealSecret } from "./endpoints.ts";
import { type EndpointWithOwner, loadEvent, writeBody } from "./load-event.ts";

/** Standard Webhooks recommends 15 to 30 seconds. */
const attemptMilliseconds = 15_000;

type Outcome = { status: number | null; fault: string | null; retryAfterSeconds: number; answer: string | null };
type Due = WebhookDelivery & { endpoint: EndpointWithOwner; event: WebhookEvent };

/** If the worker dies before it stores the outcome, another sends the event again, with the same id. */
async function deliverWebhook(taken: TakenDelivery): Promise<void> {
  const include = { endpoint: { include: { owner: { select: { language: true } } } }, event: true } as const;
  const where = { id: taken.id, lease: taken.lease };
  const due = await database((db) => db.webhookDelivery.findFirst({ where, include }), "mail");
  if (!due) return;
  const at = new Date();
  const startedAt = performance.now();
  const outcome = await tryDelivery(due, at);
  const milliseconds = Math.round(performance.now() - startedAt);
  await database((db) => db.$transaction((tx) => settleAttempt(tx, { taken, due, outcome, at, milliseconds })), "mail");
}

async function tryDelivery({ endpoint, event }: Due, now: Date): Promise<Outcome> {
  try {
    const body = writeBody(await loadEvent(event, endpoint.id), endpoint, now);
    const { secret, formerSecret, formerUntil } = endpoint;
    const sealed = formerSecret && formerUntil && formerUntil > now ? [secret, formerSecret] : [secret];
    const signed = signWebhook({ id: event.id, at: now, body }, sealed.map(unsealSecret));
    const headers = { "content-type": "application/json", "user-agent": "encaje-webhooks", ...signed };
    const request = { method: "POST", headers, body, timeoutMilliseconds: attemptMilliseconds } as const;
    return await requestOutside(new URL(endpoint.url), request, readOutcome);
  } catch (error) {
    const isOutside = error instanceof OutsideError;
    if (!isOutside) log().warn({ event: event.id, error: describeError(error) }, "a webhook could not be prepared");
    const fault = isOutside ? error.message.slice(0, 40) : "INTERNAL";
    return { status: null, fault, retryAfterSeconds: 0, answer: null };
  }
}

async function readOutcome(response: IncomingMessage): Promise<Outcome> {
  const retryAfterSeconds = parseRetryAfter(response.headers["retry-after"], new Date());
  return { status: response.statusCode ?? 0, fault: null, retryAfterSeconds, answer: await readBodyStart(response) };
}

/** Only the status decides the outcome, even if the body breaks off. */
async function readBodyStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length >= webhookAnswerMax) break;
    }
  } catch {
    // Keeps the part that has arrived.
  } finally {
    response.destroy();
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, webhookAnswerMax));
  return text.replaceAll("\0", "\ufffd");
}

type SettledAttempt = { taken: TakenDelivery; due: Due; outcome: Outcome; at: Date; milliseconds: number };

async function settleAttempt(tx: Prisma.TransactionClient, settled: SettledAttempt): Promise<void> {
  const { taken, due, outcome, at, milliseconds } = settled;
  const { event } = due;
  const isDone = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isGone = outcome.status === 410;
  const isOver = isDone || isGone || event.type === testType;
  const retrySeconds = isOver ? null : getRetrySeconds(taken.attempts, Math.random(), outcome.retryAfterSeconds);
  // Locked before the delivery, as in a removal. It may have recovered or been switched on since the attempt began.
  const [endpoint] = await tx.$queryRaw<JudgedEndpoint[]>`
    SELECT id::text, owner_id AS "ownerId", failing_since AS "failingSince" FROM webhook_endpoints
    WHERE id = ${taken.endpointId}::uuid FOR NO KEY UPDATE`;
  if (!endpoint || !(await settleDelivery(tx, taken, { isDone, retrySeconds }))) return;
  const { status, fault, answer } = outcome;
  const attempt = { deliveryId: taken.id, at, status, fault, milliseconds };
  const { id } = await tx.webhookAttempt.create({ data: attempt, select: { id: true } });
  if (answer) await storeAnswer(tx, { id, event, answer });
  // A replay or test by an operator does not pause an endpoint.
  if (isDone || !taken.isReplay)
    await recordEndpointOutcome(tx, { endpoint, queuedAt: due.createdAt, isDone, isGone }, new Date());
}

/** Stores no answer for an erased submission, because it may repeat personal data. The lock makes an erasure wait. */
async function storeAnswer(
  tx: Prisma.TransactionClient,
  { id, event, answer }: { id: bigint; event: WebhookEvent; answer: string },
): Promise<void> {
  const { kind, submissionId } = event;
  if (kind === null) await tx.webhookAnswer.create({ data: { id, text: answer }, select: { id: true } });
  else {
    await tx.$executeRaw`
      INSERT INTO webhook_answers (id, kind, submission_id, text)
      SELECT ${id}, kind, submissions.id, ${answer} FROM submissions
      WHERE kind = ${kind} AND submissions.id = ${submissionId} FOR KEY SHARE`;
  }
}

type JudgedEndpoint = Pick<WebhookEndpoint, "id" | "ownerId" | "failingSince">;
type JudgedDelivery = { endpoint: JudgedEndpoint; queuedAt: Date; isDone: boolean; isGone: boolean };

async function recordEndpointOutcome(
  tx: Prisma.TransactionClient,
  { endpoint, queuedAt, isDone, isGone }: JudgedDelivery,
  now: Date,
): Promise<void> {
  const { id, ownerId } = endpoint;
  if (isDone) {
    if (endpoint.failingSince) await tx.webhookEndpoint.updateMany({ where: { id }, data: { failingSince: null } });
    return;
  }
  const failingSince = endpoint.failingSince ?? now;
  if (!endpoint.failingSince) await tx.webhookEndpoint.updateMany({ where: { id }, data: { failingSince } });
  if (!isGone && !isDownForDays({ failingSince, queuedAt }, now)) return;
  const pauseReason = isGone ? "gone" : "failing";
  const data = { pausedAt: now, pauseReason };
  const { count } = await tx.webhookEndpoint.updateMany({ where: { id, pausedAt: null }, data });
  if (!count) return;
  const details = { endpoint: id, reason: pauseReason };
  await recordAudit(tx, { at: now, actor: "service", action: "webhook_paused", details });
  const recipients = await listEndpointOwners(tx, ownerId);
  await queueMails(
    tx,
    recipients.map((operator) => ({ job: { mail: "webhooks", operator } })),
  );
}

/** Returns the owner, or all admins if the owner no longer has access. */
async function listEndpointOwners(tx: Prisma.TransactionClient, ownerId: string | null): Promise<string[]> {
  const active = await tx.operator.findMany({ where: { disabledAt: null }, select: { id: true, role: true } });
  const owners = active.filter(({ id }) => id === ownerId);
  return (owners.length ? owners : active.filter(({ role }) => role === "admin")).map(({ id }) => id);
}

/** After a restore, deliveries wait with the mails: the backup may hold people who were erased since. */
export function openWebhookSender(): Promise<QueueSender> {
  return openQueueSender({
    canTake: async () => {
      const isTooOld = await database((_db, pool) => isCodeTooOld(pool), "mail");
      return !isTooOld && !(await isMailHeld());
    },
    take: takeDeliveries,
    renew: (db, leases) => renewRows(db, "deliveries", leases),
    deliver: deliverWebhook,
    // Enough for all endpoints to hang without keeping others waiting.
    atOnce: endpointsMax * atOnceOfEndpoint,
  });
}

/** Sends due webhooks during a cron call. Starts no delivery once `timeUp` resolves. */
export async function sendDueWebhooks(timeUp: Promise<unknown>): Promise<void> {
  const sender = await openWebhookSender();
  await Promise.race([sender.sendDue(), timeUp]).finally(() => sender.stop());
}
