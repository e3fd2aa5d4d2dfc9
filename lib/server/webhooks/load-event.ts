import "server-only";
import type { AdminContext } from "../../domain/access/operator.ts";
import { Locale } from "../../domain/locale.ts";
import { StoredRoute } from "../../domain/submissions/core/schema.ts";
import { Status } from "../../domain/submissions/core/status.ts";
import { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import {
  composeBody,
  createExampleEvent,
  type LoadedEvent,
  type LoadedSubmission,
  WebhookBody,
} from "../../domain/webhooks/body.ts";
import { chatFormats, toChatMessage } from "../../domain/webhooks/chat.ts";
import { formats, type Shape, shapes } from "../../domain/webhooks/endpoint.ts";
import type { WebhookType } from "../../domain/webhooks/events.ts";
import { database } from "../db.ts";
import { env, getSiteUrl } from "../env.ts";
import type { WebhookEndpoint, WebhookEvent } from "../generated/prisma/client.ts";

/** Reads the event's row when a body is sent, so that the queue contains no personal data. */
export async function loadEvent(event: WebhookEvent, endpoint: string): Promise<LoadedEvent> {
  const { at, change, kind, submissionId: id, slug } = event;
  const shared = { type: WebhookBody.shape.type.parse(event.type), at, change };
  if (kind !== null && id !== null) {
    const ref = SubmissionRef.parse({ kind, id });
    return { ...shared, about: "submission", ref, row: await findSubmission(ref) };
  }
  if (slug === null) return { ...shared, about: "endpoint", endpoint };
  const select = { published: true, updatedAt: true } as const;
  const row = await database((db) => db.catalogEntry.findUnique({ where: { slug }, select }), "mail");
  return { ...shared, about: "entry", slug, row };
}

async function findSubmission(ref: SubmissionRef): Promise<LoadedSubmission | null> {
  const select = {
    name: true,
    email: true,
    phone: true,
    company: true,
    role: true,
    text: true,
    agentName: true,
    revision: true,
    createdAt: true,
    status: true,
    route: true,
    language: true,
    channel: true,
    topic: true,
    repliedAt: true,
    consentWithdrawnAt: true,
    repeatOf: true,
    replyDueAt: true,
    replyWarningAt: true,
  } as const;
  const row = await database((db) => db.submission.findUnique({ where: { kind_id: ref }, select }), "mail");
  if (!row) return null;
  const route = StoredRoute.parse(row.route);
  return { ...row, ...ref, status: Status.parse(row.status), route };
}

/** Language of a chat's messages if the endpoint's owner has chosen none, as for the desk's mails. */
const defaultLanguage: Locale = "es";

export type EndpointWithOwner = WebhookEndpoint & { owner: { language: string | null } | null };

export function writeBody(event: LoadedEvent, endpoint: EndpointWithOwner, now: Date): string {
  const shape = shapes.find((each) => each === endpoint.shape) ?? "ids";
  const format = formats.find((each) => each === endpoint.format) ?? "standard";
  if (format === "standard") return JSON.stringify(composeBody(event, shape, getSiteUrl(), now));
  const language = Locale.safeParse(endpoint.owner?.language).data ?? defaultLanguage;
  const message = toChatMessage(event, { shape, language, timeZone: env().TIME_ZONE, siteUrl: getSiteUrl() }, now);
  return JSON.stringify(chatFormats[format](message));
}

const samplesMax = 3;

/** Lists the newest events of a type, composed like deliveries. If none is stored, returns an example. */
export async function listEventSamples(
  { type, shape = "ids" }: { type: WebhookType; shape?: Shape | undefined },
  { now }: AdminContext,
): Promise<(WebhookBody & { id: string })[]> {
  const events = await database(
    (db) => db.webhookEvent.findMany({ where: { type }, orderBy: [{ at: "desc" }, { id: "desc" }], take: samplesMax }),
    "desk",
  );
  const found = await Promise.all(events.map(async (event) => ({ id: event.id, event: await loadEvent(event, "") })));
  const samples = found.length ? found : [createExampleEvent(type)];
  return samples.map(({ id, event }) => ({ id, ...composeBody(event, shape, getSiteUrl(), now) }));
}
