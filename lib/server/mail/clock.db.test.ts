import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/core/schema.ts";
import { type SubmissionRef, submissionPath } from "../../domain/submissions/core/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/core/valid-input.fixture.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import type { QueueSender } from "../queue/worker.ts";
import { changeOwner, DeskRecords, newWord } from "../submissions/core/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "../submissions/intake/submit.ts";
import { sendReply } from "../submissions/reply/send-reply.ts";
import { openMailSender } from "./mail-worker.ts";
import { type ReceivedMail, TestSmtpServer } from "./smtp-server.fixture.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
const { url } = await switchToOwnDatabase(process.env);
const server = await TestSmtpServer.start();
const site = "https://encaje.example";
Object.assign(process.env, { SMTP_URL: server.url, SITE_URL: site, LOG_LEVEL: "silent" });
const records = new DeskRecords(url);

const minute = 60_000;
const hour = 60 * minute;
const workersCount = 2;
let workers: QueueSender[] = [];

/** Time at which the test's submissions were sent. Moving it back simulates the passage of time. */
let sentAt: number;

// Creates an operator, because mails to operators wait until there is one and the tests would depend on their order.
beforeAll(() => records.operator());
beforeEach(async () => {
  sentAt = Date.now();
  workers = [];
  for (let at = 0; at < workersCount; at++) workers.push(await openMailSender());
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await records.client.query("DELETE FROM submissions; UPDATE operators SET is_on_duty = true, off_duty_until = NULL");
});
afterAll(() => server.stop());

const context = () => ({ now: new Date(sentAt), requestId: randomUUID() });

