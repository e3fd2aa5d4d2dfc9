import { expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getOutbox } from "./get-outbox.ts";
import { MailJobs } from "./mail-jobs.fixture.ts";

const operator = {} as Operator;
const { url } = await ownDatabase(process.env);
const { client } = new DeskRecords(url);
const jobs = new MailJobs(client);

const emptied = async () => {
  await client.query("DELETE FROM pgboss.job");
};
const nothing = {
  waiting: 0,
  waitingSince: null,
  scheduled: 0,
  sending: 0,
  dead: 0,
  deadMails: [],
  fault: null,
  missingWorker: null,
};

const refused = { code: "ECONNREFUSED", isPermanent: false };
const unknown = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };

test("an outbox in which nothing is says so", async () => {
  await emptied();
  expect(await getOutbox(operator)).toEqual(nothing);
});

test("each mail is counted where it stands", async () => {
  await emptied();
  const job = (id: number, startAfter = 0) => jobs.insert({ mail: "notice", kind: "evaluation", id }, { startAfter });
  await job(1);
  await jobs.fail(await job(2), refused);
  await jobs.fail(await job(3), refused);
  await jobs.fail(await job(4), { code: "ETIMEDOUT", isPermanent: false });
  for (const id of [5, 6]) await job(id, 3_600);
  await jobs.take(await job(7));
  const dead = await job(8);
  await jobs.kill(dead, unknown);
  expect(await getOutbox(operator)).toMatchObject({ waiting: 4, scheduled: 2, sending: 1, dead: 1, fault: refused });
  expect((await getOutbox(operator)).deadMails).toEqual([
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

test("what waits is told since the oldest of it was due, however often it was tried", async () => {
  await emptied();
  const id = await jobs.insert({ mail: "reply", kind: "inquiry", id: 1, event: "5" });
  await client.query(
    "UPDATE pgboss.job SET start_after = start_after - interval '1 day', keep_until = keep_until - interval '1 day'",
  );
  await jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
  const due = (await jobs.rowOf(id))?.start_after;
  expect((await getOutbox(operator)).waitingSince).toEqual(due);
  await jobs.fail(id, refused);
  await jobs.fail(id, refused);
  expect((await jobs.rowOf(id))?.start_after).not.toEqual(due);
  expect((await getOutbox(operator)).waitingSince).toEqual(due);
});

test("of more than a hundred dead ones those that died first are shown, and all are counted", async () => {
  await emptied();
  for (let id = 1; id <= 101; id++)
    await jobs.kill(await jobs.insert({ mail: "notice", kind: "evaluation", id }), unknown);
  const { dead, deadMails } = await getOutbox(operator);
  expect([dead, deadMails.map(({ id }) => id)]).toEqual([101, Array.from({ length: 100 }, (_, at) => at + 1)]);
});

test("a reason that is none of ours is not shown", async () => {
  await emptied();
  const id = await jobs.insert({ mail: "notice", kind: "evaluation", id: 1 });
  await jobs.kill(id, { message: "550 <ana@example.com> unknown" });
  const outbox = await getOutbox(operator);
  expect(outbox.deadMails).toMatchObject([{ jobId: id, fault: null }]);
  expect(JSON.stringify(outbox)).not.toContain("ana@example.com");
});
