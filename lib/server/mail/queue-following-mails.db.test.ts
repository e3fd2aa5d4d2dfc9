import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { QueuedMailType } from "../../domain/mail/mail.ts";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/valid-input.fixture.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erase-person.ts";
import { mailQueueOptions } from "../queue/queue.ts";
import { changeStatus } from "../submissions/change-status.ts";
import { answerConsent, createConsentLinks } from "../submissions/consent.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getSubmission } from "../submissions/get-submission.ts";
import { submitEvaluation, submitInquiry } from "../submissions/submit.ts";
import { findWaiters } from "../waiters.fixture.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";
import { getMailQueue } from "./mail-queue.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const jobs = new MailJobs(client);
const now = new Date();
const newAddress = () => `${randomUUID()}@example.com`;
const context = () => ({ now, requestId: randomUUID() });

beforeEach(() => client.query("DELETE FROM pgboss.job; UPDATE submissions SET is_processed = true"));

async function lead(route: LeadRoute, change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const answers = Array<number>(9).fill({ qualified: 2, review: 1, redirect: 0 }[route]);
  const input = EvaluationInput.parse(validEvaluation({ answers, email: newAddress(), ...change }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function inquiry(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const input = ContactInput.parse(validContact({ email: newAddress(), ...change }));
  return { kind: "inquiry", id: (await submitInquiry(input, context())).id };
}

type Queued = { mail: QueuedMailType; startAfter: Date | null };

/** The mails of a submission; `startAfter` is null for those due at once. */
async function queuedFor(ref: SubmissionRef): Promise<Queued[]> {
  return (await jobs.listFor(ref))
    .map(({ data, start_after, created_on }) => ({
      mail: data.mail,
      startAfter: Number(start_after) === Number(created_on) ? null : start_after,
    }))
    .toSorted((one, other) => one.mail.localeCompare(other.mail));
}

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const atOnce = [
  { mail: "acknowledgement", startAfter: null },
  { mail: "notice", startAfter: null },
];
const withClock = [
  atOnce[0],
  { mail: "breach", startAfter: hours(48) },
  atOnce[1],
  { mail: "warning", startAfter: hours(36) },
];
const isProcessed = async (ref: SubmissionRef) => (await records.readRow(ref)).is_processed;

test.each([
  ["a qualified lead", () => lead("qualified"), atOnce],
  ["a redirected lead", () => lead("redirect"), atOnce],
  ["a lead for review", () => lead("review"), withClock],
  ["an inquiry", () => inquiry(), withClock],
])("%s gets its mails, those of the clock at their hours", async (_, submit, expected) => {
  const ref = await submit();
  await jobs.queueFollowing();
  expect(await queuedFor(ref)).toEqual(expected);
  for (const { data, retry_limit } of await jobs.listFor(ref)) {
    expect(data).toEqual({ mail: data.mail, ...ref });
    expect(retry_limit).toBe(mailQueueOptions.retryLimit);
  }
});

test("one call queues the mails of several submissions, each with its own", async () => {
  const refs = [await inquiry(), await lead("redirect"), await lead("review")];
  await jobs.queueFollowing();
  const queued: Queued[][] = [];
  for (const ref of refs) queued.push(await queuedFor(ref));
  expect(queued).toEqual([withClock, atOnce, withClock]);
});

test("one call queues the mails of at most fifty submissions", async () => {
  const refs: SubmissionRef[] = [];
  for (let at = 0; at < 51; at++) refs.push(await lead("redirect"));
  expect([await queueFollowingMails(), await queueFollowingMails(), await queueFollowingMails()]).toEqual([50, 1, 0]);
  for (const ref of refs) expect(await queuedFor(ref)).toEqual(atOnce);
});

test.each([
  ["while the mails are inserted", "AFTER INSERT ON pgboss.job_common"],
  ["while the row is marked", "AFTER UPDATE ON submissions"],
])(
  "a worker killed %s queues nothing and leaves the row unchanged; the next one queues each mail once",
  async (_, when) => {
    const ref = await lead("review");
    await client.query(
      `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
     CREATE TRIGGER fault ${when} FOR EACH ROW EXECUTE FUNCTION fault()`,
    );
    await expect(queueFollowingMails()).rejects.toThrow();
    await client.query(`DROP TRIGGER fault ON ${when.split(" ").at(-1)}`);
    expect([await isProcessed(ref), await queuedFor(ref)]).toEqual([false, []]);
    await queueFollowingMails();
    expect([await isProcessed(ref), await queuedFor(ref)]).toEqual([true, withClock]);
  },
);

test("two concurrent workers queue the mails of a submission once", async () => {
  const ref = await lead("review");
  const both = await Promise.all([queueFollowingMails(), queueFollowingMails()]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await queuedFor(ref)).toEqual(withClock);
});

test("a submission closed and reopened before its mails are queued gets each mail once", async () => {
  const operator = await records.operator();
  const ref = await inquiry();
  await changeStatus({ ...ref, revision: 0, status: "spam" }, { operator, now });
  await changeStatus({ ...ref, revision: 1, status: "new" }, { operator, now });
  expect(await queuedFor(ref)).toEqual([]);
  await jobs.queueFollowing();
  expect(await queuedFor(ref)).toEqual(withClock);
});

test("an erasure concurrent with a worker leaves no job", async () => {
  const admin = await records.admin();
  const email = newAddress();
  const ref = await lead("review", { email });
  // Blocks the worker right before its commit until the erasure waits for it.
  await client.query(
    `CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_advisory_lock_shared(77); PERFORM pg_advisory_unlock_shared(77); RETURN NULL; END $$;
     CREATE TRIGGER hold AFTER INSERT ON pgboss.job_common FOR EACH ROW EXECUTE FUNCTION hold();
     SELECT pg_advisory_lock(77)`,
  );
  const queuing = queueFollowingMails();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  await findWaiters(rows[0].pid, () => false);
  const erasing = erasePerson({ email }, { admin, now });
  await findWaiters(rows[0].pid, () => false, 2);
  await client.query("SELECT pg_advisory_unlock(77)");
  await Promise.all([queuing, erasing]);
  await client.query("DROP TRIGGER hold ON pgboss.job_common");
  expect(await queuedFor(ref)).toEqual([]);
});

test("a withdrawal keeps the worker from queuing mails", async () => {
  const ref = await lead("review", { channel: "ai_agent", agentName: "Some Assistant", userConsent: true });
  const { withdraw } = await createConsentLinks(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  expect(await queueFollowingMails()).toBe(0);
  expect(await queuedFor(ref)).toEqual([]);
});

test("mails that are about to be queued are shown and counted as waiting", async () => {
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
  await jobs.queueFollowing();
  expect((await shown()).filter(({ state }) => state === "waiting")).toMatchObject(pending);
  expect(await getMailQueue({ operator })).toMatchObject({ waiting: 2, scheduled: 2, sending: 0 });
});
