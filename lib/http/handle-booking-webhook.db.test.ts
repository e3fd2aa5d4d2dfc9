import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { SubmissionRef } from "../domain/submissions/core/submission-ref.ts";
import { BookingRecords, minutes, newUid, sentAt, tomorrow } from "../server/bookings/booking-records.fixture.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { newEmail } from "../server/submissions/core/desk.fixture.ts";
import { applyRealTimeouts } from "../server/timeouts.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const secret = "a-secret-of-the-tests";
Object.assign(process.env, {
  LOG_LEVEL: "silent",
  BOOKING_SERVICE: "cal.com",
  BOOKING_EVENT_TYPE: "100",
  BOOKING_API_KEY: "key",
  BOOKING_WEBHOOK_SECRET: secret,
  SCHEDULING_URL: "https://cal.example.com/company/review",
});
const { dispatch } = await import("./dispatch.ts");
const { env } = await import("../server/env.ts");
const { writeReceipt } = await import("../server/submissions/intake/receipts.ts");
const { signReference } = await import("../server/submissions/core/verdict.ts");

const records = new BookingRecords(url);

const services = ["cal.com", "calendly"] as const;
type Service = (typeof services)[number];
const useService = (service: Service | undefined) => Object.assign(env(), { BOOKING_SERVICE: service });
beforeEach(() => {
  useService("cal.com");
  return records.client.query("TRUNCATE unmatched_bookings, seen_webhooks");
});

type Report = {
  state?: "booked" | "cancelled";
  uid: string;
  movedFrom?: string;
  email: string;
  startAt?: Date;
  at?: Date;
  reference?: string | undefined;
};

const writers: Record<Service, (report: Report) => object> = {
  /** As in the examples of Cal.com's documentation. */
  "cal.com": ({ state = "booked", uid, movedFrom, email, startAt = tomorrow, at = minutes(-30), reference }) => ({
    triggerEvent: state === "cancelled" ? "BOOKING_CANCELLED" : movedFrom ? "BOOKING_RESCHEDULED" : "BOOKING_CREATED",
    createdAt: at.toISOString(),
    payload: {
      bookerUrl: "https://cal.example.com",
      title: "Technical fit review between Company and Ana",
      startTime: startAt.toISOString().replace("Z", "+00:00"),
      endTime: new Date(startAt.getTime() + 1_800_000).toISOString(),
      eventTypeId: 100,
      organizer: { id: 1, name: "Company", email: "desk@company.example", timeZone: "UTC" },
      attendees: [{ email, name: "Ana", timeZone: "America/Guatemala", language: { locale: "es" }, phoneNumber: null }],
      uid,
      bookingId: 200,
      ...(movedFrom
        ? { rescheduleId: 199, rescheduleUid: movedFrom, rescheduleStartTime: "2024-01-05T14:30:00Z" }
        : {}),
      ...(state === "booked" ? { metadata: { videoCallUrl: "https://cal.example.com/video/x", reference } } : {}),
      status: state === "cancelled" ? "CANCELLED" : "ACCEPTED",
    },
  }),
  calendly: ({ state = "booked", uid, movedFrom, email, startAt = tomorrow, at = minutes(-30), reference }) => ({
    event: state === "cancelled" ? "invitee.canceled" : "invitee.created",
    created_at: at.toISOString(),
    created_by: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA",
    payload: {
      uri: toUri(uid),
      email,
      name: "Ana",
      timezone: "America/Guatemala",
      status: state === "cancelled" ? "canceled" : "active",
      created_at: minutes(-60).toISOString().replace("Z", "123Z"),
      ...(state === "booked" ? { created_at: at.toISOString() } : {}),
      updated_at: at.toISOString(),
      rescheduled: false,
      old_invitee: movedFrom ? toUri(movedFrom) : null,
      new_invitee: null,
      cancel_url: `https://calendly.com/cancellations/${uid}`,
      reschedule_url: `https://calendly.com/reschedulings/${uid}`,
      tracking: { utm_campaign: null, utm_source: null, utm_medium: null, utm_content: reference ?? null },
      ...(state === "cancelled"
        ? { cancellation: { canceled_by: "Ana", reason: null, canceler_type: "invitee", created_at: at.toISOString() } }
        : {}),
      scheduled_event: {
        uri: "https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA",
        start_time: startAt.toISOString(),
        end_time: new Date(startAt.getTime() + 1_800_000).toISOString(),
        status: state === "cancelled" ? "canceled" : "active",
      },
    },
  }),
};
const toUri = (uid: string) => `https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/${uid}`;

const signHex = (text: string, key = secret) => createHmac("sha256", key).update(text).digest("hex");

function sign(service: Service, body: string, { key = secret, at = new Date() } = {}): Record<string, string> {
  if (service === "cal.com")
    return { "x-cal-signature-256": signHex(body, key), "x-cal-webhook-version": "2021-10-20" };
  const t = Math.floor(at.getTime() / 1_000);
  return { "calendly-webhook-signature": `t=${t},v1=${signHex(`${t}.${body}`, key)}` };
}

