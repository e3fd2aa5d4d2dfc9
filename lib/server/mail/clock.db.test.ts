import { randomUUID } from "node:crypto";
import { TestClock } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/schema.ts";
import type { Status } from "../../domain/submissions/status.ts";
import { type SubmissionRef, submissionPath } from "../../domain/submissions/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/valid-input.fixture.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import type { QueueWorker } from "../queue/worker.ts";
import { changeOwner } from "../submissions/change-owner.ts";
import { changeStatus } from "../submissions/change-status.ts";
import { DeskRecords, newWord } from "../submissions/desk.fixture.ts";
import { sendReply } from "../submissions/send-reply.ts";
import { submitEvaluation, submitInquiry } from "../submissions/submit.ts";
import { undoStatus } from "../submissions/undo-status.ts";
import { startMailWorker } from "./mail-worker.ts";
import { type ReceivedMail, TestSmtpServer } from "./smtp-server.fixture.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
const { url } = await ownDatabase(process.env);
const server = await TestSmtpServer.start();
const site = "https://encaje.example";
Object.assign(process.env, { SMTP_URL: server.url, SITE_URL: site, LOG_LEVEL: "silent" });
const records = new DeskRecords(url);
const pages = {
  consent: { en: "/en/consent", es: "/es/consentimiento" },
  privacy: { en: "/en/privacy", es: "/es/privacidad" },
};

const minute = 60_000;
const hour = 60 * minute;
const workersCount = 2;
let clock: TestClock;
let workers: QueueWorker[] = [];

/** When the test's submissions were sent: the queue's own time, which goes on only where a test lets it. */
let sentAt: number;

