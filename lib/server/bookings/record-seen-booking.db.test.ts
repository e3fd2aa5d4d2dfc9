import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Admin } from "../../domain/access/operator.ts";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { log } from "../log.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erasures.ts";
import { exportPerson } from "../people/export-person.ts";
import { changeStatus, newEmail } from "../submissions/core/desk.fixture.ts";
import { signReference } from "../submissions/core/verdict.ts";
import { findBooking } from "./book-time.ts";
import { BookingRecords, minutes, newUid, tomorrow } from "./booking-records.fixture.ts";
import { purgeBookings } from "./receive-webhook.ts";
import { recordSeenBooking } from "./record-seen-booking.ts";
import { dismissBooking, listUnmatchedBookings, matchBooking } from "./unmatched-bookings.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new BookingRecords(url);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});
beforeEach(() => records.client.query("TRUNCATE unmatched_bookings"));

const now = new Date();
type Report = Pick<SeenBooking, "uid" | "email" | "movedFrom" | "reference"> &
  Partial<Pick<SeenBooking, "state" | "startAt">> & { at?: Date };

const report = ({ at = minutes(-30), state = "booked", startAt = tomorrow, ...given }: Report) => {
  const endAt = new Date(startAt.getTime() + 1_800_000);
  return recordSeenBooking({ state, startAt, endAt, changedAt: at, bookedAt: at, ...given }, new Date());
};

const readStanding = async ({ id }: SubmissionRef) => {
  const standing = `SELECT uid, state, start_at FROM bookings WHERE submission_id = $1 AND state <> 'cancelled'
    ORDER BY asked_at DESC`;
  return (await records.client.query(standing, [id])).rows;
};

test("cancels a booking although its cancellation arrives first", async () => {
  const { ref, email, uid } = await records.qualified();
  expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("recorded");
  expect(await report({ uid, email })).toBe("older");
  expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null });
  expect(await records.listChanges(ref)).toEqual(["cancelled"]);
});

test("moves a booking to the new time, and ignores late messages about the old time", async () => {
  const { ref, email, uid } = await records.qualified();
  const moved = { uid: newUid(), movedFrom: uid, email, at: minutes(-20), startAt: minutes(3_000) };
  await report({ uid, email });
  expect(await report(moved)).toBe("recorded");
  expect(await report({ uid, email, at: minutes(-25) })).toBe("older");
  expect(await records.listChanges(ref)).toEqual(["booked", "status", "moved"]);
  expect(await readStanding(ref)).toMatchObject([{ start_at: minutes(3_000) }]);
  expect(await report({ ...moved, state: "cancelled", at: minutes(-10) })).toBe("recorded");
  expect(await readStanding(ref)).toEqual([]);
});

test("never restores a booking that was moved, whatever message arrives first", async () => {
  const [one, other] = [await records.qualified(), await records.qualified()];
  const toMoved = ({ uid, email }: typeof one) => ({ uid: newUid(), movedFrom: uid, email, at: minutes(-20) });
  const moved = toMoved(one);
  expect(await report(moved)).toBe("recorded");
  expect(await report({ ...moved, state: "cancelled", at: minutes(-10) })).toBe("recorded");
  expect(await report({ uid: one.uid, email: one.email })).toBe("older");
  const late = toMoved(other);
  expect(await report({ uid: other.uid, email: other.email })).toBe("recorded");
  await report({ uid: late.uid, email: late.email, state: "cancelled", at: minutes(-10) });
  await report(late);
  for (const { ref } of [one, other]) {
    expect(await readStanding(ref)).toEqual([]);
    expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null });
  }
});

