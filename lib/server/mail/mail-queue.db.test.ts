import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeadMails, isUnmailable } from "../../domain/mail/mail.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { countMailsByType } from "../queue/mails-by-type.ts";
import { mailQueueOptions } from "../queue/queue.ts";
import { DeskRecords, newWord, now } from "../submissions/desk.fixture.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";
import { countDeadMails, discardMails, getMailQueue, sendAgain } from "./mail-queue.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const jobs = new MailJobs(client);
let operator: Operator;

beforeEach(async () => {
  await client.query("DELETE FROM pgboss.job");
  operator = await records.operator();
});

const insert = () => jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
const fault = { code: "EENVELOPE", isPermanent: true };
async function insertDead(): Promise<string> {
  const id = await insert();
  await jobs.kill(id, fault);
  return id;
}
/** One job in each state except dead. */
async function insertAlive(): Promise<string[]> {
  const [waiting, tried, taken] = [await insert(), await insert(), await insert()];
  await jobs.fail(tried, fault);
  await jobs.take(taken);
  return [waiting, tried, taken];
}
/** A dead job of another queue. */
async function insertDeadElsewhere(): Promise<string> {
  const [id, name] = [await insertDead(), newWord()];
  await jobs.createQueue(name);
  await client.query("UPDATE pgboss.job SET name = $2 WHERE id = $1", [id, name]);
  return id;
}

const listStates = async (ids: string[]) => (await jobs.readRows(ids)).map(({ state }) => state);
const readAudit = async ({ id }: Operator) => {
  const text = "SELECT action, details, at FROM audit_entries WHERE operator_id = $1 ORDER BY id";
  return (await client.query(text, [id])).rows;
};

test("a dead mail sent again is due at once, keeps its id and gets all attempts of a new mail", async () => {
  const id = await insertDead();
  const before = await jobs.readRow(id);
  expect(before).toMatchObject({ state: "failed", completed_on: expect.any(Date) });
  expect(await sendAgain({ jobs: [id] }, { operator, now })).toEqual({ count: 1 });
  const after = await jobs.readRow(id);
  expect(after).toMatchObject({ id, state: "retry", completed_on: null, data: before?.data });
  expect(after?.retry_limit).toBe(mailQueueOptions.retryLimit + Number(before?.retry_count));
  expect(after?.start_after.getTime()).toBeLessThanOrEqual(Date.now());
  // A fault no longer kills it.
  await jobs.fail(id, { code: "ECONNREFUSED", isPermanent: false });
  expect(await jobs.readRow(id)).toMatchObject({ state: "retry" });
});

test("sends only the given dead mails again; other jobs and queues stay unchanged", async () => {
  const others = [...(await insertAlive()), await insertDeadElsewhere()];
  const [unnamed, ...ids] = [await insertDead(), await insertDead(), await insertDead()];
  const before = await jobs.readRows([...others, unnamed]);
  expect(await sendAgain({ jobs: [...ids, ...others, randomUUID()] }, { operator, now })).toEqual({ count: 2 });
  expect(await listStates(ids)).toEqual(["retry", "retry"]);
  expect(await jobs.readRows([...others, unnamed])).toEqual(before);
});

test("two concurrent clicks send a mail again once", async () => {
  const id = await insertDead();
  const both = await Promise.all([1, 2].map(() => sendAgain({ jobs: [id] }, { operator, now })));
  expect(both.map(({ count }) => count).sort()).toEqual([0, 1]);
});

test("sends all dead mails again, and the audit log records how many", async () => {
  const others = [...(await insertAlive()), await insertDeadElsewhere()];
  const ids: string[] = [];
  for (let count = 0; count < 103; count++) ids.push(await insertDead());
  const before = await jobs.readRows(others);
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: 103 });
  expect(new Set(await listStates(ids))).toEqual(new Set(["retry"]));
  expect(await jobs.readRows(others)).toEqual(before);
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: 0 });
  expect(await readAudit(operator)).toEqual([{ action: "mail_sent_again", details: { count: 103 }, at: now }]);
});

test("discards only the given dead mails; other jobs and queues stay unchanged", async () => {
  const others = [...(await insertAlive()), await insertDeadElsewhere()];
  const [unnamed, ...ids] = [await insertDead(), await insertDead(), await insertDead()];
  const before = await jobs.readRows([...others, unnamed]);
  expect(await discardMails({ jobs: [...ids, ...others, randomUUID()] }, { operator, now })).toEqual({ count: 2 });
  expect(await jobs.readRows(ids)).toEqual([]);
  expect(await jobs.readRows([...others, unnamed])).toEqual(before);
});

test("discards all dead mails", async () => {
  const others = [...(await insertAlive()), await insertDeadElsewhere()];
  const ids = [await insertDead(), await insertDead()];
  expect(await discardMails({ all: true }, { operator, now })).toEqual({ count: 2 });
  expect([await jobs.readRows(ids), (await jobs.readRows(others)).length]).toEqual([[], 4]);
});

test("the audit log records the number of discarded mails, and nothing if there were none", async () => {
  const ids = [await insertDead(), await insertDead()];
  await discardMails({ jobs: ids }, { operator, now });
  expect(await discardMails({ jobs: ids }, { operator, now })).toEqual({ count: 0 });
  expect(await readAudit(operator)).toEqual([{ action: "mail_discarded", details: { count: 2 }, at: now }]);
});

test("counts only dead mails", async () => {
  expect(await countDeadMails({ operator })).toBe(0);
  await insertAlive();
  await insertDeadElsewhere();
  for (let count = 1; count <= 3; count++) {
    await insertDead();
    expect(await countDeadMails({ operator })).toBe(count);
  }
});

