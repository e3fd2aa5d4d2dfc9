import * as z from "zod/mini";
import { Done, defineDeskPost } from "../../operation.ts";
import { Reference, type SubmissionRef } from "../core/submission-ref.ts";

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