async function post(body: string, headers: Record<string, string>) {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const response = await dispatch(new Request("http://localhost/api/webhooks/bookings", init));
  return { status: response.status, ...JSON.parse(String(response.body)) };
}

const postJson = (json: object) => {
  const body = JSON.stringify(json);
  const service = env().BOOKING_SERVICE ?? "cal.com";
  return post(body, sign(service, body));
};
const sendReport = (report: Report) => postJson(writers[env().BOOKING_SERVICE ?? "cal.com"](report));
const recorded = { status: 200, result: "recorded" };

/** Returns what the person's assistant sees. */
async function readSubmissionState(ref: SubmissionRef) {
  const receipt = writeReceipt({ ...ref, route: "qualified", sentAt });
  const request = new Request(`http://localhost/api/submissions/E-${ref.id}`, {
    headers: { "Submission-Receipt": receipt },
  });
  return JSON.parse(String((await dispatch(request)).body));
}

describe.each(services)("webhooks of %s", (service) => {
  beforeEach(() => {
    useService(service);
  });

  test("ends the response clock and shows the booking to the person and the desk", async () => {
    const { ref, email, uid } = await records.qualified();
    expect(await sendReport({ uid, email: email.toUpperCase(), reference: signReference(ref) })).toEqual(recorded);
    expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
    expect(await records.readRow(ref)).toMatchObject({ status: "booked", replied_at: expect.any(Date) });
    const page = service === "calendly" ? "reschedulings" : "booking";
    const { booking, repliedAt } = await readSubmissionState(ref);
    const manageUrl = `https://cal.example.com/${page}/${uid}`;
    expect(booking).toMatchObject({
      state: "booked",
      start: tomorrow.toISOString(),
      timeZone: "America/Guatemala",
      manageUrl,
    });
    expect(repliedAt).toBeUndefined();
  });

  test("hides the cancellation link from a stranger who gave the same email address", async () => {
    const { ref, email, uid } = await records.qualified();
    expect(await sendReport({ uid, email })).toEqual(recorded);
    const { booking } = await readSubmissionState(ref);
    expect(booking).toMatchObject({ state: "booked", start: tomorrow.toISOString() });
    expect(booking).not.toHaveProperty("manageUrl");
    const moved = { uid: newUid(), movedFrom: uid, email, at: minutes(-20) };
    expect(await sendReport(moved)).toEqual(recorded);
    expect((await readSubmissionState(ref)).booking).not.toHaveProperty("manageUrl");
  });

  test("records that a person moves or cancels a booking", async () => {
    const { ref, email, uid } = await records.qualified();
    await sendReport({ uid, email });
    const moved = { uid: newUid(), movedFrom: uid, email, at: minutes(-20), startAt: minutes(3_000) };
    expect(await sendReport(moved)).toEqual(recorded);
    expect((await readSubmissionState(ref)).booking).toMatchObject({ start: minutes(3_000).toISOString() });
    expect(await sendReport({ ...moved, state: "cancelled", at: minutes(-10) })).toEqual(recorded);
    expect(await records.listChanges(ref)).toEqual(["booked", "status", "moved", "cancelled", "status"]);
  });

  test("refuses a forged or unsigned webhook", async () => {
    const { ref, email, uid } = await records.qualified();
    const body = JSON.stringify(writers[service]({ uid, email }));
    const t = Math.floor(Date.now() / 1_000);
    for (const headers of [
      {},
      sign(service, body, { key: "another-secret-of-tests" }),
      sign(service, `${body} `),
      sign(service === "calendly" ? "cal.com" : "calendly", body),
      { "x-cal-signature-256": "no-secret-provided", "calendly-webhook-signature": `t=${t},v1=no-secret-provided` },
      { "calendly-webhook-signature": `t=${t}`, "x-cal-signature-256": "" },
    ]) {
      expect(await post(body, headers)).toMatchObject({ status: 401 });
    }
    expect(await records.listChanges(ref)).toEqual([]);
  });

  test("records one event for a repeated webhook", async () => {
    const { ref, email, uid } = await records.qualified();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendReport({ uid, email })));
    expect(answers.filter(({ result }) => result === "recorded")).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await sendReport({ uid, email })).toEqual({ status: 200, result: "repeated" });
    expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
  });

  test("finds a submission by its signed reference, despite another email address", async () => {
    const { ref, uid } = await records.qualified();
    const report = writers[service]({ uid, email: newEmail(), reference: signReference(ref) });
    const { payload } = report as { payload: { metadata?: object; tracking?: object } };
    Object.assign(payload.metadata ?? payload.tracking ?? {}, { salesforce_uuid: randomUUID() });
    expect(await postJson(report)).toEqual(recorded);
    expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
    expect((await readSubmissionState(ref)).booking).not.toHaveProperty("manageUrl");
  });
});