test("an acknowledgement whose address takes no mail is listed apart, and raises no alarm", async () => {
  const kill = async (mail: "acknowledgement" | "notice" | "reply", fault: object) => {
    const id = await jobs.insert({ mail, kind: "evaluation", id: 1 });
    await jobs.kill(id, fault);
    return id;
  };
  const refusal = { code: "EENVELOPE", response: 550, isPermanent: true };
  const ofAddress = [
    await kill("acknowledgement", { ...refusal, status: "5.1.1" }),
    await kill("acknowledgement", { ...refusal, status: "5.2.1" }),
    await kill("acknowledgement", { code: "EADDRESS", isPermanent: true }),
    await kill("acknowledgement", refusal),
  ];
  const mendable = [
    await kill("acknowledgement", { ...refusal, status: "5.7.1", isPermanent: false }),
    await kill("acknowledgement", { code: "EMESSAGE", status: "5.6.0", isPermanent: true }),
    await kill("reply", { ...refusal, status: "5.1.1" }),
    await kill("notice", { ...refusal, status: "5.1.1" }),
    await kill("acknowledgement", {}),
  ];
  const queue = await getMailQueue({ operator });
  expect(queue).toMatchObject({ dead: mendable.length, unmailable: ofAddress.length });
  expect(queue.deadMails.map(({ jobId }) => jobId).toSorted()).toEqual(mendable.toSorted());
  expect(queue.unmailableMails.map(({ jobId }) => jobId).toSorted()).toEqual(ofAddress.toSorted());
  expect(queue.deadMails.filter(isUnmailable)).toEqual([]);
  expect(queue.unmailableMails.filter(isUnmailable)).toHaveLength(ofAddress.length);
  expect(await countDeadMails({ operator })).toBe(mendable.length);
  expect(await countMailsByType()).toContainEqual(expect.objectContaining({ mail: "acknowledgement", dead: 3 }));
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: mendable.length });
  expect(await sendAgain({ jobs: ofAddress }, { operator, now })).toEqual({ count: ofAddress.length });
});

test("accepts either `all` or one to a hundred job ids", () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const isAccepted = (value: unknown) => DeadMails.safeParse(value).success;
  const taken = [{ jobs: ids(1) }, { jobs: ids(100) }, { all: true }, { jobs: [], all: true }];
  expect(taken.map(isAccepted)).toEqual([true, true, true, true]);
  const lists = [[], ids(101), ["1"], ["'; DROP TABLE leads; --"], randomUUID()];
  const refused = [{}, { all: false }, { all: "yes" }, { jobs: ids(1), all: true }, ...lists.map((jobs) => ({ jobs }))];
  expect(refused.map(isAccepted)).toEqual(refused.map(() => false));
});

const nothing = {
  waiting: 0,
  waitingSince: null,
  scheduled: 0,
  sending: 0,
  dead: 0,
  deadMails: [],
  unmailable: 0,
  unmailableMails: [],
  fault: null,
  missingWorker: null,
  hold: null,
};

const refused = { code: "ECONNREFUSED", isPermanent: false };
const unknown = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };

test("an empty queue has no counts", async () => {
  expect(await getMailQueue({ operator })).toEqual(nothing);
});

test("counts each mail by its state", async () => {
  const job = (id: number, startAfter = 0) => jobs.insert({ mail: "notice", kind: "evaluation", id }, { startAfter });
  await job(1);
  await jobs.fail(await job(2), refused);
  await jobs.fail(await job(3), refused);
  await jobs.fail(await job(4), { code: "ETIMEDOUT", isPermanent: false });
  for (const id of [5, 6]) await job(id, 3_600);
  await jobs.take(await job(7));
  const dead = await job(8);
  await jobs.kill(dead, unknown);
  expect(await getMailQueue({ operator })).toMatchObject({
    waiting: 4,
    scheduled: 2,
    sending: 1,
    dead: 1,
    fault: refused,
  });
  expect((await getMailQueue({ operator })).deadMails).toEqual([
    {
      jobId: dead,
      mail: "notice",
      kind: "evaluation",
      id: 8,
      state: "dead",
      createdAt: expect.any(Date),
      at: expect.any(Date),
      attempts: 1,
      fault: unknown,
    },
  ]);
});

test("reports since when the oldest mail is due, however often it was tried", async () => {
  const id = await jobs.insert({ mail: "reply", kind: "inquiry", id: 1, event: "5" });
  await client.query(
    "UPDATE pgboss.job SET start_after = start_after - interval '1 day', keep_until = keep_until - interval '1 day'",
  );
  await jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
  const due = (await jobs.readRow(id))?.start_after;
  expect((await getMailQueue({ operator })).waitingSince).toEqual(due);
  await jobs.fail(id, refused);
  await jobs.fail(id, refused);
  expect((await jobs.readRow(id))?.start_after).not.toEqual(due);
  expect((await getMailQueue({ operator })).waitingSince).toEqual(due);
});

test("shows the hundred mails that died first and counts all", async () => {
  for (let id = 1; id <= 101; id++)
    await jobs.kill(await jobs.insert({ mail: "notice", kind: "evaluation", id }), unknown);
  const { dead, deadMails } = await getMailQueue({ operator });
  expect([dead, deadMails.map(({ id }) => id)]).toEqual([101, Array.from({ length: 100 }, (_, at) => at + 1)]);
});

test("does not show a fault of an unknown format", async () => {
  const id = await jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
  await jobs.kill(id, { message: "550 <ana@example.com> unknown" });
  const queue = await getMailQueue({ operator });
  expect(queue.deadMails).toMatchObject([{ jobId: id, fault: null }]);
  expect(JSON.stringify(queue)).not.toContain("ana@example.com");
});
