import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseReminderTimes, reminderTokenDays } from "../../domain/bookings/booking.ts";
import { startParameter, tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { nineTwos } from "../../domain/submissions/core/valid-input.fixture.ts";
import { toDay } from "../../domain/time-zone.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { findBooker } from "../bookings/book-time.ts";
import { readReminderToken, writeReminderToken } from "../bookings/by-receipt.ts";
import { CalComServer } from "../bookings/cal-com-server.fixture.ts";
import { forgetFreeTimes } from "../bookings/free-times.ts";
import { inMailTransaction } from "../db.ts";
import { env } from "../env.ts";
import { queueClockMails } from "../queue/clock-mails.ts";
import { hasDueWork } from "../queue/pending-mails.ts";
import { writeReceipt } from "../submissions/intake/receipts.ts";
import { unusableTokens } from "../submissions/intake/unusable-tokens.fixture.ts";
import { newBounce } from "./inbound/corpus.fixture.ts";
import { receiveMail } from "./inbound/receive-mail.ts";
import { byAgent, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 30_000 });
const calCom = new CalComServer();
Object.assign(process.env, await calCom.start());
const service = await MailService.start(process.env);
const { records, server } = service;
const { client } = records;
const zone = "America/Mexico_City";

beforeEach(() => {
  calCom.manner.slots = "as documented";
  calCom.offer(60);
  forgetFreeTimes();
});
afterEach(async () => {
  Object.assign(env(), { BOOKING_REMINDER_HOURS: 48 });
  server.received.length = 0;
  await client.query("DELETE FROM submissions");
});
afterAll(() => calCom.stop());

/** Submits a qualified evaluation, and sends its acknowledgement. */
async function submitAndAcknowledge(change: Record<string, unknown> = {}) {
  const email = newAddress();
  const ref = await lead({ answers: nineTwos, email, ...change });
  await service.sendDue();
  return { ref, email };
}

/** Moves the times of the submission and of its mails back, as if that much time had passed. */
async function passHours({ kind, id }: SubmissionRef, hours: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - $3 * interval '1 hour'`;
  const submission = ["created_at", "booking_reminder_at"].map(back).join(", ");
  await client.query(`UPDATE submissions SET ${submission} WHERE kind = $1 AND id = $2`, [kind, id, hours]);
  const mail = ["created_at", "due_at", "next_at"].map(back).join(", ");
  await client.query(`UPDATE mails SET ${mail} WHERE kind = $1 AND submission_id = $2`, [kind, id, hours]);
}

const change = ({ kind, id }: SubmissionRef, set: string) =>
  client.query(`UPDATE submissions SET ${set} WHERE kind = $1 AND id = $2`, [kind, id]);

const addEvent = ({ kind, id }: SubmissionRef, type: string, details: object) =>
  client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details) VALUES ($1, $2, now(), 'Ana', $3, $4)`,
    [kind, id, type, details],
  );

/** Receives a report that a mail came back. */
async function bounce(ref: SubmissionRef, mail: string): Promise<void> {
  const events = await service.listMailEvents(ref);
  const messageId = String(events.find(({ details }) => details.mail === mail)?.details.messageId);
  expect(await receiveMail(newBounce(messageId.toUpperCase()), { now: new Date() })).toBe("bounce");
}

const askAbout = ({ kind, id }: SubmissionRef, email: string) =>
  client.query(
    `INSERT INTO unmatched_bookings (uid, kind, submission_id, start_at, end_at, time_zone, email, changed_at, booked_at)
     VALUES ($3, $1, $2, now() + interval '1 day', now() + interval '2 days', 'UTC', $3, now(), now())`,
    [kind, id, email],
  );

const remindersTo = (email: string) =>
  server.received.filter(
    ({ subject = "", envelopeTo }) => envelopeTo[0] === email && /Choose a time|Elija un horario/.test(subject),
  );
const ownerMails = (ref: SubmissionRef) =>
  service.listNotices(ref).filter(({ subject = "" }) => /No booking yet|Aún sin cita/.test(subject));

function readLinks(text: string | undefined): URL[] {
  const links = text?.match(/https:\/\/encaje\.example\/\S*(?:reminder|recordatorio)\?\S+/g) ?? [];
  return links.map((link) => new URL(link));
}

