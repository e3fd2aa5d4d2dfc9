import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "../env.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { CalComServer } from "./cal-com-server.fixture.ts";
import { CalendlyServer } from "./calendly-server.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const calCom = new CalComServer();
const calendly = new CalendlyServer();
const settings = { "cal.com": await calCom.start(), calendly: await calendly.start() };
const DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-bookings-"));
Object.assign(process.env, settings["cal.com"], { DATA_DIR, LOG_LEVEL: "silent" });
const { startMailWorker } = await import("../mail/mail-worker.ts");
const { reconcileBookings } = await import("./reconcile-bookings.ts");

const records = new DeskRecords(url);
const now = new Date();
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const tomorrow = hours(30);

beforeEach(async () => {
  await records.client.query("DELETE FROM read_mailboxes");
  calCom.bookings.length = 0;
  calCom.manner.lookUps = "as documented";
  calCom.asked.lookUps = 0;
  Object.assign(calendly, { manner: "as documented", isAdmin: true, answersMax: Number.POSITIVE_INFINITY, broken: "" });
  calendly.bookings.length = 0;
  calendly.asked = { me: 0, events: 0, invitees: 0 };
});
afterAll(async () => {
  await Promise.all([calCom.stop(), calendly.stop()]);
  expect([...calCom.faults, ...calendly.faults]).toEqual([]);
});

let count = 0;

async function createPerson() {
  count += 1;
  const email = `person${count}@example.com`;
  const { id } = await records.evaluation({ route: "qualified", score: 15, created_at: hours(-100), email });
  const read = async () => {
    const { rows } = await records.client.query(
      `SELECT status, (SELECT start_at FROM bookings WHERE submission_id = s.id AND state = 'booked') AS start,
         (SELECT string_agg(details ->> 'change', ' ' ORDER BY event.id) FROM submission_events AS event
          WHERE event.submission_id = s.id AND type = 'booking') AS changes
       FROM submissions AS s WHERE kind = 'evaluation' AND id = $1`,
      [id],
    );
    return rows[0];
  };
  return { email, read };
}

async function createPeople(count: number) {
  const people: Awaited<ReturnType<typeof createPerson>>[] = [];
  while (people.length < count) people.push(await createPerson());
  return people;
}

async function readAllRows(people: Awaited<ReturnType<typeof createPerson>>[]) {
  const rows: unknown[] = [];
  for (const { read } of people) rows.push(await read());
  return rows;
}

const services = [
  { service: calCom, name: "cal.com" },
  { service: calendly, name: "calendly" },
] as const;

function chooseService(name: keyof typeof settings): void {
  const { INSIDE_HOSTS = "", BOOKING_EVENT_TYPE, ...chosen } = settings[name];
  Object.assign(env(), { ...chosen, BOOKING_EVENT_TYPE: Number(BOOKING_EVENT_TYPE), INSIDE_HOSTS: [INSIDE_HOSTS] });
}