test("restores the submission's previous status when its booking is cancelled", async () => {
  const { ref, email, uid } = await records.qualified({ status: "in_review", snoozed_until: tomorrow });
  await report({ uid, email });
  expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("recorded");
  const { status, replied_at, asked_at, snoozed_until } = await records.readRow(ref);
  expect([status, replied_at, asked_at]).toEqual(["in_review", null, expect.any(Date)]);
  expect(Number(snoozed_until)).toBeLessThan(tomorrow.getTime());
  // The services never restore a cancelled booking, but may deliver an older message late.
  expect(await report({ uid, email, at: minutes(-19) })).toBe("older");
  expect(await records.listChanges(ref)).toEqual(["booked", "status", "cancelled", "status", "snooze"]);
  expect(await readStanding(ref)).toEqual([]);
  expect(await report({ uid: newUid(), email, at: minutes(-10) })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject({ status: "booked" });
});

test.each(["won", "lost", "contacted"])("keeps the status %s of a submission on a cancellation", async (status) => {
  const { ref, email, uid } = await records.qualified();
  await report({ uid, email });
  const closedAt = status === "contacted" ? null : now;
  await records.client.query(
    "UPDATE submissions SET status = $2, closed_at = $3, close_reason = $4 WHERE kind = 'evaluation' AND id = $1",
    [ref.id, status, closedAt, status === "lost" ? "-" : null],
  );
  expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject({ status });
});

test("does not restore the status on an old cancellation if an operator has acted since", async () => {
  const { ref, email, uid } = await records.qualified({ status: "contacted", replied_at: minutes(-10) });
  await report({ uid, email });
  expect(await records.readRow(ref)).toMatchObject({ status: "booked" });
  expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: minutes(-10) });
});

test("restores the status from before the booking if an operator has undone a later change", async () => {
  const { ref, email, uid } = await records.qualified();
  await report({ uid, email });
  const operator = await records.operator();
  await changeStatus({ ...ref, status: "lost", reason: "No" }, { operator, now: minutes(-10) });
  await records.undoStatus(ref, { operator, now: minutes(-9) });
  expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject({ status: "new", closed_at: null });
});

test("reopens a closed submission only for a booking made after it was closed", async () => {
  const lost = { status: "lost", closed_at: minutes(-20), close_reason: "-" };
  const { ref, email, uid } = await records.qualified(lost);
  expect(await report({ uid, email })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject(lost);
  expect(await records.listChanges(ref)).toEqual(["booked"]);
  expect(await report({ uid: newUid(), email, at: minutes(-10) })).toBe("recorded");
  expect(await records.readRow(ref)).toMatchObject({ status: "booked", closed_at: null });
});

test("waits for a reply again when the only booking to come is cancelled", async () => {
  const { ref, email, uid } = await records.qualified();
  await report({ uid, email, startAt: minutes(-60) });
  const next = { uid: newUid(), email };
  expect(await report({ ...next, at: minutes(-20) })).toBe("recorded");
  await report({ ...next, at: minutes(-10), state: "cancelled" });
  expect(await findBooking(ref)).toBeNull();
  expect(await records.readRow(ref)).toMatchObject({ status: "new" });
});

type Event = Pick<Report, "movedFrom"> & { uid: string; state: "booked" | "cancelled"; at: Date };

const booked = (uid: string, at: number, movedFrom?: string): Event => ({
  uid,
  state: "booked",
  at: minutes(at),
  ...(movedFrom === undefined ? {} : { movedFrom }),
});
const cancelled = (uid: string, at: number): Event => ({ uid, state: "cancelled", at: minutes(at) });

const histories: [string, Event[]][] = [
  ["both are cancelled", [booked("1", -30), booked("2", -25), cancelled("1", -20), cancelled("2", -15)]],
  [
    "the first is moved, and cancelled",
    [booked("1", -30), booked("2", -25), booked("3", -20, "1"), cancelled("3", -15)],
  ],
  ["the first is reported twice", [booked("1", -30), booked("2", -25), booked("1", -20), cancelled("2", -15)]],
];

const permute = <Item>(items: Item[]): Item[][] =>
  items.length ? items.flatMap((item, at) => permute(items.toSpliced(at, 1)).map((rest) => [item, ...rest])) : [[]];

/** Lists the bookings that stand at the service, the one made last first. */
function listExpected(seen: Event[]): string[] {
  const ended = seen.map(({ uid, state, movedFrom }) => (state === "cancelled" ? uid : movedFrom));
  const booked = seen.filter(({ uid, state }) => state === "booked" && !ended.includes(uid));
  const byTime = booked.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...new Set(byTime.map(({ uid }) => uid))].reverse();
}

