import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { DeadMails, isUndeliverable } from "../../domain/mail/mail.ts";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { countMailsByType } from "../queue/pending-mails.ts";
import { DeskRecords, hoursAgo, now } from "../submissions/core/desk.fixture.ts";
import { forwardMessage } from "../submissions/reply/send-reply.ts";
import { countDeadMails, discardMails, getMailQueue, sendAgain } from "./mail-queue.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const mails = new QueuedMails(client);
let operator: Operator;

beforeEach(async () => {
  await client.query("DELETE FROM mails; DELETE FROM submissions");
  operator = await records.operator();
});

const insert = async () => mails.insert({ mail: "notice", ...(await records.evaluation()) });
const fault = { code: "EENVELOPE", isPermanent: true };
async function insertDead(): Promise<string> {
  const id = await insert();
  await mails.kill(id, fault);
  return id;
}
/** Inserts one mail in each state except dead. */
async function insertAlive(): Promise<string[]> {
  const [waiting, tried, taken, held] = [await insert(), await insert(), await insert(), await insert()];
  await mails.fail(tried, fault);
  await mails.take(taken);
  await client.query("UPDATE mails SET state = 'held' WHERE id = $1", [held]);
  return [waiting, tried, taken, held];
}
/** Inserts an acknowledgement whose attempt was interrupted, so that it is dead without a fault. */
async function killWithoutFault(): Promise<string> {
  const id = await insertDead();
  await client.query("UPDATE mails SET mail = 'acknowledgement', fault = NULL WHERE id = $1", [id]);
  return id;
}

const listStates = async (ids: string[]) => (await mails.readRows(ids)).map(({ state }) => state);
const readAudit = async ({ id }: Operator) => {
  const text = "SELECT action, details, at FROM audit_entries WHERE operator_id = $1 ORDER BY id";
  return (await client.query(text, [id])).rows;
};

test("makes a dead mail due at once, as if never tried, when it is sent again", async () => {
  const id = await insertDead();
  const before = await mails.readRow(id);
  expect(before).toMatchObject({ state: "dead", attempts: 1 });
  expect(await sendAgain({ jobs: [id] }, { operator, now })).toEqual({ count: 1 });
  const after = await mails.readRow(id);
  expect(after).toEqual({ ...before, state: "waiting", attempts: 0, next_at: after?.next_at });
  expect(after?.next_at.getTime()).toBeLessThanOrEqual(Date.now());
  // The next fault must not make the mail dead again at once.
  await mails.fail(id, { code: "ECONNREFUSED", isPermanent: false });
  expect(await mails.readRow(id)).toMatchObject({ state: "waiting" });
});

test.each([
  ["sends", sendAgain, ["waiting", "waiting"]],
  ["discards", discardMails, []],
] as const)("%s only the given dead mails", async (_verb, act, states) => {
  const others = await insertAlive();
  const [unnamed, ...ids] = [await insertDead(), await insertDead(), await insertDead()];
  const before = await mails.readRows([...others, unnamed]);
  expect(await act({ jobs: [...ids, ...others, randomUUID()] }, { operator, now })).toEqual({ count: 2 });
  expect(await listStates(ids)).toEqual(states);
  expect(await mails.readRows([...others, unnamed])).toEqual(before);
});

test("queues a dead mail once when two requests send it again at the same time", async () => {
  const id = await insertDead();
  const both = await Promise.all([1, 2].map(() => sendAgain({ jobs: [id] }, { operator, now })));
  expect(both.map(({ count }) => count).sort()).toEqual([0, 1]);
});

test("sends all dead mails again, and audits their number", async () => {
  const others = await insertAlive();
  const ids: string[] = [];
  for (let count = 0; count < 103; count++) ids.push(await insertDead());
  const before = await mails.readRows(others);
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: 103 });
  expect(new Set(await listStates(ids))).toEqual(new Set(["waiting"]));
  expect(await mails.readRows(others)).toEqual(before);
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: 0 });
  expect(await readAudit(operator)).toEqual([{ action: "mail_sent_again", details: { count: 103 }, at: now }]);
});

test("discards all dead mails, and audits their number", async () => {
  const others = await insertAlive();
  const ids = [await insertDead(), await insertDead()];
  for (const count of [2, 0]) expect(await discardMails({ all: true }, { operator, now })).toEqual({ count });
  expect([await mails.readRows(ids), (await mails.readRows(others)).length]).toEqual([[], 4]);
  expect(await readAudit(operator)).toEqual([{ action: "mail_discarded", details: { count: 2 }, at: now }]);
});

test("notes on the timeline that the mail of a forward was discarded", async () => {
  const ref = await records.inquiry();
  for (const to of ["beto@example.com", "carla@example.com"]) {
    await forwardMessage({ ...ref, to, language: "en" }, { operator, now });
  }
  const [refused] = await mails.listFor(ref);
  await mails.kill(refused?.id ?? "", unknown);
  expect(await discardMails({ all: true }, { operator, now })).toEqual({ count: 1 });
  expect((await records.listEvents(ref)).map(({ details }) => [details.to, details.isDiscarded])).toEqual([
    ["beto@example.com", true],
    ["carla@example.com", undefined],
  ]);
});

test("counts only dead mails", async () => {
  expect(await countDeadMails({ operator })).toBe(0);
  await insertAlive();
  for (let count = 1; count <= 3; count++) {
    await insertDead();
    expect(await countDeadMails({ operator })).toBe(count);
  }
});

