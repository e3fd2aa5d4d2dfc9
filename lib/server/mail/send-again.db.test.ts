import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { mailQueueOptions } from "../queue/queue.ts";
import { DeskRecords, newWord, now } from "../submissions/desk.fixture.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";
import { sendAgain } from "./send-again.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const jobs = new MailJobs(records.client);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

/** Their submission needs not be there: a job is a row of its own. */
const insert = () => jobs.insert({ mail: "notice", kind: "evaluation", id: 2_000_000_000 });
const fault = { code: "EENVELOPE", isPermanent: true };

const auditOf = async ({ id }: Operator) => {
  const text = "SELECT action, details, at FROM audit_entries WHERE operator_id = $1 ORDER BY id";
  return (await records.client.query(text, [id])).rows;
};

test("a dead mail is due at once, under its own id, with all attempts of a new one", async () => {
  const id = await insert();
  await jobs.kill(id, fault);
  const before = await jobs.rowOf(id);
  expect(before).toMatchObject({ state: "failed", completed_on: expect.any(Date) });
  expect(await sendAgain(operator, { jobs: [id] }, { now })).toEqual({ count: 1 });
  const after = await jobs.rowOf(id);
  expect(after).toMatchObject({ id, state: "retry", completed_on: null, data: before?.data });
  expect(after?.retry_limit).toBe(mailQueueOptions.retryLimit + Number(before?.retry_count));
  expect((after?.start_after as Date) <= new Date()).toBe(true);
  // It survives faults again, rather than being dead after the first.
  await jobs.fail(id, { code: "ECONNREFUSED", isPermanent: false });
  expect(await jobs.rowOf(id)).toMatchObject({ state: "retry" });
});

test("what is not dead is left as it is, and is not counted", async () => {
  const [waiting, tried, taken, dead] = [await insert(), await insert(), await insert(), await insert()];
  await jobs.fail(tried, fault);
  await jobs.take(taken);
  await jobs.kill(dead, fault);
  const alive = [waiting, tried, taken];
  const before = await jobs.rowsOf(alive);
  expect(await sendAgain(operator, { jobs: [...alive, dead, randomUUID()] }, { now })).toEqual({ count: 1 });
  expect(await jobs.rowsOf(alive)).toEqual(before);
});

test("a dead letter of another queue is not touched", async () => {
  const id = await insert();
  await jobs.kill(id, fault);
  const name = newWord();
  await jobs.createQueue(name);
  await records.client.query("UPDATE pgboss.job SET name = $2 WHERE id = $1", [id, name]);
  expect(await sendAgain(operator, { jobs: [id] }, { now })).toEqual({ count: 0 });
  expect(await jobs.rowOf(id)).toMatchObject({ state: "failed" });
});

test("it is told in the audit log how many, and nothing where nothing was done", async () => {
  const other = await records.operator();
  const ids = [await insert(), await insert()];
  for (const id of ids) await jobs.kill(id, fault);
  await sendAgain(other, { jobs: ids }, { now });
  expect(await sendAgain(other, { jobs: ids }, { now })).toEqual({ count: 0 });
  expect(await auditOf(other)).toEqual([{ action: "mail_sent_again", details: { count: 2 }, at: now }]);
});

test("pressed twice at once it is done once", async () => {
  const id = await insert();
  await jobs.kill(id, fault);
  const both = await Promise.all([1, 2].map(() => sendAgain(operator, { jobs: [id] }, { now })));
  expect(both.map(({ count }) => count).sort()).toEqual([0, 1]);
});
