import * as z from "zod/mini";
import { Done, defineDeskGet, defineDeskPost, nameOperations } from "../../operation.ts";
import { nullableTime, time } from "../../schema-kit.ts";
import { LeadRoute } from "../core/schema.ts";
import { CappedCount, nullableText, SubmissionOutput, sharedFields } from "../core/submission.ts";
import { Reference, Selection, SubmissionRef } from "../core/submission-ref.ts";
import { type Cursor, First, InboxQuery, stretches } from "./inbox-query.ts";

const InboxRow = z.object({
  ...sharedFields,
  sortTime: time(),
  stretch: z.optional(z.enum(stretches)),
  name: z.string(),
  company: nullableText,
  email: z.string(),
  excerpt: z.string(),
  route: z.nullable(LeadRoute),
  score: z.nullable(z.number()),
  withdrawnAt: nullableTime(),
}) satisfies z.ZodMiniType<Cursor>;
export type InboxRow = z.output<typeof InboxRow>;

const InboxPageOutput = z.object({
  rows: z.array(InboxRow),
  total: CappedCount,
  /** Number of withdrawn submissions in the list, which exports leave out. */
  withdrawn: CappedCount,
  /** IDs of evaluations that differ from others only in their answers. */
  seriesIds: z.array(z.int()),
  hasNext: z.boolean(),
});
export type InboxPage = z.output<typeof InboxPageOutput>;

const path = "/admin/inbox/{kind}/{id}";

export const inboxOperations = nameOperations({
  listSubmissions: defineDeskGet("/admin/inbox", InboxQuery as z.ZodMiniType<InboxQuery, object>, InboxPageOutput),
  getSubmission: defineDeskGet(path, SubmissionRef, SubmissionOutput),
  markSeen: defineDeskPost(`${path}/seen`, "operator", SubmissionRef, Done),
  exportSubmissions: defineDeskGet("/admin/inbox/export", InboxQuery, z.string()),
  exportSelection: defineDeskGet("/admin/inbox/selection", Selection, z.string()),
});

/** A booking that may belong to a submission. */
export type UnmatchedBooking = {
  uid: string;
  startAt: Date;
  email: string;
  /** The newest submission that it may belong to. */
  suggestion: SubmissionRef;
};

const uid = z.string().check(z.maxLength(200));
export const UnmatchedBookingRef = z.object({ uid });
export type UnmatchedBookingRef = z.infer<typeof UnmatchedBookingRef>;
export const BookingMatch = z.object({ uid, reference: Reference });
export type BookingMatch = z.infer<typeof BookingMatch>;

export const bookingOperations = nameOperations({
  matchBooking: defineDeskPost("/admin/bookings/match", "operator", BookingMatch, Done),
  dismissBooking: defineDeskPost("/admin/bookings/dismiss", "operator", UnmatchedBookingRef, Done),
});

/** Position of a client with all events and submissions up to these numbers, and all ended snoozes up to `readAt`. */
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

/** A change may be reported again, with the same `key`. */
const Change = z.extend(SubmissionRef, { key: z.string(), revision: z.int() });

/** Contains no personal data: the tab loads a submission's data with the operator's session. */
const LiveMessage = z.discriminatedUnion("type", [
  z.extend(Change, { type: z.literal("submitted") }),
  /** `change` is an event type of the timeline, `read`, `repeated`, or `returned` from a snooze. */
  z.extend(Change, { type: z.literal("changed"), change: z.string() }),
  /** The tab must reload everything, because it is new or missed too many changes. */
  z.object({ type: z.literal("reload") }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;

/** An open tab ignores the messages of a newer version. */
const LiveMessages = z.pipe(
  z.array(z.unknown()),
  z.transform((all) => all.flatMap((message) => LiveMessage.safeParse(message).data ?? [])),
);

/** Send `position` as `after` of the next call. */
const LiveChanges = z.object({ messages: LiveMessages, position: z.string() });
export type LiveChanges = z.infer<typeof LiveChanges>;

const LiveQuery = z.object({ after: z.pipe(First, z.optional(z.string())) });

export const liveOperations = nameOperations({
  listChanges: {
    ...defineDeskGet(
      "/admin/inbox/changes",
      LiveQuery as z.ZodMiniType<z.output<typeof LiveQuery>, object>,
      LiveChanges,
    ),
    isPolled: true,
  },
});