async function newLead(route: LeadRoute): Promise<SubmissionRef> {
  const answers = Array<number>(9).fill({ qualified: 2, review: 1, redirect: 0 }[route]);
  const input = EvaluationInput.parse(validEvaluation({ answers, language: "en", email: `${newWord()}@example.com` }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function newInquiry(): Promise<SubmissionRef> {
  const input = ContactInput.parse(validContact({ language: "en", email: `${newWord()}@example.com` }));
  return { kind: "inquiry", id: (await submitInquiry(input, context())).id };
}

/** Moves time to a minute before the target, then to the target, and lets the workers send all due mails each time. */
async function advanceTimeTo(hours: number, milliseconds = 0): Promise<Date> {
  const target = hours * hour + milliseconds;
  for (const passed of [target - minute, target]) {
    await moveTimesBack(Math.max(0, passed - (Date.now() - sentAt)));
    await Promise.all(workers.map((worker) => worker.sendDue()));
  }
  return new Date();
}

const times = {
  submissions: [
    "created_at",
    "reply_due_at",
    "reply_warning_at",
    "asked_at",
    "replied_at",
    "closed_at",
    "clock_mail_at",
  ],
  mails: ["created_at", "due_at", "next_at"],
  submission_events: ["at"],
  operators: ["off_duty_until"],
};

/** Moves all times in the database back, as if that much time had passed. */
async function moveTimesBack(milliseconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(times)) {
    const moved = columns.map((column) => `${column} = ${column} - $1 * interval '1 millisecond'`);
    await records.client.query(`UPDATE ${table} SET ${moved.join(", ")}`, [milliseconds]);
  }
  sentAt -= milliseconds;
}

const subjects = { warning: /^Reply due soon: /, breach: /^Reply overdue: / };

function listResponseClockMails(ref: SubmissionRef): { mail: string; to: string[]; id: string | undefined }[] {
  const mentionsRef = ({ text }: ReceivedMail) => text?.split(/\s/).includes(site + submissionPath(ref));
  return server.received.filter(mentionsRef).flatMap(({ subject = "", envelopeTo, messageId }) =>
    Object.entries(subjects)
      .filter(([, pattern]) => pattern.test(subject))
      .map(([mail]) => ({ mail, to: envelopeTo.toSorted(), id: messageId })),
  );
}

function getReceivedMail(ref: SubmissionRef, mail: keyof typeof subjects): ReceivedMail {
  const id = listResponseClockMails(ref).find((sent) => sent.mail === mail)?.id;
  const found = server.received.find(({ messageId }) => messageId === id);
  if (!found) throw new Error(`no ${mail} was received`);
  return found;
}

const listClockMailTypes = (ref: SubmissionRef) => listResponseClockMails(ref).map(({ mail }) => mail);

async function listActiveAddresses(): Promise<string[]> {
  const { rows } = await records.client.query("SELECT email FROM operators WHERE disabled_at IS NULL ORDER BY email");
  return rows.map(({ email }) => email);
}

test.each([
  ["a lead for review", () => newLead("review")],
  ["an inquiry", newInquiry],
])("sends the warning of %s at 36 hours and the breach mail at 48, each once", async (_, submit) => {
  const ref = await submit();
  await advanceTimeTo(36, -minute);
  expect(listClockMailTypes(ref)).toEqual([]);
  await advanceTimeTo(36);
  expect(listClockMailTypes(ref)).toEqual(["warning"]);
  await advanceTimeTo(48, -minute);
  expect(listClockMailTypes(ref)).toEqual(["warning"]);
  await advanceTimeTo(48);
  expect(listClockMailTypes(ref)).toEqual(["warning", "breach"]);
  await advanceTimeTo(400);
  expect(listClockMailTypes(ref)).toEqual(["warning", "breach"]);
  expect(new Set(listResponseClockMails(ref).map(({ id }) => id)).size).toBe(2);
});

test("sends deadline mails only to the owner, or to everyone if the owner is disabled", async () => {
  const [owner] = [await records.operator(), await records.operator()];
  const ref = await newInquiry();
  await changeOwner({ ...ref, owner: owner.id }, { operator: owner, now: await advanceTimeTo(1) });
  await advanceTimeTo(36);
  expect(listResponseClockMails(ref)).toEqual([expect.objectContaining({ mail: "warning", to: [owner.email] })]);
  await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [owner.id]);
  await advanceTimeTo(48);
  expect(listResponseClockMails(ref)[1]).toMatchObject({
    mail: "breach",
    to: (await listActiveAddresses()).toSorted(),
  });
  const { text } = getReceivedMail(ref, "breach");
  expect(text).toContain(mailText("en")("absentOwner.disabled.note", { owner: owner.name }));
  expect(text).not.toContain("Nobody yet");
});

test("sends no deadline mail after a reply", async () => {
  const operator = await records.operator();
  const [early, late] = [await newInquiry(), await newInquiry()];
  const reply = async (ref: SubmissionRef, now: Date) =>
    sendReply({ ...ref, text: "We call you today." }, { operator, now });
  await reply(early, await advanceTimeTo(35));
  const warnedAt = await advanceTimeTo(36);
  await reply(late, warnedAt);
  await advanceTimeTo(48);
  await advanceTimeTo(100);
  expect([listClockMailTypes(early), listClockMailTypes(late)]).toEqual([[], ["warning"]]);
});

test("holds deadline mails that are queued early until they are due", async () => {
  const ref = await newInquiry();
  await advanceTimeTo(1);
  // Simulates a database whose clock is ahead.
  await records.client.query("UPDATE submissions SET clock_mail_at = now()");
  await advanceTimeTo(2);
  expect(listClockMailTypes(ref)).toEqual([]);
  await advanceTimeTo(36, -minute);
  expect(listClockMailTypes(ref)).toEqual([]);
  await advanceTimeTo(36);
  expect(listClockMailTypes(ref)).toEqual(["warning"]);
  await advanceTimeTo(48, -minute);
  expect(listClockMailTypes(ref)).toEqual(["warning"]);
  await advanceTimeTo(48);
  expect(listClockMailTypes(ref)).toEqual(["warning", "breach"]);
});
