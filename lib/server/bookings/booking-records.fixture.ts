import { randomUUID } from "node:crypto";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { DeskRecords, newEmail } from "../submissions/core/desk.fixture.ts";

const now = new Date();
export const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
export const tomorrow = minutes(24 * 60);
/** Time at which the evaluations of the tests were sent. */
export const sentAt = minutes(-90);
export const newUid = () => randomUUID().slice(0, 18);

export class BookingRecords extends DeskRecords {
  async qualified(change: object = {}) {
    const given = { route: "qualified", score: 15, created_at: sentAt, email: newEmail(), ...change };
    return { ref: await this.evaluation(given), email: given.email, uid: newUid() };
  }

  /** Lists the types of the events, for a booking its change. */
  async listChanges(ref: SubmissionRef) {
    return (await this.listEvents(ref)).map(({ type, details }) => (type === "booking" ? details.change : type));
  }

  /** Counts the unmatched bookings and the others. */
  async countBookings(): Promise<number[]> {
    const tables = ["unmatched_bookings", "bookings"];
    const counts = tables.map((table) => this.client.query(`SELECT count(*)::int FROM ${table}`));
    return (await Promise.all(counts)).map(({ rows }) => rows[0].count);
  }
}
