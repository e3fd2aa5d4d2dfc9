import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { CalComServer } from "./cal-com-server.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const calCom = new CalComServer();
Object.assign(process.env, await calCom.start());
const { bookTime, findBooker, findBooking, offerTimes } = await import("./book-time.ts");
const { answerConsent, createConsentTokens } = await import("../submissions/intake/consent.ts");
const { cancelBooking } = await import("./cal-com.ts");
const { log } = await import("../log.ts");
const { recordSeenBooking } = await import("./record-seen-booking.ts");
const { signReference } = await import("../submissions/core/verdict.ts");
const { settleBookings } = await import("./book-time.ts");
const { forgetFreeTimes } = await import("./free-times.ts");
const { purgeDue } = await import("../people/retain.ts");

const records = new DeskRecords(url);
const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const timeZone = "America/Guatemala";

beforeEach(() => {
  calCom.manner = { slots: "as documented", bookings: "as documented", lookUps: "as documented" };
  calCom.asked = { slots: 0, bookings: 0, lookUps: 0 };
  calCom.bookings.length = 0;
  calCom.delay = 0;
  calCom.offer(20);
  forgetFreeTimes();
});
afterAll(async () => {
  await calCom.stop();
  expect(calCom.faults).toEqual([]);
});

const change = { route: "qualified", score: 15, created_at: now, email: "ana@example.com" } as const;

async function createBooker(more: object = {}) {
  const ref = await records.evaluation({ ...change, ...more });
  const receipt = { ...ref, route: "qualified", sentAt: now } as const;
  return { ref, receipt, booker: await findBooker(receipt) };
}

async function requireBooker() {
  const { ref, booker } = await createBooker();
  if (!booker) throw new Error("nobody may book");
  return { ref, booker };
}

const readRow = async ({ id }: { id: number }) => {
  const { rows } = await records.client.query(
    "SELECT status, replied_at IS NOT NULL AS stopped FROM submissions WHERE kind = 'evaluation' AND id = $1",
    [id],
  );
  return rows[0];
};

test("ends the response clock and adds to the timeline when a time is booked", async () => {
  const { ref, booker } = await requireBooker();
  const startAt = calCom.free[3] as Date;
  const booking = await bookTime(booker, { startAt, timeZone }, now);
  expect(booking).toMatchObject({ state: "booked", startAt, timeZone });
  expect(calCom.bookings).toHaveLength(1);
  expect(await offerTimes(booker, now)).toEqual({ booking });
  expect(await readRow(ref)).toEqual({ status: "booked", stopped: true });
  const { rows } = await records.client.query(
    "SELECT type, actor FROM submission_events WHERE kind = 'evaluation' AND submission_id = $1 ORDER BY id",
    [ref.id],
  );
  expect(rows).toEqual([
    { type: "booking", actor: "The person" },
    { type: "status", actor: "The person" },
  ]);
});

test("offers free times that are at most a minute old", async () => {
  const { booker } = await requireBooker();
  expect(await offerTimes(booker, now)).toEqual({ times: calCom.free });
  await offerTimes(booker, later(59));
  expect(calCom.asked.slots).toBe(1);
  await offerTimes(booker, later(61));
  expect(calCom.asked.slots).toBe(2);
});

test("offers other times when somebody else has booked the chosen one", async () => {
  const { ref, booker } = await requireBooker();
  await offerTimes(booker, now);
  const [startAt] = calCom.free.splice(0, 1);
  expect(await bookTime(booker, { startAt: startAt as Date, timeZone }, now)).toBe("taken");
  expect(await offerTimes(booker, now)).toEqual({ times: calCom.free });
  expect(await readRow(ref)).toEqual({ status: "new", stopped: false });
});

test("books once for 200 parallel requests of one person", async () => {
  const { booker } = await requireBooker();
  calCom.delay = 20;
  const presses = Array.from({ length: 200 }, (_, at) =>
    bookTime(booker, { startAt: calCom.free[at % 20] as Date, timeZone }, now),
  );
  const outcomes = await Promise.all(presses);
  expect(calCom.bookings).toHaveLength(1);
  expect(calCom.asked).toMatchObject({ bookings: 1, lookUps: 0 });
  expect(outcomes.every((outcome) => typeof outcome === "object")).toBe(true);
});