test("lists mails to undeliverable addresses apart from those an operator can fix", async () => {
  const ref = await records.evaluation();
  const kill = async (mail: "acknowledgement" | "notice" | "reply", fault: DeliveryFault) => {
    const id = await mails.insert({ mail, ...ref });
    await mails.kill(id, fault);
    return id;
  };
  const refusal = { code: "EENVELOPE", response: 550, isPermanent: true };
  const ofAddress = [
    await kill("acknowledgement", { ...refusal, status: "5.1.1" }),
    await kill("acknowledgement", { ...refusal, status: "5.2.1" }),
    await kill("acknowledgement", { code: "EADDRESS", isPermanent: true }),
    await kill("acknowledgement", refusal),
  ];
  const fixable = [
    await kill("acknowledgement", { ...refusal, status: "5.7.1", isPermanent: false }),
    await kill("acknowledgement", { code: "EMESSAGE", status: "5.6.0", isPermanent: true }),
    await kill("reply", { ...refusal, status: "5.1.1" }),
    await kill("notice", { ...refusal, status: "5.1.1" }),
    await killWithoutFault(),
  ];
  const queue = await getMailQueue({ operator });
  expect(queue).toMatchObject({ dead: fixable.length, undeliverable: ofAddress.length });
  expect(queue.deadMails.map(({ jobId }) => jobId).toSorted()).toEqual(fixable.toSorted());
  expect(queue.undeliverableMails.map(({ jobId }) => jobId).toSorted()).toEqual(ofAddress.toSorted());
  expect(queue.deadMails.filter(isUndeliverable)).toEqual([]);
  expect(queue.undeliverableMails.filter(isUndeliverable)).toHaveLength(ofAddress.length);
  expect(await countDeadMails({ operator })).toBe(fixable.length);
  expect(await countMailsByType()).toContainEqual(expect.objectContaining({ mail: "acknowledgement", dead: 3 }));
  expect(await sendAgain({ all: true }, { operator, now })).toEqual({ count: fixable.length });
  expect(await sendAgain({ jobs: ofAddress }, { operator, now })).toEqual({ count: ofAddress.length });
});

test("accepts either `all` or one to a hundred ids of dead mails", () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const isAccepted = (value: unknown) => DeadMails.safeParse(value).success;
  const taken = [{ jobs: ids(1) }, { jobs: ids(100) }, { all: true }, { jobs: [], all: true }];
  expect(taken.map(isAccepted)).toEqual([true, true, true, true]);
  const lists = [[], ids(101), ["1"], ["'; DROP TABLE leads; --"], randomUUID()];
  const refused = [{}, { all: false }, { all: "yes" }, { jobs: ids(1), all: true }, ...lists.map((jobs) => ({ jobs }))];
  expect(refused.map(isAccepted)).toEqual(refused.map(() => false));
});

const refused = { code: "ECONNREFUSED", isPermanent: false };
const unknown = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };

test("shows only zero counts for an empty mail queue", async () => {
  const nothing = { waiting: 0, waitingSince: null, scheduled: 0, sending: 0, dead: 0, undeliverable: 0, fault: null };
  expect(await getMailQueue({ operator })).toMatchObject(nothing);
});

test("counts each mail by its state", async () => {
  const ref = await records.evaluation();
  const queue = (delaySeconds = 0) => mails.insert({ mail: "notice", ...ref }, { delaySeconds });
  await queue();
  await mails.fail(await queue(), refused);
  await mails.fail(await queue(), refused);
  await mails.fail(await queue(), { code: "ETIMEDOUT", isPermanent: false });
  await queue(3_600);
  await records.evaluation({ clock_mail_at: hoursAgo(-1) });
  await mails.take(await queue());
  const dead = await queue();
  await mails.kill(dead, unknown);
  expect(await getMailQueue({ operator })).toMatchObject({
    waiting: 4,
    scheduled: 3,
    sending: 1,
    dead: 1,
    fault: refused,
  });
  expect((await getMailQueue({ operator })).deadMails).toEqual([
    {
      jobId: dead,
      mail: "notice",
      ...ref,
      state: "dead",
      createdAt: expect.any(Date),
      at: expect.any(Date),
      attempts: 1,
      fault: unknown,
    },
  ]);
});

test("reports since when the oldest mail has been due", async () => {
  const id = await insert();
  await client.query("UPDATE mails SET due_at = due_at - interval '1 day', next_at = next_at - interval '1 day'");
  await insert();
  const due = (await mails.readRow(id))?.next_at;
  expect((await getMailQueue({ operator })).waitingSince).toEqual(due);
  await mails.fail(id, refused);
  await mails.fail(id, refused);
  expect((await mails.readRow(id))?.next_at).not.toEqual(due);
  expect((await getMailQueue({ operator })).waitingSince).toEqual(due);
});

test("shows the hundred oldest dead mails and counts all of them", async () => {
  const ids: string[] = [];
  for (let count = 1; count <= 101; count++) ids.push(await insertDead());
  const { dead, deadMails } = await getMailQueue({ operator });
  expect([dead, deadMails.map(({ jobId }) => jobId)]).toEqual([101, ids.slice(0, 100)]);
});

test("hides a delivery fault in an unknown format", async () => {
  const id = await insertDead();
  await client.query("UPDATE mails SET fault = $1", [{ message: "550 <ana@example.com> unknown" }]);
  const queue = await getMailQueue({ operator });
  expect(queue.deadMails).toMatchObject([{ jobId: id, fault: null }]);
  expect(JSON.stringify(queue)).not.toContain("ana@example.com");
});
