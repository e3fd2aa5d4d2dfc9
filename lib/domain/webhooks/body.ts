import * as z from "zod/mini";
import { isoTime } from "../schema-kit.ts";
import { type Clock, type ReplyPromise, toClock } from "../submissions/core/clock.ts";
import { channels, LeadRoute } from "../submissions/core/schema.ts";
import { Status } from "../submissions/core/status.ts";
import {
  formatReference,
  SubmissionKind,
  type SubmissionRef,
  submissionPath,
} from "../submissions/core/submission-ref.ts";
import type { Shape } from "./endpoint.ts";
import { testType, WebhookType, webhookTypes } from "./events.ts";

/** Never add score or answers: with the routes of thirty submissions, they would reveal the thresholds. */
const Person = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  text: z.string(),
  agentName: z.nullable(z.string()),
});

const SubmissionData = z.object({
  kind: SubmissionKind,
  id: z.int(),
  reference: z.string(),
  url: z.string(),
  /** The submission was erased after the event. Then the body has only the fields above. */
  isErased: z.boolean(),
  change: z.optional(z.string()),
  /** Orders the events of one submission: the body with the higher revision is newer. */
  revision: z.optional(z.int()),
  createdAt: z.optional(isoTime()),
  status: z.optional(Status),
  route: z.optional(z.nullable(LeadRoute)),
  language: z.optional(z.string()),
  channel: z.optional(z.enum(channels)),
  topic: z.optional(z.nullable(z.string())),
  replyDueAt: z.optional(z.nullable(isoTime())),
  repliedAt: z.optional(z.nullable(isoTime())),
  person: z.optional(Person),
});

const EntryData = z.object({
  slug: z.string(),
  url: z.string(),
  /** The slug no longer has an entry. */
  isDeleted: z.boolean(),
  isPublished: z.optional(z.boolean()),
  revision: z.optional(z.int()),
});

/** Parsing drops all other properties, so that a body never contains more than this. */
export const WebhookBody = z.object({
  type: z.enum([...WebhookType.options, testType]),
  timestamp: isoTime(),
  data: z.union([SubmissionData, EntryData, z.object({ endpoint: z.uuid() })]),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

export type LoadedSubmission = SubmissionRef &
  z.infer<typeof Person> &
  ReplyPromise & {
    revision: number;
    createdAt: Date;
    status: Status;
    route: LeadRoute | null;
    language: string;
    channel: string;
    topic: string | null;
    repliedAt: Date | null;
    consentWithdrawnAt: Date | null;
    repeatOf: number | null;
  };
type LoadedEntry = { published: boolean; updatedAt: Date };

/** An event with the current row of its subject, or null if that was deleted. */
export type LoadedEvent = { type: WebhookBody["type"]; at: Date; change: string | null } & (
  | { about: "submission"; ref: SubmissionRef; row: LoadedSubmission | null }
  | { about: "entry"; slug: string; row: LoadedEntry | null }
  | { about: "endpoint"; endpoint: string }
);

const toTime = (at: Date | null) => at?.toISOString() ?? null;

/** Never returns the data of a person who has withdrawn the consent. */
export const findSendablePerson = (row: LoadedSubmission | null, shape: Shape): LoadedSubmission | null =>
  row && shape === "person" && !row.consentWithdrawnAt ? row : null;

export const getSubmissionClock = (row: LoadedSubmission, now: Date): Clock =>
  toClock({ ...row, withdrawnAt: row.consentWithdrawnAt }, now);

export function getEventUrl(event: LoadedEvent, siteUrl: string): string {
  if (event.about === "submission") return siteUrl + submissionPath(event.ref);
  return siteUrl + (event.about === "entry" ? `/admin/catalog/${event.slug}` : `/admin/webhooks/${event.endpoint}`);
}

export function composeBody(event: LoadedEvent, shape: Shape, siteUrl: string, now: Date): WebhookBody {
  const { type, at } = event;
  return WebhookBody.parse({ type, timestamp: at.toISOString(), data: toBodyData(event, shape, siteUrl, now) });
}

function toBodyData(event: LoadedEvent, shape: Shape, siteUrl: string, now: Date): object {
  const url = getEventUrl(event, siteUrl);
  if (event.about === "endpoint") return { endpoint: event.endpoint };
  if (event.about === "entry") {
    const { slug, row } = event;
    return row
      ? { slug, url, isDeleted: false, isPublished: row.published, revision: row.updatedAt.getTime() }
      : { slug, url, isDeleted: true };
  }
  const { ref, row } = event;
  const change = event.change === null ? {} : { change: event.change };
  const ids = { ...ref, reference: formatReference(ref), url, isErased: row === null, ...change };
  if (!row) return ids;
  const person = findSendablePerson(row, shape);
  const { createdAt, repliedAt } = row;
  return {
    ...row,
    ...ids,
    createdAt: toTime(createdAt),
    repliedAt: toTime(repliedAt),
    replyDueAt: toTime(getSubmissionClock(row, now).dueAt),
    ...(person ? { person } : {}),
  };
}

const at = new Date("2026-12-01T15:04:05.000Z");
const ref = { kind: "evaluation", id: 1042 } as const;
export const exampleSubmission: LoadedSubmission = {
  ...ref,
  name: "Lucía Hernández",
  email: "lucia.hernandez@example.com",
  phone: null,
  company: "Café Volcán",
  role: "Brand manager",
  text: "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May.",
  agentName: null,
  revision: 4,
  createdAt: new Date("2026-12-01T15:00:00.000Z"),
  status: "new",
  route: "qualified",
  language: "es",
  channel: "web",
  topic: null,
  replyDueAt: new Date("2026-12-03T15:00:00.000Z"),
  replyWarningAt: new Date("2026-12-03T03:00:00.000Z"),
  repliedAt: null,
  consentWithdrawnAt: null,
  repeatOf: null,
};

const changes: Partial<Record<WebhookType, string>> = {
  "submission.updated": "status",
  "submission.replied": "mail",
  "submission.booked": "booked",
};

/** Creates an example of an event to show until a real one has happened. Its id is always the same. */
export function createExampleEvent(type: WebhookType): { id: string; event: LoadedEvent } {
  const id = `00000000-0000-4000-8000-${String(webhookTypes.indexOf(type) + 1).padStart(12, "0")}`;
  const shared = { type, at, change: changes[type] ?? null };
  if (type.startsWith("entry.")) {
    return {
      id,
      event: { ...shared, about: "entry", slug: "receipts-validation", row: { published: true, updatedAt: at } },
    };
  }
  return {
    id,
    event: { ...shared, about: "submission", ref, row: type === "submission.erased" ? null : exampleSubmission },
  };
}
