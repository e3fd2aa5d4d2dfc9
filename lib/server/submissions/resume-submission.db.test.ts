import { beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { MailJobs } from "../mail/mail-jobs.fixture.ts";
import { inLongTransaction } from "../maintenance.ts";
import { DeskRecords, hoursAgo, now } from "./desk.fixture.ts";
import { resumeSubmission } from "./resume-submission.ts";
import { sendReply } from "./send-reply.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const jobs = new MailJobs(records.client);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

const resume = (ref: SubmissionRef, at = now) => inLongTransaction((tx) => resumeSubmission(tx, ref, at));
const hoursLater = (hours: number) => hoursAgo(-hours);

async function listClockJobs({ kind, id }: SubmissionRef) {
  const { rows } = await records.client.query(
    "SELECT data ->> 'mail' AS mail, start_after AS at FROM pgboss.job WHERE data @> $1 ORDER BY start_after",
    [JSON.stringify({ kind, id })],
  );
  return rows;
}

const contacted = { status: "contacted", replied_at: hoursAgo(20), created_at: hoursAgo(30) };

describe("a message of the person", () => {
  test("brings a contacted submission back, with a new deadline and its mails", async () => {
    const ref = await records.inquiry({ ...contacted, reply_due_at: hoursLater(18), reply_warning_at: hoursLater(6) });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({
      status: "in_review",
      replied_at: null,
      asked_at: now,
      revision: 1,
      reply_due_at: hoursLater(48),
      reply_warning_at: hoursLater(36),
      reply_hours: 48,
      reply_hours_run: "always",
    });
    expect(await listClockJobs(ref)).toEqual([
      { mail: "warning", at: hoursLater(36) },
      { mail: "breach", at: hoursLater(48) },
    ]);
    expect(await records.listEvents(ref)).toMatchObject([
      { type: "status", details: { from: "contacted", to: "in_review" } },
    ]);
  });

  test("warns once more, though the first round had its warning", async () => {
    const ref = await records.inquiry(contacted);
    await records.client.query(
      `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
       VALUES ('inquiry', $1, $2, 'service', 'mail', '{"mail":"warning","messageId":"<x@y>","recipients":1}')`,
      [ref.id, hoursAgo(1)],
    );
    await resume(ref);
    expect((await listClockJobs(ref)).map(({ mail }) => mail)).toEqual(["warning", "breach"]);
  });

  test("is told in time, though the mails of the first round have died", async () => {
    const ref = await records.inquiry(contacted);
    for (const mail of ["warning", "breach"] as const) await jobs.kill(await jobs.insert({ mail, ...ref }));
    await records.client.query("UPDATE pgboss.job SET created_on = $2 WHERE data @> $1", [
      JSON.stringify(ref),
      hoursAgo(30),
    ]);
    await resume(ref);
    expect((await jobs.listFor(ref)).map(({ data, state }) => `${data.mail} ${state}`).toSorted()).toEqual([
      "breach created",
      "breach failed",
      "warning created",
      "warning failed",
    ]);
  });

  test("gives a submission without a promise none", async () => {
    const ref = await records.evaluation({ ...contacted, route: "qualified" });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status: "in_review", reply_due_at: null, asked_at: now });
    expect(await listClockJobs(ref)).toEqual([]);
  });

  test("opens a lost submission again", async () => {
    const ref = await records.inquiry({ status: "lost", close_reason: "No budget" });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status: "in_review", closed_at: null, close_reason: null });
  });

  test.each(["new", "in_review"])("moves no deadline of one that is %s", async (status) => {
    const ref = await records.inquiry({ status, reply_due_at: hoursLater(1), reply_warning_at: hoursAgo(1) });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({
      status,
      reply_due_at: hoursLater(1),
      asked_at: null,
      revision: 1,
    });
  });

  test.each(["booked", "won", "spam"])("leaves a submission that is %s as it is", async (status) => {
    const ref = await records.inquiry({ status, replied_at: hoursAgo(1) });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status, replied_at: hoursAgo(1), asked_at: null });
    expect(await listClockJobs(ref)).toEqual([]);
  });

  test("changes nothing where consent was withdrawn", async () => {
    const ref = await records.inquiry({ ...contacted, consent_withdrawn_at: hoursAgo(1) });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status: "contacted", asked_at: null });
  });
});

test("a reply stops the clock again", async () => {
  const ref = await records.inquiry(contacted);
  await resume(ref);
  await sendReply({ ...ref, text: "Gladly." }, { operator, now: hoursLater(2) });
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: hoursLater(2) });
});

test("an operator may take the change of status back", async () => {
  const ref = await records.inquiry(contacted);
  await resume(ref);
  await records.undoStatus(ref, { operator, now });
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: contacted.replied_at });
});