async function reportInOrder(order: Event[]) {
  const { ref, email, uid } = await records.qualified();
  const toUid = (name: string) => `${name}${uid}`;
  for (const [index, { movedFrom, ...event }] of order.entries()) {
    const replaced = movedFrom === undefined ? {} : { movedFrom: toUid(movedFrom) };
    await report({ ...event, ...replaced, uid: toUid(event.uid), email, startAt: minutes(60 * Number(event.uid)) });
    const seen = order.slice(0, index + 1);
    const expected = listExpected(seen);
    expect(
      (await readStanding(ref)).map((row) => row.uid),
      JSON.stringify(seen),
    ).toEqual(expected.map(toUid));
    const [standing] = expected;
    const startAt = standing === undefined ? undefined : minutes(60 * Number(standing));
    expect((await findBooking(ref))?.startAt).toEqual(startAt);
    expect(await records.readRow(ref)).toMatchObject({ status: startAt ? "booked" : "new" });
  }
}

test.each(histories)("keeps two bookings in every order of the messages: %s", async (_name, events) => {
  for (const order of permute(events)) await reportInOrder(order);
});

test("finds the first submission by the reference of its repeat", async () => {
  const { ref, email, uid } = await records.qualified();
  const repeat = await records.qualified({ email, repeat_of: ref.id });
  expect(await report({ uid, email: newEmail(), reference: signReference(repeat.ref) })).toBe("recorded");
  expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
});

test("accepts an unsigned reference only with the person's own address", async () => {
  const { ref, email, uid } = await records.qualified();
  await records.qualified({ email });
  const bare = `E-${ref.id}`;
  for (const reference of [bare, `${bare}.${"A".repeat(24)}`]) {
    expect(await report({ uid: newUid(), email: newEmail(), reference })).toBe("asked");
  }
  expect(await records.listChanges(ref)).toEqual([]);
  expect(await report({ uid, email: email.toUpperCase(), reference: bare })).toBe("recorded");
  expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
});

test("keeps the booking of a submission marked as spam", async () => {
  const spam = { status: "spam", closed_at: now };
  const { ref, email, uid } = await records.qualified(spam);
  expect(await report({ uid, email })).toBe("recorded");
  const other = await records.qualified(spam);
  expect(await report({ uid: other.uid, email: newEmail(), reference: signReference(other.ref) })).toBe("recorded");
  for (const each of [ref, other.ref]) {
    expect(await records.readRow(each)).toMatchObject(spam);
    expect(await readStanding(each)).toMatchObject([{ state: "booked" }]);
  }
  const { ref: wanted } = await records.qualified({ email });
  expect(await report({ uid: newUid(), email })).toBe("recorded");
  expect(await records.readRow(wanted)).toMatchObject({ status: "booked" });
});

test("stores nothing about a person who is erased, unknown or withdrawn", async () => {
  const erased = await records.qualified();
  await erasePerson({ email: erased.email }, { admin, now });
  const { ref } = await records.qualified();
  const withdrawn = { channel: "ai_agent", agent_name: "Claude", user_consent: true, consent_withdrawn_at: now };
  const ignored = [
    { email: erased.email },
    { email: erased.email, reference: signReference(erased.ref) },
    { email: erased.email, reference: `E-${ref.id}` },
    { email: newEmail() },
    { email: newEmail(), reference: "E-2000000000" },
    { email: (await records.qualified(withdrawn)).email },
    { email: (await records.qualified({ route: "review", score: 8 })).email },
  ];
  const before = await records.countBookings();
  for (const each of ignored) expect(await report({ uid: newUid(), ...each })).toBe("ignored");
  expect(await records.countBookings()).toEqual(before);
});

test("asks to cancel a future booking by the link of a person who has withdrawn or was erased", async () => {
  const withdrawn = { channel: "ai_agent", agent_name: "Claude", user_consent: true, consent_withdrawn_at: now };
  const [{ ref, uid }, gone] = [await records.qualified(withdrawn), await records.qualified()];
  await erasePerson({ email: gone.email }, { admin, now });
  const warn = vi.spyOn(log(), "warn");
  const booked = { uid, email: newEmail(), reference: signReference(ref) };
  await report({ ...booked, reference: `E-${ref.id}` });
  await report({ ...booked, state: "cancelled" });
  await report({ ...booked, startAt: minutes(-60) });
  expect(warn).not.toHaveBeenCalled();
  for (const each of [ref, gone.ref]) await report({ ...booked, reference: signReference(each) });
  expect(warn.mock.calls.map(([given]) => given)).toEqual([{ uid }, { uid }]);
});