test("books a time for only one of many people who request it in parallel", async () => {
  const bookers = await Promise.all(Array.from({ length: 200 }, requireBooker));
  const startAt = calCom.free[0] as Date;
  const outcomes = await Promise.all(bookers.map(({ booker }) => bookTime(booker, { startAt, timeZone }, now)));
  expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(199);
  expect(calCom.bookings).toHaveLength(1);
});

test.each(["lost", "bare", "renamed"] as const)(
  "finds a booking whose response was %s, and books nothing else",
  async (manner) => {
    const { ref, booker } = await requireBooker();
    calCom.manner.bookings = manner;
    calCom.manner.lookUps = "down";
    const startAt = calCom.free[0] as Date;
    expect(await bookTime(booker, { startAt, timeZone }, now)).toMatchObject({ state: "pending" });
    expect(await bookTime(booker, { startAt: calCom.free[4] as Date, timeZone }, later(20))).toMatchObject({
      state: "pending",
    });
    expect(calCom.asked.bookings).toBe(1);
    calCom.manner.lookUps = "as documented";
    await settleBookings(later(40));
    expect(await offerTimes(booker, later(40))).toMatchObject({ booking: { state: "booked", startAt } });
    expect(await readRow(ref)).toMatchObject({ status: "booked" });
    expect(calCom.bookings).toHaveLength(1);
  },
);

test("offers times again if the service does not know a pending booking after two minutes", async () => {
  const { booker } = await requireBooker();
  calCom.manner.bookings = "nonsense";
  const requested = { startAt: calCom.free[0] as Date, timeZone };
  expect(await bookTime(booker, requested, now)).toMatchObject({ state: "pending" });
  expect(await offerTimes(booker, later(119))).toMatchObject({ booking: { state: "pending" } });
  expect(await offerTimes(booker, later(121))).toEqual({ times: calCom.free });
});

test("offers the link of a pending booking while another look-up still waits for the service", async () => {
  const { booker } = await requireBooker();
  calCom.manner.bookings = "nonsense";
  await bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now);
  calCom.delay = 2_500;
  const order: string[] = [];
  const settled = settleBookings(later(20)).then(() => order.push("look-up"));
  const offered = offerTimes(booker, later(20)).then(() => order.push("page"));
  await Promise.all([settled, offered]);
  expect(order).toEqual(["page", "look-up"]);
  calCom.delay = 0;
  expect(await offerTimes(booker, later(121))).toEqual({ times: calCom.free });
});

test("lets a person book again once the booked time is over", async () => {
  const { booker } = await requireBooker();
  const first = await bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now);
  const after = typeof first === "object" && first.state === "booked" ? first.endAt : now;
  calCom.free = calCom.free.filter((free) => free > after);
  expect(await offerTimes(booker, after)).toEqual({ times: calCom.free });
  const startAt = calCom.free.at(-1) as Date;
  expect(await bookTime(booker, { startAt, timeZone }, after)).toMatchObject({ state: "booked", startAt });
});

test("books nothing for a submission that has become a repeat", async () => {
  const { ref, booker } = await requireBooker();
  const first = await records.evaluation(change);
  await records.client.query("UPDATE submissions SET repeat_of = $1 WHERE kind = 'evaluation' AND id = $2", [
    first.id,
    ref.id,
  ]);
  expect(await bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now)).toBe("unavailable");
  expect(calCom.asked.bookings).toBe(0);
});

test("does not report a time as taken when the service refuses it for another reason", async () => {
  const { booker } = await requireBooker();
  calCom.manner.bookings = "strict";
  expect(await bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now)).toBe("unavailable");
});

test("cancels a booking at the service if the person withdraws while it is being made", async () => {
  const { ref, booker } = await requireBooker();
  calCom.delay = 300;
  const booking = bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now);
  await vi.waitFor(() => expect(calCom.asked.bookings).toBe(1));
  await records.client.query(
    `UPDATE submissions SET channel = 'ai_agent', agent_name = 'Claude', user_consent = true, consent_withdrawn_at = now()
     WHERE kind = 'evaluation' AND id = $1`,
    [ref.id],
  );
  expect(await booking).toBe("unavailable");
  expect(calCom.bookings.map(({ status }) => status)).toEqual(["cancelled"]);
  expect(await bookTime(booker, { startAt: calCom.free[1] as Date, timeZone }, now)).toBe("unavailable");
});

