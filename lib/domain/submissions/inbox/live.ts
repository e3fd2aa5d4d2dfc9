import * as z from "zod/mini";
import { isJsonObject } from "../../json.ts";
import { defineDeskGet } from "../../operation.ts";
import { SubmissionRef } from "../core/submission-ref.ts";

/** Has all events up to these numbers, and all submissions returned from a snooze up to `readAt`, in milliseconds. */
export type LivePosition = { event: number; evaluation: number; inquiry: number; readAt: number };

const positionShape = /^(\d{1,15})-(\d{1,10})-(\d{1,10})-(\d{1,15})$/;

export function formatPosition({ event, evaluation, inquiry, readAt }: LivePosition): string {
  return `${event}-${evaluation}-${inquiry}-${readAt}`;
}

export function parsePosition(text: string | null | undefined): LivePosition | undefined {
  const numbers = positionShape
    .exec(text ?? "")
    ?.slice(1)
    .map(Number);
  const [event = 0, evaluation = 0, inquiry = 0, readAt = 0] = numbers ?? [];
  return numbers && { event, evaluation, inquiry, readAt };
}

/** Contains no personal data: the tab loads a submission's data with the operator's session. */
export type LiveMessage =
  | ({ type: "submitted" } & SubmissionRef & { revision: number })
  /** `change` is an event type of the timeline, `read`, `repeated`, or `returned` from a snooze. */
  | ({ type: "changed"; change: string } & SubmissionRef & { revision: number })
  /** The tab must reload everything, because it is new or missed too many events. */
  | { type: "reload" }
  /** Keeps the connection open and sends the position. */
  | { type: "beat" }
  | { type: "ended"; reason: "session" | "stopping" };

const Change = z.extend(SubmissionRef, { revision: z.int() });
const messages = {
  submitted: Change,
  changed: z.extend(Change, { change: z.string() }),
  reload: z.object({}),
  beat: z.object({}),
  ended: z.object({ reason: z.enum(["session", "stopping"]) }),
} satisfies Record<LiveMessage["type"], z.ZodMiniType>;

/** Returns undefined for a type that this version of the code does not know. */
export function parseLiveMessage(text: string): LiveMessage | undefined {
  const value: unknown = JSON.parse(text);
  const type = isJsonObject(value) ? String(value.type) : "";
  if (!Object.hasOwn(messages, type)) return undefined;
  const parsed = messages[type as LiveMessage["type"]].safeParse(value);
  return parsed.success ? ({ type, ...parsed.data } as LiveMessage) : undefined;
}

/** The position is in the URL's query, because a new EventSource cannot send Last-Event-ID. */
export const LiveQuery = z.object({
  after: z.pipe(
    // Takes the first value, because the desk's queries have a list of values for each parameter.
    z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value)),
    z.optional(z.string()),
  ),
});
export type LiveQuery = z.infer<typeof LiveQuery>;

export const liveOperations = {
  /** Streams server-sent events, each a LiveMessage (lib/domain/submissions/inbox/live). */
  watchInbox: defineDeskGet("watchInbox", "/admin/inbox/events", "query", "operator", LiveQuery, z.string()),
};
