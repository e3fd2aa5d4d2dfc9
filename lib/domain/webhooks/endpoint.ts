import * as z from "zod/mini";
import { dayMilliseconds, hourMilliseconds } from "../durations.ts";
import type { JsonObject } from "../json.ts";
import { Done, defineDeskPost, nameOperations } from "../operation.ts";
import { isoTime, type RuleIssue, text, wholeNumber, withRules } from "../schema-kit.ts";
import { conditions } from "../submissions/core/schema.ts";
import type { WebhookBody } from "./body.ts";
import { WebhookType } from "./events.ts";

export const webhooksPath = "/admin/webhooks";
export const endpointsMax = 20;
export const endpointNameMax = 80;
const endpointUrlMax = 2_000;
/** Maximum bytes of a response that the log keeps. */
export const webhookAnswerMax = 2_048;
/** Days for which events and the log are kept. */
export const webhookDays = 30;
/** Hours after a rotation for which the former secret signs as well. */
export const formerSecretHours = 24;

/** `ids`: facts that name nobody. `person`: also what the person wrote. */
export const shapes = ["ids", "person"] as const;
export type Shape = (typeof shapes)[number];
export const formats = ["standard", "slack", "teams", "google_chat"] as const;
export type Format = (typeof formats)[number];
export const pauseReasons = ["operator", "gone", "failing"] as const;

export const endpointFields = {
  name: text({ min: 1, max: endpointNameMax }),
  url: text({ min: 1, max: endpointUrlMax }),
  events: z.array(WebhookType).check(z.minLength(1), z.maxLength(WebhookType.options.length)),
  ...conditions,
  shape: z.enum(shapes),
  format: z.enum(formats),
};

/**
 * Refuses credentials, which would be stored unencrypted, and fragments, which never reach a server. Limits the length
 * of the ASCII form, which is stored and can be longer than the given URL.
 */
export function checkEndpointUrl({ url }: JsonObject): RuleIssue[] {
  const parsed = typeof url === "string" && url ? URL.parse(url) : undefined;
  if (parsed === undefined) return [];
  const isPlain = parsed && !parsed.username && !parsed.password && !parsed.hash;
  const isGood = isPlain && /^https?:$/.test(parsed.protocol) && parsed.href.length <= endpointUrlMax;
  return isGood ? [] : [{ path: ["url"], message: "must be an https address without user and password", params: {} }];
}

export const checkRouteFitsKind = ({ kind, route }: JsonObject): RuleIssue[] =>
  kind === "inquiry" && route ? [{ path: ["route"], message: "never matches", params: {} }] : [];

const id = z.uuid();

/** `endpoint` and `version` are set for an edit; `version` detects conflicts. */
export const EndpointInput = withRules(
  z.object({ ...endpointFields, endpoint: z.optional(id), version: z.optional(wholeNumber()) }),
  checkEndpointUrl,
  checkRouteFitsKind,
);
export type EndpointInput = z.infer<typeof EndpointInput>;

const version = { endpoint: id, version: wholeNumber() };
export const EndpointVersion = z.object(version);
export type EndpointVersion = z.infer<typeof EndpointVersion>;
export const EndpointSwitch = z.object({ ...version, isOn: z.boolean() });
export type EndpointSwitch = z.infer<typeof EndpointSwitch>;

export const EndpointRef = z.object({ endpoint: id });
export type EndpointRef = z.infer<typeof EndpointRef>;
/** Deliveries to repeat: one event, or all events since a time. */
export const Replay = z.union([z.object({ endpoint: id, event: id }), z.object({ endpoint: id, since: isoTime() })]);
export type Replay = z.infer<typeof Replay>;

export const StoredEndpoint = z.omit(z.object(endpointFields), { events: true });

export type Endpoint = Pick<z.infer<typeof EndpointInput>, keyof typeof endpointFields> & {
  id: string;
  version: number;
  ownerName: string | null;
  createdAt: Date;
  formerUntil: Date | null;
  failingSince: Date | null;
  pausedAt: Date | null;
  pauseReason: (typeof pauseReasons)[number] | null;
};

export type Attempt = {
  id: string;
  at: Date;
  status: number | null;
  fault: string | null;
  milliseconds: number;
  /** Null if the submission is gone or there was no response. */
  answer: string | null;
};
export type Delivery = {
  event: string;
  type: WebhookBody["type"];
  at: Date;
  subject: string | null;
  href: string | null;
  state: "waiting" | "sending" | "done" | "dead";
  nextAt: Date;
  attempts: Attempt[];
};

const Secret = z.object({ secret: z.string() });
const Saved = z.object({ endpoint: z.string(), secret: z.optional(z.string()) });

export const webhookOperations = nameOperations({
  /** Returns the secret of a new endpoint. Later requests cannot read it. */
  saveEndpoint: defineDeskPost(`${webhooksPath}/save`, "admin", EndpointInput, Saved),
  switchEndpoint: defineDeskPost(`${webhooksPath}/switch`, "admin", EndpointSwitch, Done),
  removeEndpoint: defineDeskPost(`${webhooksPath}/remove`, "admin", EndpointVersion, Done),
  rotateSecret: defineDeskPost(`${webhooksPath}/rotate`, "admin", EndpointRef, Secret),
  testEndpoint: defineDeskPost(`${webhooksPath}/test`, "admin", EndpointRef, Done),
  replayWebhooks: defineDeskPost(`${webhooksPath}/replay`, "admin", Replay, z.object({ count: z.int() })),
});

/** Seconds to wait after each failed attempt: nearly the schedule of Standard Webhooks, but within three days. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 75_600];
const retryAfterSecondsMax = 86_400;

/**
 * @param random from 0 to 1, spreads retries so that a recovered receiver does not get all deliveries at once
 * @returns null after the last attempt
 */
export function getRetrySeconds(attempts: number, random: number, retryAfterSeconds = 0): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (0.8 + random / 5), Math.min(retryAfterSeconds, retryAfterSecondsMax));
}

/** @returns seconds; 0 if the header is missing or unreadable (RFC 9110, 10.2.3) */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1_000);
}

const failingDays = 5;
/** Minimum age of the failed delivery, so that a short outage after days without events does not pause the endpoint. */
const lastFailureHours = 12;

/** `queuedAt`: when the delivery that has just failed was queued. */
export function isDownForDays({ failingSince, queuedAt }: { failingSince: Date; queuedAt: Date }, now: Date): boolean {
  const isLong = now.getTime() - failingSince.getTime() >= failingDays * dayMilliseconds;
  return isLong && now.getTime() - queuedAt.getTime() >= lastFailureHours * hourMilliseconds;
}