// A mail to operators is tried again as long as there is none, whatever the order of the tests.
beforeAll(() => records.operator());
beforeEach(async () => {
  clock = new TestClock();
  sentAt = clock.now();
  workers = [];
  for (let at = 0; at < workersCount; at++) workers.push(await startMailWorker({ pages, clock }));
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  // What a test leaves is due at a time that the next one's clock has not reached.
  await records.client.query("DELETE FROM pgboss.job");
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

const withClock = { "a lead for review": () => newLead("review"), "an inquiry": newInquiry };

/** Lets the workers do all that is due until shortly before, then look at the queue at this very time. */
async function at(hours: number, milliseconds = 0): Promise<Date> {
  const time = sentAt + hours * hour + milliseconds;
  await clock.setTime(Math.max(clock.now(), time - minute));
  await untilDone();
  expect(clock.now()).toBeLessThanOrEqual(time);
  await clock.setTime(time);
  await clock.tick(0);
  await untilDone();
  return new Date(time);
}

/** Lets time go on until nothing is due or under way: not at all where nothing is. */
async function untilDone(): Promise<void> {
  await vi.waitFor(async () => {
    const due = `SELECT data FROM pgboss.job WHERE state = 'active' OR (state < 'active' AND start_after <= $1)
      UNION ALL SELECT to_jsonb(id) FROM submissions WHERE NOT is_processed`;
    const { rows } = await records.client.query(due, [new Date(clock.now())]);
    if (rows.length) await clock.tick(1_000);
    expect(rows).toEqual([]);
  }, 20_000);
}

const subjects = { warning: /^Reply due soon: /, breach: /^Reply overdue: / };

/** The clock's mails of a submission so far: which it was, and who got it. */
function listRung(ref: SubmissionRef): { mail: string; to: string[]; id: string | undefined }[] {
  const mentionsRef = ({ text }: ReceivedMail) => text?.split(/\s/).includes(site + submissionPath(ref));
  return server.received.filter(mentionsRef).flatMap(({ subject = "", envelopeTo, messageId }) =>
    Object.entries(subjects)
      .filter(([, pattern]) => pattern.test(subject))
      .map(([mail]) => ({ mail, to: envelopeTo.toSorted(), id: messageId })),
  );
}

function findMail(ref: SubmissionRef, mail: keyof typeof subjects): ReceivedMail {
  const id = listRung(ref).find((rung) => rung.mail === mail)?.id;
  const found = server.received.find(({ messageId }) => messageId === id);
  if (!found) throw new Error(`no ${mail} has come`);
  return found;
}

const mailsRungFor = (ref: SubmissionRef) => listRung(ref).map(({ mail }) => mail);

async function activeOperators(): Promise<string[]> {
  const { rows } = await records.client.query("SELECT email FROM operators WHERE disabled_at IS NULL ORDER BY email");
  return rows.map(({ email }) => email);
}

async function readRevision(ref: SubmissionRef): Promise<number> {
  return Number((await records.readRow(ref)).revision);
}

describe.each(Object.entries(withClock))("%s", (_kind, submit) => {
  test("warns at 36 hours and is overdue at 48, each once and not a moment before, by two workers", async () => {
    const ref = await submit();
    await at(36, -1);
    expect(mailsRungFor(ref)).toEqual([]);
    await at(36);
    expect(mailsRungFor(ref)).toEqual(["warning"]);
    await at(48, -1);
    expect(mailsRungFor(ref)).toEqual(["warning"]);
    await at(48);
    expect(mailsRungFor(ref)).toEqual(["warning", "breach"]);
    await at(400);
    expect(mailsRungFor(ref)).toEqual(["warning", "breach"]);
    expect(new Set(listRung(ref).map(({ id }) => id)).size).toBe(2);
  });

  test("calls every operator who may sign in as long as nobody has taken it", async () => {
    await records.operator();
    const disabled = await records.operator({ disabled_at: new Date() });
    const ref = await submit();
    await at(36);
    await at(48);
    const all = (await activeOperators()).toSorted();
    expect(all).not.toContain(disabled.email);
    expect(listRung(ref).map(({ to }) => to)).toEqual([all, all]);
  });

  test("calls its owner alone, and everyone once the owner was disabled", async () => {
    const [owner] = [await records.operator(), await records.operator()];
    const ref = await submit();
    await changeOwner(
      { ...ref, owner: "me", revision: await readRevision(ref) },
      { operator: owner, now: await at(1) },
    );
    await at(36);
    expect(listRung(ref)).toEqual([expect.objectContaining({ mail: "warning", to: [owner.email] })]);
    await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [owner.id]);
    await at(48);
    expect(listRung(ref)[1]).toMatchObject({ mail: "breach", to: (await activeOperators()).toSorted() });
    const { text } = findMail(ref, "breach");
    expect(text).toContain(`Every operator gets this mail, since ${owner.name} may not sign in any more.`);
    expect(text).not.toContain("Nobody yet");
  });

  test("is quiet after a reply, also when that came between the warning and the breach", async () => {
    const operator = await records.operator();
    const [early, late] = [await submit(), await submit()];
    const reply = async (ref: SubmissionRef, now: Date) =>
      sendReply({ ...ref, text: "We call you today.", revision: await readRevision(ref) }, { operator, now });
    await reply(early, await at(35));
    const warnedAt = await at(36);
    await reply(late, warnedAt);
    await at(48);
    await at(100);
    expect([mailsRungFor(early), mailsRungFor(late)]).toEqual([[], ["warning"]]);
  });

  test.each<Status>(["spam", "lost", "won"])("is quiet once it was closed as %s", async (status) => {
    const operator = await records.operator();
    const ref = await submit();
    const reason = status === "lost" ? "No budget" : undefined;
    const change = { ...ref, status, reason, revision: await readRevision(ref) };
    await changeStatus(change, { operator, now: await at(2) });
    await at(36);
    await at(48);
    expect(mailsRungFor(ref)).toEqual([]);
  });

  test("that was closed at 36 hours and opened again is overdue at 48", async () => {
    const operator = await records.operator();
    const [reopened, undone, late] = [await submit(), await submit(), await submit()];
    const all = [reopened, undone, late];
    const change = async (ref: SubmissionRef, status: Status, now: Date) =>
      changeStatus({ ...ref, status, reason: "No budget", revision: await readRevision(ref) }, { operator, now });
    const closedAt = await at(35);
    for (const ref of [reopened, undone]) await change(ref, "lost", closedAt);
    const warnedAt = await at(36);
    await change(late, "spam", warnedAt);
    expect(all.map(mailsRungFor)).toEqual([[], [], ["warning"]]);
    const openedAt = await at(37);
    await change(reopened, "in_review", openedAt);
    await undoStatus({ ...undone, revision: await readRevision(undone) }, { operator, now: openedAt });
    await at(38);
    expect(all.map(mailsRungFor)).toEqual([["warning"], ["warning"], ["warning"]]);
    const overdueAt = await at(48);
    const both = ["warning", "breach"];
    expect(all.map(mailsRungFor)).toEqual([both, both, ["warning"]]);
    await change(late, "new", overdueAt);
    await at(49);
    expect(all.map(mailsRungFor)).toEqual([both, both, both]);
  });

  test("is overdue without a warning when no mail could be sent before", async () => {
    const ref = await submit();
    await at(49);
    expect(mailsRungFor(ref)).toEqual(["breach"]);
  });

  test("tells the timeline of both, with the Message-IDs that were sent", async () => {
    const ref = await submit();
    const warnedAt = await at(36);
    const overdueAt = await at(48);
    const [warning, breach] = listRung(ref);
    const events = (await records.listEvents(ref)).filter(({ details }) =>
      ["warning", "breach"].includes((details as { mail: string }).mail),
    );
    expect(events).toMatchObject([
      { type: "mail", actor: "service", details: { mail: "warning", messageId: warning?.id } },
      { type: "mail", actor: "service", details: { mail: "breach", messageId: breach?.id } },
    ]);
    const times = events.map((event) => (event.at as Date).getTime());
    expect(times[0]).toBeGreaterThanOrEqual(warnedAt.getTime());
    expect(times[0]).toBeLessThan(overdueAt.getTime());
    expect(times[1]).toBeGreaterThanOrEqual(overdueAt.getTime());
  });
});

test.each<LeadRoute>(["qualified", "redirect"])("a lead of the route %s never rings", async (route) => {
  const ref = await newLead(route);
  await at(36);
  await at(48);
  await at(1_000);
  expect(mailsRungFor(ref)).toEqual([]);
});
