import * as z from "zod/mini";
import { Done, defineDeskGet, defineDeskPost } from "../../operation.ts";
import { nullableTime, time } from "../../schema-kit.ts";
import { LeadRoute } from "../core/schema.ts";
import { CappedCount, nullableText, SubmissionOutput, sharedFields } from "../core/submission.ts";
import { Reference, Selection, SubmissionRef } from "../core/submission-ref.ts";
import { type Cursor, InboxQuery, stretches } from "./inbox-query.ts";

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

export const InboxPageOutput = z.object({
  rows: z.array(InboxRow),
  total: CappedCount,
  /** Number of withdrawn submissions in the list, which exports leave out. */
  withdrawn: CappedCount,
  /** IDs of evaluations that differ from others only in their answers. */
  seriesIds: z.array(z.int()),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
});
export type InboxPage = z.output<typeof InboxPageOutput>;

const path = "/admin/inbox/{kind}/{id}";

export const inboxOperations = {
  listSubmissions: defineDeskGet(
    "listSubmissions",
    "/admin/inbox",
    "query",
    "operator",
    InboxQuery as z.ZodMiniType<InboxQuery, object>,
    InboxPageOutput,
  ),
  getSubmission: defineDeskGet("getSubmission", path, "path", "operator", SubmissionRef, SubmissionOutput),
  markSeen: defineDeskPost("markSeen", `${path}/seen`, "operator", SubmissionRef, Done),
  exportSubmissions: defineDeskGet(
    "exportSubmissions",
    "/admin/inbox/export",
    "query",
    "operator",
    InboxQuery,
    z.string(),
  ),
  exportSelection: defineDeskGet(
    "exportSelection",
    "/admin/inbox/selection",
    "query",
    "operator",
    Selection,
    z.string(),
  ),
};

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

export const bookingOperations = {
  matchBooking: defineDeskPost("matchBooking", "/admin/bookings/match", "operator", BookingMatch, Done),
  dismissBooking: defineDeskPost("dismissBooking", "/admin/bookings/dismiss", "operator", UnmatchedBookingRef, Done),
};
