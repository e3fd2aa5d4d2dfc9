import { expect, test } from "vitest";
import type { MailType } from "../../domain/submissions/core/events.ts";
import { QueuedMails } from "../mail/queued-mails.fixture.ts";
import { DeskRecords, hoursAgo, now } from "../submissions/core/desk.fixture.ts";
import { getSubmission } from "../submissions/inbox/get-submission.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
const operator = await records.operator();

const fault = { code: "ETIMEDOUT", isPermanent: false };
const hour = 3_600;

test.each(["evaluation", "inquiry"] as const)(
  "shows the pending mails of a submission of kind %s and their states",
  async (kind) => {
    const ref = await records[kind]();
    const insert = (mail: MailType, delaySeconds = 0) => mails.insert({ mail, ...ref }, { delaySeconds });
    const [waiting, tried, taken, scheduled] = [
      await insert("notice"),
      await insert("acknowledgement"),
      await insert("reply"),
      await insert("warning", hour),
    ];
    const dead = await insert("breach");
    await mails.fail(tried, fault);
    await mails.fail(tried, fault);
    await mails.take(taken);
    await mails.kill(dead, fault);
    await mails.insert({ mail: "notice", ...(await records[kind]()) });
    const { pendingMails } = await getSubmission(ref, { operator, now });
    const shown = pendingMails.map(({ jobId, state, attempts, fault: met }) => ({ jobId, state, attempts, met }));
    expect(shown).toEqual([
      { jobId: waiting, state: "waiting", attempts: 0, met: null },
      { jobId: tried, state: "waiting", attempts: 2, met: fault },
      { jobId: taken, state: "sending", attempts: 1, met: null },
      { jobId: scheduled, state: "scheduled", attempts: 0, met: null },
      { jobId: dead, state: "dead", attempts: 1, met: fault },
    ]);
  },
);

test("shows the next attempt of a pending mail and the last attempt of a dead one", async () => {
  const ref = await records.evaluation();
  const [tried, dead] = [await mails.insert({ mail: "notice", ...ref }), await mails.insert({ mail: "reply", ...ref })];
  await mails.fail(tried, fault);
  await mails.kill(dead, fault);
  const { pendingMails } = await getSubmission(ref, { operator, now });
  expect(pendingMails.map(({ at }) => at)).toEqual([
    (await mails.readRow(tried))?.next_at,
    (await mails.readRow(dead))?.next_at,
  ]);
});

const isQueued = { notice: "waiting", warning: "scheduled", breach: "scheduled" };

test.each([
  ["waits for an answer", {}, isQueued],
  ["is overdue", { reply_due_at: hoursAgo(1) }, { notice: "waiting", breach: "waiting" }],
  ["is answered in time", { status: "contacted", replied_at: now }, { notice: "waiting" }],
  ["is closed without an answer", { status: "lost", closed_at: now }, { notice: "waiting" }],
  ["is spam", { status: "spam", closed_at: now }, { notice: "held" }],
  ["is withdrawn", { consent_withdrawn_at: now }, {}],
])("shows the mails that will be sent or are withheld for a submission that %s", async (_, change, shown) => {
  const ref = await records.evaluation({ clock_mail_at: hoursAgo(-1), ...change });
  await mails.insert({ mail: "notice", ...ref });
  const { pendingMails } = await getSubmission(ref, { operator, now });
  expect(Object.fromEntries(pendingMails.map(({ mail, state }) => [mail, state]))).toEqual(shown);
});
