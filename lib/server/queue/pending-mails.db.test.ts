import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import type { MailType } from "../../domain/submissions/events.ts";
import { MailJobs } from "../mail/mail-jobs.fixture.ts";
import { DeskRecords, hoursAgo, now } from "../submissions/desk.fixture.ts";
import { getSubmission } from "../submissions/get-submission.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const jobs = new MailJobs(records.client);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

const fault = { code: "ETIMEDOUT", isPermanent: false };
const hour = 3_600;

test.each(["evaluation", "inquiry"] as const)(
  "a submission of kind %s shows its own pending mails and their states",
  async (kind) => {
    const ref = await records[kind]();
    const insert = (mail: MailType, startAfter = 0) => jobs.insert({ mail, ...ref }, { startAfter });
    const [waiting, tried, taken, scheduled] = [
      await insert("notice"),
      await insert("acknowledgement"),
      await insert("reply"),
      await insert("warning", hour),
    ];
    const dead = await insert("breach");
    await jobs.fail(tried, fault);
    await jobs.fail(tried, fault);
    await jobs.take(taken);
    await jobs.kill(dead, fault);
    const other = { kind: kind === "evaluation" ? "inquiry" : "evaluation", id: ref.id } as const;
    const ofOther = await jobs.insert({ mail: "notice", ...other });
    const { pendingMails } = await getSubmission(ref, { operator, now });
    const shown = pendingMails.map(({ jobId, state, attempts, fault: met }) => ({ jobId, state, attempts, met }));
    expect(shown).toEqual([
      { jobId: waiting, state: "waiting", attempts: 0, met: null },
      { jobId: tried, state: "waiting", attempts: 2, met: fault },
      { jobId: taken, state: "sending", attempts: 1, met: null },
      { jobId: scheduled, state: "scheduled", attempts: 0, met: null },
      { jobId: dead, state: "dead", attempts: 1, met: fault },
    ]);
    // A submission of another test may get this number.
    await records.client.query("DELETE FROM pgboss.job WHERE id = $1", [ofOther]);
  },
);

test("a pending mail shows its next attempt, a dead mail its last", async () => {
  const ref = await records.evaluation();
  const [tried, dead] = [await jobs.insert({ mail: "notice", ...ref }), await jobs.insert({ mail: "reply", ...ref })];
  await jobs.fail(tried, fault);
  await jobs.kill(dead, fault);
  const { pendingMails } = await getSubmission(ref, { operator, now });
  expect(pendingMails.map(({ at }) => at)).toEqual([
    (await jobs.readRow(tried))?.start_after,
    (await jobs.readRow(dead))?.completed_on,
  ]);
});

const isQueued = { notice: "waiting", warning: "scheduled", breach: "scheduled" };

test.each([
  ["waits for an answer", {}, isQueued],
  ["is overdue", { reply_due_at: hoursAgo(1) }, { notice: "waiting", breach: "scheduled" }],
  ["is answered in time", { status: "contacted", replied_at: now }, { notice: "waiting" }],
  ["is closed without an answer", { status: "lost", closed_at: now }, { notice: "waiting" }],
  ["is spam", { status: "spam", closed_at: now }, { notice: "held" }],
  ["is withdrawn", { consent_withdrawn_at: now }, {}],
])("a submission that %s shows the mails that will go out, and those that are held", async (_, change, shown) => {
  const ref = await records.evaluation(change);
  await jobs.insert({ mail: "notice", ...ref });
  for (const mail of ["warning", "breach"] as const) await jobs.insert({ mail, ...ref }, { startAfter: hour });
  const { pendingMails } = await getSubmission(ref, { operator, now });
  expect(Object.fromEntries(pendingMails.map(({ mail, state }) => [mail, state]))).toEqual(shown);
});

test("a reply's mail refers to the event with its text", async () => {
  const ref = await records.evaluation();
  await jobs.insert({ mail: "reply", ...ref, event: "77" });
  const { pendingMails } = await getSubmission(ref, { operator, now });
  expect(pendingMails).toMatchObject([{ mail: "reply", event: "77" }]);
});