describe("bookings of our own", () => {
  async function createOwn(state: "pending" | "booked") {
    const { ref, email, uid } = await records.qualified({ status: state === "booked" ? "booked" : "new" });
    const id = randomUUID();
    const end = state === "booked" ? new Date(tomorrow.getTime() + 1_800_000) : null;
    await records.client.query(
      `INSERT INTO bookings (id, kind, submission_id, state, start_at, end_at, time_zone, uid, asked_at)
       VALUES ($1, 'evaluation', $2, $3, $4, $5, 'UTC', $6, $7)`,
      [id, ref.id, state, tomorrow, end, state === "booked" ? uid : null, minutes(-31)],
    );
    return { ref, email, uid, id };
  }

  test("settles a pending booking by its reference, or else by its time", async () => {
    for (const isNamed of [true, false]) {
      const { ref, email, uid, id } = await createOwn("pending");
      expect(await report({ uid, email, reference: isNamed ? id : undefined })).toBe("recorded");
      expect(await readStanding(ref)).toMatchObject([{ uid, state: "booked" }]);
      expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
    }
  });

  test("recognizes a stored booking, and records its move and cancellation", async () => {
    const { ref, email, uid, id } = await createOwn("booked");
    expect(await report({ uid, email, reference: id })).toBe("known");
    const moved = { uid: newUid(), movedFrom: uid, email, reference: id, startAt: minutes(3_000), at: minutes(-20) };
    expect(await report(moved)).toBe("recorded");
    expect(await report({ ...moved, state: "cancelled", at: minutes(-10) })).toBe("recorded");
    expect(await records.listChanges(ref)).toEqual(["moved", "cancelled", "status"]);
    expect(await records.readRow(ref)).toMatchObject({ status: "in_review", replied_at: null });
  });
});

describe("bookings that may belong to several submissions", () => {
  async function ask() {
    const { ref: older, email } = await records.qualified();
    const { ref: newest } = await records.qualified({ email });
    const uid = newUid();
    expect(await report({ uid, email })).toBe("asked");
    return { older, newest, email, uid };
  }
  const list = async () => listUnmatchedBookings({ operator: admin, now: new Date() });

  test("lists an ambiguous booking until an operator matches it to a submission", async () => {
    const { older, newest, email, uid } = await ask();
    expect(await list()).toEqual([{ uid, email, startAt: tomorrow, suggestion: newest }]);
    expect(await records.listChanges(newest)).toEqual([]);
    const answers = [1, 2].map(() => matchBooking({ uid, reference: older }, { operator: admin, now }));
    const outcomes = (await Promise.allSettled(answers)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await records.listEvents(older)).toMatchObject([
      { type: "booking", actor: admin.name, details: { change: "matched" } },
      { type: "status", actor: admin.name },
    ]);
    expect(await list()).toEqual([]);
    expect(await report({ uid, email, at: minutes(-20) })).toBe("known");
    expect(await report({ state: "cancelled", uid, email, at: minutes(-10) })).toBe("recorded");
  });

  test("never lists an ambiguous booking again once an operator has dismissed it", async () => {
    const { email, uid } = await ask();
    await dismissBooking({ uid }, { operator: admin, now });
    expect(await report({ uid, email, at: minutes(-20) })).toBe("ignored");
    const moved = { uid: newUid(), movedFrom: uid, email, at: minutes(-10) };
    expect(await report(moved)).toBe("ignored");
    expect(await list()).toEqual([]);
    const { rows } = await records.client.query("SELECT uid, email FROM unmatched_bookings");
    expect(rows).toEqual([{ uid: moved.uid, email: null }]);
    await purgeBookings({ now: minutes(25 * 60) });
    expect((await records.countBookings())[0]).toBe(0);
  });

  test("stops listing an ambiguous booking once it is cancelled", async () => {
    const { email, uid } = await ask();
    expect(await report({ state: "cancelled", uid, email, at: minutes(-20) })).toBe("ignored");
    expect(await list()).toEqual([]);
  });

  test("exports and erases an ambiguous booking with its person", async () => {
    const { newest, email } = await ask();
    const document = await exportPerson({ submission: newest }, { admin, now });
    expect(document.otherBookings).toMatchObject([{ startAt: tomorrow }]);
    await erasePerson({ email }, { admin, now });
    const { ref } = await records.qualified();
    const stranger = { uid: newUid(), email: newEmail(), reference: `E-${ref.id}` };
    expect(await report(stranger)).toBe("asked");
    await erasePerson({ email: stranger.email }, { admin, now });
    expect(await list()).toEqual([]);
  });
});
