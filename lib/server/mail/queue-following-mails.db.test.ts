import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/core/valid-input.fixture.ts";
import { inMailTransaction } from "../db.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erasures.ts";
import { changeStatus, DeskRecords } from "../submissions/core/desk.fixture.ts";
import { getSubmission } from "../submissions/inbox/get-submission.ts";
import { answerConsent, createConsentTokens } from "../submissions/intake/consent.ts";
import { submitEvaluation, submitInquiry } from "../submissions/intake/submit.ts";
import { findWaiters } from "../waiters.fixture.ts";
import { getMailQueue } from "./mail-queue.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const mails = new QueuedMails(client);
const now = new Date();
const newAddress = () => `${randomUUID()}@example.com`;
const context = () => ({ now, requestId: randomUUID() });

beforeEach(() => client.query("DELETE FROM mails; UPDATE submissions SET is_processed = true, clock_mail_at = NULL"));

async function lead(route: LeadRoute, change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const answers = Array<number>(9).fill({ qualified: 2, review: 1, redirect: 0 }[route]);
  const input = EvaluationInput.parse(validEvaluation({ answers, email: newAddress(), ...change }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function inquiry(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const input = ContactInput.parse(validContact({ email: newAddress(), ...change }));
  return { kind: "inquiry", id: (await submitInquiry(input, context())).id };
}

/** Returns the types of the submission's queued mails, and the time of its next deadline mail. */
async function readQueuedMails(ref: SubmissionRef) {
  const queued = (await mails.listFor(ref)).map(({ mail }) => mail).toSorted();
  return { queued, clockMailAt: (await records.readRow(ref)).clock_mail_at };
}

const nothing = { queued: [], clockMailAt: null };
const atOnce = { queued: ["acknowledgement", "notice"], clockMailAt: null };
const withClock = { ...atOnce, clockMailAt: new Date(now.getTime() + 36 * 3_600_000) };
const isProcessed = async (ref: SubmissionRef) => (await records.readRow(ref)).is_processed;

test.each([
  ["a qualified lead", () => lead("qualified"), atOnce],
  ["a redirected lead", () => lead("redirect"), atOnce],
  ["a lead for review", () => lead("review"), withClock],
  ["an inquiry", () => inquiry(), withClock],
])("queues the first mails of %s at once", async (_, submit, expected) => {
  const ref = await submit();
  await mails.queueFollowing();
  expect(await readQueuedMails(ref)).toEqual(expected);
  for (const mail of await mails.listFor(ref)) {
    expect(mail).toMatchObject({ state: "waiting", attempts: 0, event_id: null, operator_id: null });
    expect(mail.next_at).toEqual(mail.created_at);
  }
});

test("queues the mails of at most fifty submissions in one call", async () => {
  const [leads, inquiries]: [SubmissionRef[], SubmissionRef[]] = [[], []];
  for (let at = 0; at < 26; at++) leads.push(await lead("redirect"));
  for (let at = 0; at < 25; at++) inquiries.push(await inquiry());
  expect([
    await inMailTransaction(queueFollowingMails),
    await inMailTransaction(queueFollowingMails),
    await inMailTransaction(queueFollowingMails),
  ]).toEqual([50, 1, 0]);
  for (const ref of leads) expect(await readQueuedMails(ref)).toEqual(atOnce);
  for (const ref of inquiries) expect(await readQueuedMails(ref)).toEqual(withClock);
});

test.each([
  ["while the mails are inserted", "INSERT", "mails"],
  ["while the submission is marked as processed", "UPDATE", "submissions"],
] as const)("queues each mail once after a worker is killed %s", async (_, write, table) => {
  const ref = await lead("review");
  await mails.killWorkers(write, table, () => expect(inMailTransaction(queueFollowingMails)).rejects.toThrow());
  expect([await isProcessed(ref), await readQueuedMails(ref)]).toEqual([false, nothing]);
  await inMailTransaction(queueFollowingMails);
  expect([await isProcessed(ref), await readQueuedMails(ref)]).toEqual([true, withClock]);
});

test("queues the mails of a submission once when two workers run at the same time", async () => {
  const ref = await lead("review");
  const both = await Promise.all([inMailTransaction(queueFollowingMails), inMailTransaction(queueFollowingMails)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await readQueuedMails(ref)).toEqual(withClock);
});

test("queues each mail once for a submission that was closed and reopened before", async () => {
  const operator = await records.operator();
  const ref = await inquiry();
  await changeStatus({ ...ref, status: "spam" }, { operator, now });
  await changeStatus({ ...ref, status: "new" }, { operator, now });
  expect((await readQueuedMails(ref)).queued).toEqual([]);
  await mails.queueFollowing();
  expect(await readQueuedMails(ref)).toEqual(withClock);
});

test("leaves no queued mail of a person erased while a worker queues their mails", async () => {
  const admin = await records.admin();
  const email = newAddress();
  const ref = await lead("review", { email });
  // Blocks the worker just before its commit until the erasure waits for it.
  await client.query(
    `CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_advisory_lock_shared(77); PERFORM pg_advisory_unlock_shared(77); RETURN NULL; END $$;
     CREATE TRIGGER hold AFTER INSERT ON mails FOR EACH ROW EXECUTE FUNCTION hold();
     SELECT pg_advisory_lock(77)`,
  );
  const queuing = inMailTransaction(queueFollowingMails);
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  await findWaiters(rows[0].pid, () => false);
  const erasing = erasePerson({ email }, { admin, now });
  await findWaiters(rows[0].pid, () => false, 2);
  await client.query("SELECT pg_advisory_unlock(77)");
  await Promise.all([queuing, erasing]);
  await client.query("DROP TRIGGER hold ON mails");
  expect(await mails.listFor(ref)).toEqual([]);
});

test("queues no mails after consent is withdrawn", async () => {
  const ref = await lead("review", { channel: "ai_agent", agentName: "Some Assistant", userConsent: true });
  const { withdraw } = await createConsentTokens(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  expect(await inMailTransaction(queueFollowingMails)).toBe(0);
  expect((await readQueuedMails(ref)).queued).toEqual([]);
});

test("counts the mails of a new submission as waiting before they are queued", async () => {
  const operator = await records.operator();
  const ref = await lead("review");
  const pending = [
    { mail: "notice", state: "waiting", attempts: 0, fault: null },
    { mail: "acknowledgement", state: "waiting", attempts: 0, fault: null },
  ];
  const shown = async () => (await getSubmission(ref, { operator, now })).pendingMails;
  expect(await shown()).toMatchObject(pending);
  expect(await getMailQueue({ operator })).toMatchObject({
    waiting: 2,
    waitingSince: expect.any(Date),
    sending: 0,
  });
  await mails.queueFollowing();
  expect((await shown()).filter(({ state }) => state === "waiting")).toMatchObject(pending);
  expect(await getMailQueue({ operator })).toMatchObject({ waiting: 2, scheduled: 2, sending: 0 });
});