test("records a moved Calendly booking once, from two messages in either order", async () => {
  useService("calendly");
  for (const isCancelledFirst of [true, false]) {
    const { ref, email, uid } = await records.qualified();
    await sendReport({ uid, email });
    const cancelled = writers.calendly({ state: "cancelled", uid, email, at: minutes(-20) }) as { payload: object };
    Object.assign(cancelled.payload, { rescheduled: true, new_invitee: toUri("new") });
    if (isCancelledFirst) expect(await postJson(cancelled)).toMatchObject({ status: 200, result: "other" });
    await sendReport({ uid: newUid(), movedFrom: uid, email, at: minutes(-20), startAt: minutes(3_000) });
    if (!isCancelledFirst) await postJson(cancelled);
    expect(await records.listChanges(ref)).toEqual(["booked", "status", "moved"]);
    expect(await records.readRow(ref)).toMatchObject({ status: "booked" });
  }
});

test("records a cancellation if a booking requested at Cal.com is refused", async () => {
  const { ref, email, uid } = await records.qualified();
  await postJson({ ...writers["cal.com"]({ uid, email }), triggerEvent: "BOOKING_REQUESTED" });
  const at = minutes(-20);
  expect(await postJson({ ...writers["cal.com"]({ uid, email, at }), triggerEvent: "BOOKING_REJECTED" })).toEqual(
    recorded,
  );
  expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null });
});

test("refuses a webhook that is too old", async () => {
  const { ref, email, uid } = await records.qualified();
  useService("calendly");
  const body = JSON.stringify(writers.calendly({ uid, email }));
  for (const seconds of [-185, 185]) {
    const at = new Date(Date.now() + seconds * 1_000);
    expect(await post(body, sign("calendly", body, { at }))).toMatchObject({ status: 401 });
  }
  useService("cal.com");
  expect(await sendReport({ uid, email, at: minutes(-31 * 24 * 60) })).toMatchObject({ status: 401 });
  expect(await records.listChanges(ref)).toEqual([]);
  useService("calendly");
  expect(await post(body, sign("calendly", body, { at: new Date(Date.now() - 170_000) }))).toEqual(recorded);
});

test("responds with 404 without a secret, and refuses other methods and long bodies", async () => {
  const { email, uid } = await records.qualified();
  Object.assign(env(), { BOOKING_WEBHOOK_SECRET: undefined });
  expect(await sendReport({ uid, email })).toMatchObject({ status: 404 });
  Object.assign(env(), { BOOKING_WEBHOOK_SECRET: secret });
  expect((await dispatch(new Request("http://localhost/api/webhooks/bookings"))).status).toBe(405);
  expect(await post("x".repeat(256 * 1024 + 1), {})).toMatchObject({ status: 413 });
});

test("responds with 200 to messages that are not about a booking", async () => {
  const before = await records.countBookings();
  for (const json of [{ triggerEvent: "PING", createdAt: "x", payload: {} }, { triggerEvent: "constructor" }, {}]) {
    expect(await postJson(json)).toEqual({ status: 200, result: "other" });
  }
  expect(await postJson({ triggerEvent: "BOOKING_CREATED", payload: { uid: 1 } })).toMatchObject({
    result: "unreadable",
  });
  expect(await records.countBookings()).toEqual(before);
});

test.each(services)("reads no %s message with times that the database refuses", async (service) => {
  useService(service);
  const { ref, email, uid } = await records.qualified();
  const report = JSON.stringify(writers[service]({ uid, email }));
  const start = /(?<="start_?time":")[^"]+/i.exec(report)?.[0] ?? "";
  const replaced = [
    [start, "0000-01-01T00:00:00Z"],
    [start, "9999-12-31T23:00:00-02:00"],
    [start, tomorrow.toISOString().replace(/^\d+/, "2090")],
  ] as const;
  for (const [given, changed] of replaced) {
    expect(await postJson(JSON.parse(report.replace(given, changed)))).toEqual({ status: 200, result: "unreadable" });
  }
  expect(await records.listChanges(ref)).toEqual([]);
});

test.each(services)("reads no %s message with an address that the database refuses", async (service) => {
  useService(service);
  const report = { uid: newUid(), email: "ana\0@example.com" };
  expect(await sendReport(report)).toEqual({ status: 200, result: "unreadable" });
});

test("responds with 503 while the database is down, and records the next attempt", async () => {
  await applyRealTimeouts();
  const { ref, email, uid } = await records.qualified();
  await records.client.query("BEGIN; LOCK TABLE bookings");
  expect(await sendReport({ uid, email })).toMatchObject({ status: 503 });
  await records.client.query("ROLLBACK");
  expect(await sendReport({ uid, email })).toEqual(recorded);
  expect(await records.listChanges(ref)).toEqual(["booked", "status"]);
});
