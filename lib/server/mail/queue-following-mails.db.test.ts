import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { beforeEach, describe, expect, test } from "vitest";
import type { MailType } from "../../domain/submissions/events.ts";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/valid-input.fixture.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erase-person.ts";
import { mailQueue, mailQueueOptions, storedQueue } from "../queue/queue.ts";
import { changeStatus } from "../submissions/change-status.ts";
import { answerConsent, createConsentLinks } from "../submissions/consent.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getSubmission } from "../submissions/get-submission.ts";
import { submitEvaluation, submitInquiry } from "../submissions/submit.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";
import { getMailQueue } from "./mail-queue.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

const { url } = await ownDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const jobs = new MailJobs(client);
const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
const now = new Date();
const newAddress = () => `${randomUUID()}@example.com`;
const context = () => ({ now, requestId: randomUUID() });
const take = () => boss.fetch<unknown>(storedQueue, { batchSize: 1_000 });

beforeEach(() => client.query("DELETE FROM pgboss.job"));

async function lead(route: LeadRoute, change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const answers = Array<number>(9).fill({ qualified: 2, review: 1, redirect: 0 }[route]);
  const input = EvaluationInput.parse(validEvaluation({ answers, ...change }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function inquiry(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  return { kind: "inquiry", id: (await submitInquiry(ContactInput.parse(validContact(change)), context())).id };
}

type Queued = { name: string; mail: MailType | null; startAfter: Date | null };

/** All jobs of a submission; `startAfter` is null for those due at once. */
async function queuedFor(ref: SubmissionRef): Promise<Queued[]> {
  return (await jobs.of(ref))
    .map(({ name, data, start_after, created_on }) => ({
      name: String(name),
      mail: (data as { mail?: MailType }).mail ?? null,
      startAfter: Number(start_after) === Number(created_on) ? null : (start_after as Date),
    }))
    .toSorted((one, other) => String(one.mail).localeCompare(String(other.mail)));
}

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const atOnce = [
  { name: mailQueue, mail: "acknowledgement", startAfter: null },
  { name: mailQueue, mail: "notice", startAfter: null },
];
const withClock = [
  atOnce[0],
  { name: mailQueue, mail: "breach", startAfter: hours(48) },
  atOnce[1],
  { name: mailQueue, mail: "warning", startAfter: hours(36) },
];
const unqueued = [{ name: storedQueue, mail: null, startAfter: null }];

test.each([
  ["a qualified lead", () => lead("qualified"), atOnce],
  ["a redirected lead", () => lead("redirect"), atOnce],
  ["a lead for review", () => lead("review"), withClock],
  ["an inquiry", () => inquiry(), withClock],
])("%s has its mails queued, those of the clock at the promised hours", async (_, submit, expected) => {
  const ref = await submit();
  await jobs.queueFollowing();
  expect(await queuedFor(ref)).toEqual(expected);
  for (const { data, retry_limit } of await jobs.of(ref)) {
    expect(data).toEqual({ mail: (data as { mail: string }).mail, ...ref });
    expect(retry_limit).toBe(mailQueueOptions.retryLimit);
  }
});

test("many submissions are queued at once, each with its own mails", async () => {
  const refs = [await inquiry(), await lead("redirect"), await lead("review")];
  await jobs.queueFollowing();
  expect(await Promise.all(refs.map(queuedFor))).toEqual([withClock, atOnce, withClock]);
});

describe("killed in between", () => {
  const dropFault = "DROP TRIGGER IF EXISTS fault ON pgboss.job_common";
  test.each([
    ["while the mails are inserted", "AFTER INSERT"],
    ["while the stored job is deleted", "AFTER DELETE"],
  ])("%s, no mail is queued and the stored job stays; run again, each is queued once", async (_, timing) => {
    const ref = await lead("review");
    const taken = await take();
    await client.query(
      `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE TRIGGER fault ${timing} ON pgboss.job_common FOR EACH ROW EXECUTE FUNCTION fault()`,
    );
    await expect(queueFollowingMails(taken)).rejects.toThrow();
    await client.query(dropFault);
    expect(await queuedFor(ref)).toEqual(unqueued);
    await queueFollowingMails(taken);
    expect(await queuedFor(ref)).toEqual(withClock);
  });
});

test("two workers at one job queue its mails once", async () => {
  const ref = await lead("review");
  const taken = await take();
  const both = await Promise.allSettled([queueFollowingMails(taken), queueFollowingMails(taken)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await queuedFor(ref)).toEqual(withClock);
});

test("a worker that has lost its job queues nothing", async () => {
  const ref = await lead("review");
  const [job] = await take();
  if (!job) throw new Error("there is no job");
  await expect(queueFollowingMails([{ ...job, retryCount: 7 }])).rejects.toThrow();
  expect(await queuedFor(ref)).toEqual(unqueued);
});

test("a mail that was sent or queued already is not queued again", async () => {
  const ref = await lead("review");
  const [stored] = await take();
  if (!stored) throw new Error("there is no job");
  await queueFollowingMails([stored]);
  await client.query("DELETE FROM pgboss.job WHERE data ->> 'mail' = 'acknowledgement'");
  const details = { mail: "acknowledgement", messageId: "<x@y>", recipients: 1 };
  await client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
     VALUES ($1, $2, now(), 'service', 'mail', $3)`,
    [ref.kind, ref.id, details],
  );
  // As if a backup had brought the job back.
  await boss.insert(storedQueue, [{ id: stored.id, data: ref }]);
  await jobs.queueFollowing();
  expect(await queuedFor(ref)).toEqual(withClock.filter((queued) => queued?.mail !== "acknowledgement"));
});

test("a submission that was closed and opened again before its mails are queued has each once", async () => {
  const operator = await records.operator();
  const ref = await inquiry();
  await changeStatus({ ...ref, revision: 0, status: "spam" }, { operator, now });
  await changeStatus({ ...ref, revision: 1, status: "new" }, { operator, now });
  expect(await queuedFor(ref)).toEqual(unqueued);
  await jobs.queueFollowing();
  expect(await queuedFor(ref)).toEqual(withClock);
});

test("an erasure deletes the stored job", async () => {
  const email = newAddress();
  const ref = await lead("review", { email });
  const taken = await take();
  await erasePerson({ email }, { admin: await records.admin(), now });
  expect(await queuedFor(ref)).toEqual([]);
  await expect(queueFollowingMails(taken)).rejects.toThrow();
  expect(await queuedFor(ref)).toEqual([]);
});

test("an erasure that meets a worker at the same submission leaves no job", async () => {
  const admin = await records.admin();
  const email = newAddress();
  const ref = await lead("review", { email });
  const taken = await take();
  // Holds the worker up right before its commit until the erasure waits for it.
  await client.query(
    `CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_advisory_lock_shared(77); PERFORM pg_advisory_unlock_shared(77); RETURN NULL; END $$;
     CREATE TRIGGER hold AFTER DELETE ON pgboss.job_common FOR EACH ROW
       WHEN (OLD.name = '${storedQueue}') EXECUTE FUNCTION hold();
     SELECT pg_advisory_lock(77)`,
  );
  const queuing = queueFollowingMails(taken);
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await client.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
        );
        return rows.length;
      })
      .toBe(count);
  await waiting(1);
  const erasing = erasePerson({ email }, { admin, now });
  await waiting(2);
  await client.query("SELECT pg_advisory_unlock(77)");
  await Promise.all([queuing, erasing]);
  await client.query("DROP TRIGGER hold ON pgboss.job_common");
  expect(await queuedFor(ref)).toEqual([]);
});

test("a withdrawal deletes the stored job", async () => {
  const ref = await lead("review", { channel: "ai_agent", agentName: "Some Assistant", userConsent: true });
  const { withdraw } = await createConsentLinks(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  expect(await queuedFor(ref)).toEqual([]);
});

test("mails that are not queued yet are shown and counted as waiting", async () => {
  const operator = await records.operator();
  const ref = await lead("review");
  const pending = [
    { mail: "notice", state: "waiting", attempts: 0, fault: null },
    { mail: "acknowledgement", state: "waiting", attempts: 0, fault: null },
  ];
  const shown = async () => (await getSubmission(ref, { operator, now })).pendingMails;
  const before = await shown();
  expect(before).toMatchObject(pending);
  expect(await getMailQueue({ operator })).toMatchObject({
    waiting: 2,
    waitingSince: expect.any(Date),
    sending: 0,
  });
  await take();
  expect(await getMailQueue({ operator })).toMatchObject({ waiting: 2, sending: 0 });
  await client.query("UPDATE pgboss.job SET state = 'created', retry_count = 0, started_on = NULL");
  await jobs.queueFollowing();
  const queued = (await shown()).filter(({ state }) => state === "waiting");
  expect(queued.map(({ jobId }) => jobId).toSorted()).toEqual(before.map(({ jobId }) => jobId).toSorted());
});
