import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeadMails } from "../../domain/mail/dead-mails.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import { DeskRecords, newWord, now } from "../submissions/desk.fixture.ts";
import { countDeadMails } from "./count-dead-mails.ts";
import { discardMails } from "./discard-mails.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";
import { sendAgain } from "./send-again.ts";

const { url } = await ownDatabase(process.env);
const { client } = new DeskRecords(url);
const jobs = new MailJobs(client);
let operator: Operator;

beforeEach(async () => {
  await client.query("DELETE FROM pgboss.job");
  const id = newWord();
  const text = `INSERT INTO operators (id, name, email, role, created_at, updated_at) VALUES ($1, $1, $2, 'member', $3, $3)`;
  await client.query(text, [id, `${id}@example.com`, now]);
  operator = { id, email: `${id}@example.com`, role: "member" } as Operator;
});

const insert = () => jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
const fault = { code: "EENVELOPE", isPermanent: true };
async function dead(): Promise<string> {
  const id = await insert();
  await jobs.kill(id, fault);
  return id;
}
/** One in each state that is not dead. */
async function alive(): Promise<string[]> {
  const [waiting, tried, taken] = [await insert(), await insert(), await insert()];
  await jobs.fail(tried, fault);
  await jobs.take(taken);
  return [waiting, tried, taken];
}
/** A dead job that is not a mail. */
async function deadElsewhere(): Promise<string> {
  const [id, name] = [await dead(), newWord()];
  await jobs.createQueue(name);
  await client.query("UPDATE pgboss.job SET name = $2 WHERE id = $1", [id, name]);
  return id;
}

const statesOf = async (ids: string[]) => (await jobs.rowsOf(ids)).map(({ state }) => state);
const auditOf = async ({ id }: Operator) => {
  const text = "SELECT action, details, at FROM audit_entries WHERE operator_id = $1 ORDER BY id";
  return (await client.query(text, [id])).rows;
};

test("all that are dead are sent again, however many, and nothing else is touched", async () => {
  const others = [...(await alive()), await deadElsewhere()];
  const ids: string[] = [];
  for (let count = 0; count < 103; count++) ids.push(await dead());
  const before = await jobs.rowsOf(others);
  expect(await sendAgain(operator, { all: true }, { now })).toEqual({ count: 103 });
  expect(new Set(await statesOf(ids))).toEqual(new Set(["retry"]));
  expect(await jobs.rowsOf(others)).toEqual(before);
  expect(await sendAgain(operator, { all: true }, { now })).toEqual({ count: 0 });
  expect(await auditOf(operator)).toEqual([{ action: "mail_sent_again", details: { count: 103 }, at: now }]);
});

test("a discarded mail is gone from the queue; what is not dead, or no mail, or not named stays", async () => {
  const others = [...(await alive()), await deadElsewhere()];
  const [unnamed, ...ids] = [await dead(), await dead(), await dead()];
  const before = await jobs.rowsOf([...others, unnamed]);
  expect(await discardMails(operator, { jobs: [...ids, ...others, randomUUID()] }, { now })).toEqual({ count: 2 });
  expect(await jobs.rowsOf(ids)).toEqual([]);
  expect(await jobs.rowsOf([...others, unnamed])).toEqual(before);
});

test("all that are dead are discarded at once", async () => {
  const others = [...(await alive()), await deadElsewhere()];
  const ids = [await dead(), await dead()];
  expect(await discardMails(operator, { all: true }, { now })).toEqual({ count: 2 });
  expect([await jobs.rowsOf(ids), (await jobs.rowsOf(others)).length]).toEqual([[], 4]);
});

test("the audit log tells how many were discarded, and nothing where nothing was", async () => {
  const ids = [await dead(), await dead()];
  await discardMails(operator, { jobs: ids }, { now });
  expect(await discardMails(operator, { jobs: ids }, { now })).toEqual({ count: 0 });
  expect(await auditOf(operator)).toEqual([{ action: "mail_discarded", details: { count: 2 }, at: now }]);
});

test("dead mails are counted, and neither what is alive nor what is no mail", async () => {
  expect(await countDeadMails(operator)).toBe(0);
  await alive();
  await deadElsewhere();
  for (let count = 1; count <= 3; count++) {
    await dead();
    expect(await countDeadMails(operator)).toBe(count);
  }
});

test("either all are named, or one to a hundred ids of jobs, and never both nor neither", () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const isTaken = (value: unknown) => DeadMails.safeParse(value).success;
  const taken = [{ jobs: ids(1) }, { jobs: ids(100) }, { all: true }, { jobs: [], all: true }];
  expect(taken.map(isTaken)).toEqual([true, true, true, true]);
  const lists = [[], ids(101), ["1"], ["'; DROP TABLE leads; --"], randomUUID()];
  const refused = [{}, { all: "" }, { all: "no" }, { jobs: ids(1), all: true }, ...lists.map((jobs) => ({ jobs }))];
  expect(refused.map(isTaken)).toEqual(refused.map(() => false));
});