describe.each(services)("the check for changed bookings at $name", ({ service, name }) => {
  const setManner = (manner: "as documented" | "refusing" | "nonsense" | "renamed" | "down") => {
    if (service === calCom) calCom.manner.lookUps = manner;
    else calendly.manner = manner;
  };
  beforeEach(() => chooseService(name));

  test("misses nothing after a check by a clock that was two days ahead", async () => {
    await reconcileBookings(hours(48));
    const person = await createPerson();
    service.book({ email: person.email, start: tomorrow, at: hours(-0.5) });
    await reconcileBookings(now);
    expect(await person.read()).toMatchObject({ status: "booked", start: tomorrow });
  });

  test("finds each change of a day once without webhooks", async () => {
    const [kept, moves, cancels, books] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const [hurries, regrets] = [await createPerson(), await createPerson()];
    const book = ({ email }: { email: string }, at: Date) => service.book({ email, start: tomorrow, at });
    const [, moved, cancelled] = [kept, moves, cancels].map((person) => book(person, hours(-40)));
    await reconcileBookings(hours(-24));
    service.move(moved ?? "", hours(50), hours(-20));
    service.cancel(cancelled ?? "", hours(-19));
    book(books, hours(-18));
    service.move(service.move(book(hurries, hours(-17)), hours(60), hours(-16)), hours(70), hours(-15));
    service.cancel(service.move(book(regrets, hours(-17)), hours(60), hours(-16)), hours(-15));
    book({ email: "stranger@example.com" }, hours(-14));
    for (const since of ["yesterday", "the beginning"]) {
      if (since === "the beginning") await records.client.query("DELETE FROM read_mailboxes");
      await reconcileBookings(now);
      expect(await readAllRows([kept, moves, cancels, books, hurries, regrets])).toEqual([
        { status: "booked", start: tomorrow, changes: "booked" },
        { status: "booked", start: hours(50), changes: "booked moved" },
        { status: "new", start: null, changes: "booked cancelled" },
        { status: "booked", start: tomorrow, changes: "booked" },
        { status: "booked", start: hours(70), changes: "booked moved moved" },
        { status: "new", start: null, changes: "booked moved cancelled" },
      ]);
    }
  });

  test.each(["down", "refusing", "nonsense", "renamed"] as const)(
    "retries after an hour and catches up on three days when the service is %s",
    async (manner) => {
      const { email, read } = await createPerson();
      service.book({ email: "stranger@example.com", start: tomorrow, at: hours(-80) });
      await reconcileBookings(hours(-72));
      service.book({ email, start: tomorrow, at: hours(-70) });
      setManner(manner);
      for (const at of [-71, -70, -1]) await reconcileBookings(hours(at));
      setManner("as documented");
      await reconcileBookings(hours(-0.1));
      expect(await read()).toMatchObject({ status: "new" });
      await reconcileBookings(now);
      expect(await read()).toMatchObject({ status: "booked" });
    },
  );

  test("calls the service once when two processes check at the same time", async () => {
    const { email, read } = await createPerson();
    service.book({ email, start: tomorrow, at: hours(-1) });
    await Promise.all([reconcileBookings(now), reconcileBookings(now)]);
    expect(service === calCom ? calCom.asked.lookUps : calendly.asked.events).toBe(1);
    expect(await read()).toMatchObject({ changes: "booked" });
  });

  test("reads all pages of 250 bookings", async () => {
    const [first, last] = [await createPerson(), await createPerson()];
    service.book({ email: first.email, start: tomorrow, at: hours(-9) });
    // Cal.com also lists bookings without attendees; Calendly lists all future events, changed or not.
    const others =
      service === calCom ? { email: "", at: hours(-8) } : { email: "stranger@example.com", at: hours(-1_000) };
    for (let at = 0; at < 248; at++) service.book({ ...others, start: tomorrow });
    service.book({ email: last.email, start: tomorrow, at: hours(-7) });
    await reconcileBookings(now);
    expect(await readAllRows([first, last])).toMatchObject([{ status: "booked" }, { status: "booked" }]);
    expect(service === calCom ? calCom.asked.lookUps : calendly.asked.events).toBe(3);
  });

  test("continues after a booking that cannot be recorded, and retries it", async () => {
    const [first, second] = [await createPerson(), await createPerson()];
    const start = hours(31);
    const condition = `CHECK (start_at <> '${start.toISOString()}') NOT VALID`;
    await records.client.query(`ALTER TABLE bookings ADD CONSTRAINT refused ${condition}`);
    service.book({ email: first.email, start, at: hours(-6) });
    service.book({ email: second.email, start: tomorrow, at: hours(-5) });
    await reconcileBookings(now);
    expect(await readAllRows([first, second])).toMatchObject([{ status: "new" }, { status: "booked" }]);
    await records.client.query("ALTER TABLE bookings DROP CONSTRAINT refused");
    await reconcileBookings(hours(1));
    expect(await first.read()).toMatchObject({ status: "booked" });
  });
});

describe("Calendly's limits", () => {
  beforeEach(() => chooseService("calendly"));

  test("requests only the invitees of changed events", async () => {
    const people = await createPeople(6);
    for (const [at, { email }] of people.entries()) calendly.book({ email, start: tomorrow, at: hours(at - 10) });
    for (const at of [-3, -2]) {
      calendly.answersMax = 2 + 4;
      await reconcileBookings(hours(at));
    }
    expect(await readAllRows(people)).toMatchObject(people.map(() => ({ changes: "booked" })));
    calendly.answersMax = Number.POSITIVE_INFINITY;
    calendly.asked.invitees = 0;
    await reconcileBookings(now);
    expect(calendly.asked.invitees).toBe(0);
  });

  test("continues after an event that cannot be read, and retries it for a day", async () => {
    const [broken, others] = [await createPerson(), await createPeople(2)];
    calendly.broken = broken.email;
    for (const [at, { email }] of [broken, ...others].entries())
      calendly.book({ email, start: tomorrow, at: hours(at - 40) });
    await reconcileBookings(hours(-30));
    expect(await readAllRows(others)).toMatchObject(others.map(() => ({ status: "booked" })));
    calendly.broken = undefined;
    await reconcileBookings(hours(-20));
    expect(await broken.read()).toMatchObject({ status: "booked" });
  });

  test("requests only the user's own events if the token is not an admin's", async () => {
    calendly.isAdmin = false;
    const { email, read } = await createPerson();
    calendly.book({ email, start: tomorrow, at: hours(-1) });
    await reconcileBookings(now);
    expect(await read()).toMatchObject({ status: "booked" });
  });
});

test("checks for changed bookings in the worker", async () => {
  chooseService("cal.com");
  const { email, read } = await createPerson();
  calCom.book({ email, start: tomorrow, at: hours(-1) });
  const worker = await startMailWorker();
  await vi.waitFor(async () => expect(await read()).toMatchObject({ status: "booked" }), 10_000);
  await worker.stop();
});