test("cancels every booking at the service, once, if the person withdraws later", async () => {
  const { ref, booker } = await createBooker({ channel: "ai_agent", agent_name: "Claude", user_consent: true });
  if (!booker) throw new Error("nobody may book");
  const [startAt, otherStart] = calCom.free as [Date, Date];
  await bookTime(booker, { startAt, timeZone }, now);
  const booked = { email: booker.email, reference: signReference(ref) };
  const uid = calCom.book({ ...booked, start: otherStart, at: later(1) });
  const times = { startAt: otherStart, endAt: new Date(otherStart.getTime() + 1_800_000), changedAt: later(1) };
  await recordSeenBooking({ ...booked, ...times, uid, state: "booked", bookedAt: later(1) }, later(1));
  const { withdraw } = await createConsentTokens(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  await settleBookings(now);
  expect(calCom.bookings.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(await findBooking(ref)).toBeNull();
  for (const each of calCom.bookings) each.status = "accepted";
  await settleBookings(now);
  expect(calCom.bookings.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
});

test("cancels a withdrawn person's booking before the purge deletes it", async () => {
  const { ref, booker } = await createBooker({ channel: "ai_agent", agent_name: "Claude", user_consent: true });
  if (!booker) throw new Error("nobody may book");
  await bookTime(booker, { startAt: calCom.free[0] as Date, timeZone }, now);
  const { withdraw } = await createConsentTokens(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  await purgeDue();
  expect(await records.readRow(ref)).toBeUndefined();
  expect(calCom.bookings.map(({ status }) => status)).toEqual(["cancelled"]);
});

test("finds the first submission by the receipt of a repeat", async () => {
  const { ref: first } = await createBooker();
  const { receipt } = await createBooker({ repeat_of: first.id });
  expect(await findBooker(receipt)).toMatchObject(first);
});

test("removes links from the name that the booking service mails", async () => {
  const { booker } = await createBooker({ name: "Win at https://evil.example" });
  expect(booker?.name).not.toContain("https");
});

test("books nothing when the service fails, and lets the person try again", async () => {
  const { booker } = await requireBooker();
  const requested = { startAt: calCom.free[0] as Date, timeZone };
  calCom.manner.bookings = "refusing";
  expect(await bookTime(booker, requested, now)).toBe("unavailable");
  calCom.manner.bookings = "as documented";
  expect(await bookTime(booker, requested, now)).toMatchObject({ state: "booked" });
});

test.each(["hanging", "nonsense", "down", "renamed"] as const)(
  "offers the booking link when the service is %s",
  async (manner) => {
    const { booker } = await requireBooker();
    calCom.manner.slots = manner;
    expect(await offerTimes(booker, now)).toBeNull();
    expect(await offerTimes(booker, later(5))).toBeNull();
    expect(calCom.asked.slots).toBe(1);
  },
);

test.each([
  ["another verdict", { route: "review", score: 8 }],
  ["spam", { status: "spam" }],
])("rejects a booking for a submission with %s", async (_name, more) => {
  expect((await createBooker(more)).booker).toBeNull();
});

test("warns if the service refuses to cancel a booking", async () => {
  const warn = vi.spyOn(log(), "warn");
  await cancelBooking("unknown");
  expect(warn).toHaveBeenCalledTimes(1);
  calCom.faults.length = 0;
});

test("rejects a booking for a withdrawn, erased or replaced submission", async () => {
  const withdrawn = { channel: "ai_agent", agent_name: "Claude", user_consent: true, consent_withdrawn_at: now };
  expect((await createBooker(withdrawn)).booker).toBeNull();
  const { receipt } = await createBooker();
  expect(await findBooker({ ...receipt, sentAt: later(1) })).toBeNull();
  expect(await findBooker({ ...receipt, id: 2_000_000_000 })).toBeNull();
});
