import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { RequestContext } from "../../../domain/request-context.ts";
import { ContactInput, EvaluationInput } from "../../../domain/submissions/core/schema.ts";
import type { SubmissionKind, SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { byAgent, validContact, validEvaluation } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { database, inMailTransaction } from "../../db.ts";
import { queueFollowingMails } from "../../mail/queue-following-mails.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { erasePerson } from "../../people/erasures.ts";
import { purgeClosed, purgeWithdrawn } from "../../people/retain.ts";
import { separateRepeat } from "../changes/separate-repeat.ts";
import { DeskRecords, newEmail, readExport } from "../core/desk.fixture.ts";
import { exportSubmissions } from "../inbox/export-submissions.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { listSubmissions } from "../inbox/list-submissions.ts";
import { countReplies } from "../overview/count-replies.ts";
import { answerConsent, createConsentTokens } from "./consent.ts";
import { submitEvaluation, submitInquiry } from "./submit.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const mails = new QueuedMails(client);
const operator = await records.admin();
beforeEach(() => client.query("DELETE FROM mails; DELETE FROM submissions"));

type Change = Record<string, unknown>;
const now = new Date();
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const toContext = (more: Partial<RequestContext> = {}) => ({ now, requestId: randomUUID(), ...more });

const submit = {
  evaluation: (change: Change, more?: Partial<RequestContext>) =>
    submitEvaluation(EvaluationInput.parse(validEvaluation(change)), toContext(more)),
  inquiry: (change: Change, more?: Partial<RequestContext>) =>
    submitInquiry(ContactInput.parse(validContact(change)), toContext(more)),
};
const kinds: SubmissionKind[] = ["evaluation", "inquiry"];

async function submitMany(kind: SubmissionKind, count: number, change: Change): Promise<number[]> {
  const results = await Promise.all(Array.from({ length: count }, () => submit[kind](change)));
  return results.map(({ id }) => id).toSorted((one, other) => one - other);
}

const repeatOf = async (ref: SubmissionRef) => (await records.readRow(ref)).repeat_of;
const countRows = async () => Number((await client.query("SELECT count(*) FROM submissions")).rows[0].count);
const mailsFor = async (ref: SubmissionRef) => (await mails.listFor(ref)).map(({ mail }) => mail).toSorted();
const exportAll = () => readExport(exportSubmissions(parseInboxQuery({}), { operator, now }));
const inbox = (q = "") => listSubmissions(parseInboxQuery({ q }), { operator, now });

async function processNewSubmissions(workers = 1): Promise<void> {
  const queueAll = async () => {
    while (await inMailTransaction(queueFollowingMails));
  };
  await Promise.all(Array.from({ length: workers }, queueAll));
}

describe.each(kinds)("repeat of kind %s", (kind) => {
  test("shows 100 equal submissions as one item with one pair of mails", async () => {
    const email = newEmail();
    const ids = await submitMany(kind, 100, { email });
    expect(new Set(ids).size).toBe(100);
    await processNewSubmissions(3);
    const [first = 0, ...repeats] = ids;
    const { rows } = await client.query("SELECT DISTINCT repeat_of FROM submissions WHERE id = ANY ($1)", [repeats]);
    expect(rows).toEqual([{ repeat_of: first }]);
    expect(await inbox()).toMatchObject({ rows: [{ kind, id: first, repeatCount: 99 }], total: { count: 1 } });
    const queued = await client.query("SELECT mail, submission_id FROM mails ORDER BY mail");
    expect(queued.rows).toEqual(["acknowledgement", "notice"].map((mail) => ({ mail, submission_id: first })));
    const clocks = await client.query("SELECT id FROM submissions WHERE clock_mail_at IS NOT NULL");
    expect(clocks.rows).toEqual(kind === "inquiry" ? [{ id: first }] : []);
  });

  test("recognizes a repeat despite another spelling, but not another person or text", async () => {
    const email = newEmail();
    const text = kind === "inquiry" ? "message" : "projectDescription";
    const base = { email, [text]: "Cafe\u0301 for all of us in three countries" };
    const { id } = await submit[kind](base);
    const same: Change[] = [
      { email: email.toUpperCase() },
      { [text]: " Caf\u00e9 for all of us in three countries\n" },
      { sourcePage: "/other", utm: { utm_source: "x" }, referrer: "https://a.test/" },
    ];
    const others: Change[] = [
      { email: newEmail() },
      { [text]: "Cafe for all of us in three countries" },
      { name: "Eva Ruiz" },
      byAgent({}),
    ];
    for (const change of same) {
      const { id: repeat } = await submit[kind]({ ...base, ...change });
      await processNewSubmissions();
      expect(await repeatOf({ kind, id: repeat }), JSON.stringify(change)).toBe(id);
    }
    for (const change of others) {
      const other = await submit[kind]({ ...base, ...change });
      await processNewSubmissions();
      expect(await repeatOf({ kind, id: other.id }), JSON.stringify(change)).toBeNull();
    }
  });

  test("does not link a submission whose sender is booking a time", async () => {
    const [, id = 0] = await submitMany(kind, 2, { email: newEmail() });
    const startAt = hoursLater(24);
    const data = { id: randomUUID(), kind, submissionId: id, state: "pending", startAt, timeZone: "UTC", askedAt: now };
    await database((db) => db.booking.create({ data }));
    await processNewSubmissions();
    expect(await repeatOf({ kind, id })).toBeNull();
  });

  test("links a repeat to a first submission of the last 24 hours", async () => {
    const email = newEmail();
    const { id } = await submit[kind]({ email });
    await processNewSubmissions();
    const last = await submit[kind]({ email }, { now: hoursLater(23) });
    const next = await submit[kind]({ email }, { now: hoursLater(25) });
    await client.query("UPDATE submissions SET is_processed = true WHERE id = $1", [next.id]);
    const late = await submit[kind]({ email }, { now: hoursLater(25) });
    await client.query("UPDATE submissions SET id = -id WHERE id = $1", [late.id]);
    await processNewSubmissions();
    expect(await repeatOf({ kind, id: last.id })).toBe(id);
    expect(await repeatOf({ kind, id: -late.id })).toBe(next.id);
  });

  test("links a repeat to the first submission, not to another repeat", async () => {
    const email = newEmail();
    const { id } = await submit[kind]({ email });
    await processNewSubmissions();
    const waiting = [
      await submit[kind]({ email }, { now: hoursLater(20) }),
      await submit[kind]({ email }, { now: hoursLater(30) }),
    ];
    await processNewSubmissions();
    for (const repeat of waiting) expect(await repeatOf({ kind, id: repeat.id })).toBe(id);
  });

  test("keeps a repeat separate if an operator changed it before the worker processed it", async () => {
    const email = newEmail();
    await submit[kind]({ email });
    const { id } = await submit[kind]({ email });
    await client.query("UPDATE submissions SET revision = 1 WHERE kind = $1 AND id = $2", [kind, id]);
    await processNewSubmissions();
    expect(await repeatOf({ kind, id })).toBeNull();
  });

  test("shows a repeat on the first submission's timeline, and finds it by number", async () => {
    const email = newEmail();
    const [first = 0, second = 0, third = 0] = await submitMany(kind, 3, { email });
    await processNewSubmissions();
    const page = await getSubmission({ kind, id: first }, { operator, now });
    expect(page).toMatchObject({ repeatOf: null, repeatCount: 2 });
    expect(page.timeline.map(({ type }) => type)).toEqual(["submitted", "repeated"]);
    expect(page.timeline[1]).toMatchObject({ details: { count: 2, ids: [second, third] } });
    expect(await getSubmission({ kind, id: third }, { operator, now })).toMatchObject({
      repeatOf: first,
      repeatCount: 0,
      clock: { state: "none" },
    });
    expect((await inbox(String(third))).rows).toMatchObject([{ id: third, repeatOf: first, clock: { state: "none" } }]);
    const waiting = kind === "inquiry" ? 1 : 0;
    const { due, late } = await countReplies({ now });
    expect(due + late).toBe(waiting);
    const marks = (await exportAll()).map((row) => row.repeat_of);
    expect(marks.toSorted()).toEqual(["", String(first), String(first)]);
  });
});

describe("separated repeat", () => {
  const separate = (ref: SubmissionRef, at = now) => separateRepeat(ref, { operator, now: at });

  test("queues mails and sets a reply deadline for a separated repeat", async () => {
    const email = newEmail();
    const [first = 0, second = 0] = await submitMany("inquiry", 2, { email });
    await processNewSubmissions();
    const ref: SubmissionRef = { kind: "inquiry", id: second };
    expect(await mailsFor(ref)).toEqual([]);
    expect(await records.readRow(ref)).toMatchObject({ clock_mail_at: null });
    const later = hoursLater(30);
    await separate(ref, later);
    expect(await records.readRow(ref)).toMatchObject({ revision: 2 });
    await processNewSubmissions();
    expect(await mailsFor(ref)).toEqual(["acknowledgement", "notice"]);
    const clock = { asked_at: later, reply_due_at: hoursLater(78), clock_mail_at: hoursLater(66) };
    expect(await records.readRow(ref)).toMatchObject({ repeat_of: null, ...clock });
    expect((await inbox()).rows.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    const separated = { type: "separated", actor: operator.name, details: { first, repeat: second } };
    for (const id of [first, second])
      expect((await records.listEvents({ kind: "inquiry", id })).at(-1)).toMatchObject(separated);
    const { rows } = await client.query(
      "SELECT actor, details FROM audit_entries WHERE action = 'submission_separated'",
    );
    expect(rows.at(-1)).toEqual({ actor: operator.email, details: ref });
  });

  test("separates a repeat once for two requests", async () => {
    const [first = 0, second = 0] = await submitMany("inquiry", 2, { email: newEmail() });
    await processNewSubmissions();
    const ref: SubmissionRef = { kind: "inquiry", id: second };
    await Promise.all([separate(ref), separate(ref)]);
    expect(await records.readRow(ref)).toMatchObject({ revision: 2, repeat_of: null });
    expect((await records.listEvents(ref)).map(({ type }) => type)).toEqual(["separated"]);
    const ofFirst: SubmissionRef = { kind: "inquiry", id: first };
    const before = await records.readRow(ofFirst);
    await separate(ofFirst);
    expect(await records.readRow(ofFirst)).toEqual(before);
  });
});

describe("repeats of a deleted submission", () => {
  const three = async (change: Change = {}) => {
    const email = newEmail();
    const [id = 0] = await submitMany("inquiry", 3, { email, ...change });
    await processNewSubmissions();
    return { email, first: { kind: "inquiry", id } as const };
  };

  test("erases and counts a submission's repeats when its person is erased", async () => {
    const { email } = await three();
    expect(await erasePerson({ email }, { admin: operator, now })).toMatchObject({ inquiries: 3 });
    expect(await countRows()).toBe(0);
  });

  test("withdraws and erases the repeats with their first submission", async () => {
    const { first } = await three(byAgent({}));
    const { withdraw } = await createConsentTokens(first, { now });
    await answerConsent({ token: withdraw }, { now });
    expect(await exportAll()).toEqual([]);
    expect(await purgeWithdrawn({ now: hoursLater(1) })).toEqual({ evaluations: 0, inquiries: 3 });
    expect(await countRows()).toBe(0);
  });

  test("withdraws a repeat that the worker has not processed, but no later submission", async () => {
    const { email, first } = await three(byAgent({}));
    const send = (hours: number) => submit.inquiry(byAgent({ email }), { now: hoursLater(hours) });
    const [repeat, later] = [await send(1), await send(25)];
    const { withdraw } = await createConsentTokens(first, { now });
    await answerConsent({ token: withdraw }, { now: hoursLater(26) });
    await processNewSubmissions();
    expect(await mailsFor({ kind: "inquiry", id: repeat.id })).toEqual([]);
    expect(await purgeWithdrawn({ now: hoursLater(27) })).toEqual({ evaluations: 0, inquiries: 4 });
    expect((await client.query("SELECT id FROM submissions")).rows).toEqual([{ id: later.id }]);
  });

  test("deletes the repeats when closed submissions are purged", async () => {
    const { first } = await three();
    await client.query("UPDATE submissions SET status = 'lost', closed_at = $1 WHERE id = $2", [now, first.id]);
    expect(await purgeClosed({ now: hoursLater(24 * 731) })).toEqual({ evaluations: 0, inquiries: 3 });
  });

  test("deletes the repeats whenever their first submission is deleted", async () => {
    const { first } = await three();
    await client.query("DELETE FROM submissions WHERE id = $1", [first.id]);
    expect(await countRows()).toBe(0);
  });
});

describe.each(kinds)("content stored once, of kind %s", (kind) => {
  const once = { isStoredOnce: true };

  test("stores the same content of 100 parallel requests once", async () => {
    const email = newEmail();
    const send = (at: number) => submit[kind]({ email, sourcePage: `/${at}` }, once);
    const results = await Promise.all(Array.from({ length: 100 }, (_, at) => send(at)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await countRows()).toBe(1);
    const { id } = await submit[kind]({ email, language: "es" }, once);
    expect(id).toBe(results[0]?.id);
  });

  test("returns the stored submission for equal content for 24 hours", async () => {
    const email = newEmail();
    const first = await submit[kind]({ email });
    expect(await submit[kind]({ email }, { ...once, now: hoursLater(23) })).toEqual(first);
    const ids = [first.id];
    for (const day of [25, 50]) {
      const send = () => submit[kind]({ email }, { ...once, now: hoursLater(day) });
      const results = await Promise.all([send(), send(), send()]);
      ids.push(...results.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(3);
    expect(await countRows()).toBe(3);
  });

  test("stores the content again if the first submission is gone", async () => {
    const email = newEmail();
    const agent = byAgent({ email });
    const first = await submit[kind](agent, once);
    await client.query("UPDATE submissions SET consent_withdrawn_at = $1, is_processed = true", [now]);
    const second = await submit[kind](agent, once);
    expect(second.id).not.toBe(first.id);
    await erasePerson({ email }, { admin: operator, now });
    const third = await submit[kind](agent, once);
    expect([first.id, second.id]).not.toContain(third.id);
    expect(await countRows()).toBe(1);
  });

  test("stores the content again if a mention was erased from the first submission", async () => {
    const mentioned = newEmail();
    const agent = byAgent({ name: `Ana ${mentioned}` });
    const first = await submit[kind](agent, once);
    await erasePerson({ email: mentioned }, { admin: operator, now });
    expect((await submit[kind](agent, once)).id).not.toBe(first.id);
  });
});