describe("the booking reminder", () => {
  test("plans a reminder for the configured number of hours after the result", async () => {
    const { ref, email } = await submitAndAcknowledge();
    await passHours(ref, 48 - 1 / 60);
    expect([await inMailTransaction(queueClockMails), await hasDueWork({ isPaused: false })]).toEqual([0, false]);
    await passHours(ref, 1 / 60);
    expect(await hasDueWork({ isPaused: true })).toBe(true);
    await service.sendDue();
    expect([remindersTo(email).length, ownerMails(ref).length]).toEqual([1, 1]);
    expect((await service.listMailEvents(ref)).map(({ details }) => details.mail).toSorted()).toEqual([
      "acknowledgement",
      "notice",
      "reminder",
      "unbooked",
    ]);
  });

  test("queues a reminder once, even if two workers run at the same time", async () => {
    const { ref, email } = await submitAndAcknowledge();
    await passHours(ref, 49);
    await Promise.all([
      service.sendDue(),
      service.sendDue(),
      inMailTransaction(queueClockMails),
      inMailTransaction(queueClockMails),
    ]);
    await service.sendDue();
    expect([remindersTo(email).length, ownerMails(ref).length]).toEqual([1, 1]);
  });

  test.each([
    ["has another verdict", { answers: [1, 1, 1, 1, 1, 1, 1, 1, 1] }, 48],
    ["was sent while reminders were off", {}, 0],
  ])("plans no reminder for a submission that %s", async (_, input, hours) => {
    Object.assign(env(), { BOOKING_REMINDER_HOURS: hours });
    const { ref } = await submitAndAcknowledge(input);
    expect(await records.readRow(ref)).toMatchObject({ is_processed: true, booking_reminder_at: null });
  });

  test("delays a reminder if a submission is restored from spam after the planned time", async () => {
    const ref = await records.evaluation({
      ...{ route: "qualified", score: 15, is_processed: false },
      created_at: new Date(Date.now() - 72 * 3_600_000),
    });
    await service.queueFollowing();
    const { booking_reminder_at } = await records.readRow(ref);
    const hours = (Number(booking_reminder_at) - Date.now()) / 3_600_000;
    expect([hours > 47.9, hours <= 48]).toEqual([true, true]);
  });
});

const agent = { ...byAgent };
const confirmed = "consent_confirmed_at = now(), consent_notice_version = '2026-11-28'";

/** `tellsOwner`: the owner is notified although the person is not reminded. */
const silences: [
  what: string,
  (ref: SubmissionRef, email: string) => Promise<unknown>,
  tellsOwner: boolean,
  Record<string, unknown>?,
][] = [
  ["is spam", (ref) => change(ref, "status = 'spam', closed_at = now()"), false],
  ["is lost", (ref) => change(ref, "status = 'lost', closed_at = now(), close_reason = 'No budget'"), false],
  ["was marked as booked", (ref) => change(ref, "status = 'booked', replied_at = now()"), false],
  ["was withdrawn", (ref) => change(ref, `${confirmed}, consent_withdrawn_at = now()`), false, agent],
  ["was erased", ({ id }) => client.query("DELETE FROM submissions WHERE id = $1", [id]), false],
  ["is booked", (ref) => records.booking(ref, "booked"), false],
  ["is being booked", (ref) => records.booking(ref, "pending"), false],
  ["was booked and cancelled", (ref) => records.booking(ref, "cancelled"), true],
  ["has a message of the person", (ref) => addEvent(ref, "inbound", { inbound: "1", type: "message" }), true],
  ["has an address that takes no mail", (ref) => bounce(ref, "acknowledgement"), true],
  [
    "has a contact by WhatsApp",
    (ref) => addEvent(ref, "note", { text: "Hi", contact: { channel: "whatsapp", isReply: true } }),
    true,
  ],
  ["an assistant sent and nobody confirmed", async () => undefined, true, agent],
  [
    "was not acknowledged",
    (ref) => client.query("DELETE FROM submission_events WHERE submission_id = $1", [ref.id]),
    true,
  ],
  ["has a newer one of the same person", (_, email) => submitAndAcknowledge({ email }), true],
  ["became due two weeks ago", (ref) => passHours(ref, 14 * 24), true],
  ["may have a booking that an operator is asked about", (ref, email) => askAbout(ref, email), true],
  ["may have a booking of another address", (ref) => askAbout(ref, newAddress()), true],
  [
    "has another one with a booking",
    async (_, email) => {
      const other = await submitAndAcknowledge({ email });
      await records.booking(other.ref, "booked");
      await client.query("UPDATE bookings SET start_at = now() + interval '1 day', end_at = now() + interval '2 days'");
    },
    true,
  ],
];

test.each(silences)(
  "does not remind the person of a submission that %s",
  async (_, silence, tellsOwner, input = {}) => {
    const { ref, email } = await submitAndAcknowledge(input);
    await passHours(ref, 49);
    await silence(ref, email);
    await service.sendDue();
    expect([remindersTo(email).length, ownerMails(ref).length]).toEqual([0, tellsOwner ? 1 : 0]);
    expect(await service.listMails(ref)).toEqual([]);
  },
);

test("reminds the person of a submission that was spam at the planned time, once it is restored", async () => {
  const { ref, email } = await submitAndAcknowledge();
  await change(ref, "status = 'spam', closed_at = now()");
  await passHours(ref, 49);
  await service.sendDue();
  expect([remindersTo(email).length, await hasDueWork({ isPaused: false })]).toEqual([0, false]);
  await change(ref, "status = 'new', closed_at = NULL");
  await service.sendDue();
  expect([remindersTo(email).length, ownerMails(ref).length]).toEqual([1, 1]);
});

