import * as z from "zod/mini";
import { isJsonObject } from "../../json.ts";
import { Done, defineDeskOperation, defineDeskPost } from "../../operation.ts";
import { SubmissionId, SubmissionKind, type SubmissionRef } from "../core/submission-ref.ts";

/**
 * Position of a reader in the inbox's events: everything up to these numbers was sent, and every return from a snooze
 * until `readAt`, in milliseconds.
 */
export type LivePosition = { event: number; evaluation: number; inquiry: number; readAt: number };

const positionShape = /^(\d{1,15})-(\d{1,10})-(\d{1,10})-(\d{1,15})$/;

export function printPosition({ event, evaluation, inquiry, readAt }: LivePosition): string {
  return `${event}-${evaluation}-${inquiry}-${readAt}`;
}

/** Undefined for anything that `printPosition` does not write. */
export function parsePosition(text: string | null | undefined): LivePosition | undefined {
  const numbers = positionShape
    .exec(text ?? "")
    ?.slice(1)
    .map(Number);
  const [event, evaluation, inquiry, readAt] = numbers ?? [];
  if (event === undefined || evaluation === undefined || inquiry === undefined || readAt === undefined)
    return undefined;
  return { event, evaluation, inquiry, readAt };
}

/** Names no person: a tab reads the data of a submission with the operator's session. */
export type LiveMessage =
  | ({ type: "submitted" } & SubmissionRef & { revision: number })
  /** `change`: a type of the timeline, `repeated`, or `returned` from a snooze. */
  | ({ type: "changed"; change: string } & SubmissionRef & { revision: number })
  | { type: "viewers"; viewers: Viewer[] }
  /** Anything may have changed: the reader is new, or missed too much. */
  | { type: "reload" }
  /** Shows that the connection is alive, and carries the position. */
  | { type: "beat" }
  | { type: "ended"; reason: "session" | "stopping" };

const Viewer = z.object({ kind: SubmissionKind, id: SubmissionId, operator: z.string() });
/** An operator who has the submission open. */
export type Viewer = z.infer<typeof Viewer>;

const Change = z.object({ kind: SubmissionKind, id: SubmissionId, revision: z.int() });
const messages = {
  submitted: Change,
  changed: z.extend(Change, { change: z.string() }),
  viewers: z.object({ viewers: z.array(Viewer) }),
  reload: z.object({}),
  beat: z.object({}),
  ended: z.object({ reason: z.enum(["session", "stopping"]) }),
} satisfies Record<LiveMessage["type"], z.ZodMiniType>;

/** Undefined for a message that this version does not know. */
export function parseLiveMessage(text: string): LiveMessage | undefined {
  const value: unknown = JSON.parse(text);
  const type = isJsonObject(value) ? String(value.type) : "";
  if (!Object.hasOwn(messages, type)) return undefined;
  const parsed = messages[type as LiveMessage["type"]].safeParse(value);
  return parsed.success ? ({ type, ...parsed.data } as LiveMessage) : undefined;
}

/** In the query, because a new EventSource cannot send Last-Event-ID. */
export const LiveQuery = z.object({
  after: z.pipe(
    // Parameters of the desk's queries come as lists.
    z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value)),
    z.optional(z.string()),
  ),
});
export type LiveQuery = z.infer<typeof LiveQuery>;

/** `isOpen` is false when the operator moves on to another submission. */
export const Viewing = z.object({ kind: SubmissionKind, id: SubmissionId, isOpen: z.boolean() });
export type Viewing = z.infer<typeof Viewing>;

export const liveOperations = {
  /** Server-sent events, each a LiveMessage (lib/domain/submissions/inbox/live). */
  watchInbox: defineDeskOperation({
    operationId: "watchInbox",
    method: "GET",
    path: "/admin/inbox/events",
    source: "query",
    input: LiveQuery,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
  viewSubmission: defineDeskPost("viewSubmission", "/admin/inbox/{kind}/{id}/viewing", "operator", Viewing, Done),
};