test("reminds the person if only the notice to an operator came back", async () => {
  const { ref, email } = await submitAndAcknowledge();
  await bounce(ref, "notice");
  await passHours(ref, 49);
  await service.sendDue();
  expect(remindersTo(email)).toHaveLength(1);
});

test("reminds a person who has not answered an operator's reply", async () => {
  const { ref, email } = await submitAndAcknowledge({ ...agent, language: "en" });
  await change(ref, `${confirmed}, status = 'contacted', replied_at = now()`);
  await passHours(ref, 49);
  await service.sendDue();
  const [mail] = remindersTo(email);
  const withdrawUrl = /Erase my details:\s+(https:\/\/encaje\.example\/en\/consent\?token=\S{43})/.exec(
    mail?.text ?? "",
  );
  expect(withdrawUrl?.[1]).toBeDefined();
});

test.each(["en", "es"] as const)("offers three free times in a reminder in the language %s", async (language) => {
  const { ref, email } = await submitAndAcknowledge({ language, name: "Ana https://evil.example" });
  await passHours(ref, 49);
  await service.sendDue();
  const [mail] = remindersTo(email);
  expect(mail?.text).not.toContain("evil.example");
  const times = chooseReminderTimes(calCom.free, zone, new Date());
  expect(new Set(times.map((time) => toDay(time, zone))).size).toBe(3);
  expect(times.every((time) => time.getTime() > Date.now() + 11 * 3_600_000)).toBe(true);
  const links = readLinks(mail?.text);
  expect(links.map(({ searchParams }) => searchParams.get(startParameter))).toEqual([
    ...times.map((time) => time.toISOString()),
    null,
  ]);
  for (const time of times) expect(mail?.text).toContain(`${formatTimeInWords(time, language, zone)}:\n`);
  const now = new Date();
  const receipt = readReminderToken(links[0]?.searchParams.get(tokenParameter), now);
  expect(receipt && (await findBooker(receipt))).toMatchObject({ ...ref, email });
  expect(mail?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
});

test("delays a reminder by a day while the booking service is down", async () => {
  calCom.manner.slots = "down";
  const { ref, email } = await submitAndAcknowledge();
  await passHours(ref, 49);
  await service.sendDue();
  expect(await service.listMails(ref)).toMatchObject([{ mail: "reminder", state: "waiting" }]);
  await passHours(ref, 22.9);
  forgetFreeTimes();
  await service.sendDue();
  expect(remindersTo(email)).toEqual([]);
  await passHours(ref, 0.3);
  forgetFreeTimes();
  await service.sendDue();
  const [mail] = remindersTo(email);
  expect(mail?.text).toContain("https://cal.example.com/company/review?");
  expect(readLinks(mail?.text)).toEqual([]);
  expect(await service.listMails(ref)).toEqual([]);
});

test("notifies the owner of a missing booking, or else everyone who wants warnings", async () => {
  const [ana, ben] = [await records.operator({ language: "es" }), await records.operator()];
  const { ref } = await submitAndAcknowledge();
  await change(ref, `owner_id = '${ana.id}'`);
  const { ref: unowned } = await submitAndAcknowledge();
  for (const each of [ref, unowned]) await passHours(each, 49);
  await service.sendDue();
  expect(ownerMails(ref).map(({ envelopeTo, subject }) => [envelopeTo, subject])).toEqual([
    [[ana.email], `Aún sin cita: Evaluación E-${ref.id}`],
  ]);
  const recipients = ownerMails(unowned).flatMap(({ envelopeTo }) => envelopeTo);
  expect(recipients).toEqual(expect.arrayContaining([ana.email, ben.email]));
  await client.query("DELETE FROM operators WHERE id = ANY ($1)", [[ana.id, ben.id]]);
});

describe("the token of a reminder", () => {
  const now = new Date();
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const ref = { kind: "evaluation", id: 12, sentAt: new Date("2026-11-20T12:00:00.000Z") } as const;

  test("accepts the token of a reminder for two weeks", () => {
    const token = writeReminderToken(ref, now);
    expect(readReminderToken(token, later(reminderTokenDays))).toEqual({ ...ref, route: "qualified" });
    expect(readReminderToken(token, new Date(later(reminderTokenDays).getTime() + 1))).toBeNull();
  });

  test("rejects a forged token, and tokens made for other purposes", () => {
    const token = writeReminderToken(ref, now);
    const [reference, ...rest] = token.split(".");
    const receipt = writeReceipt({ ...ref, route: "qualified" });
    for (const forged of [
      ...unusableTokens(token),
      receipt,
      ["E-13", ...rest].join("."),
      `${reference}...`,
      randomUUID(),
    ])
      expect(readReminderToken(forged, now)).toBeNull();
  });
});
