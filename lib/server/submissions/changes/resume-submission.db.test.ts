import { describe, expect, test } from "vitest";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { resumeSubmission } from "./resume-submission.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
const operator = await records.operator();

const resume = (ref: SubmissionRef, at = now) => inLongTransaction((tx) => resumeSubmission(tx, ref, at));
const hoursLater = (hours: number) => hoursAgo(-hours);

const contacted = { status: "contacted", replied_at: hoursAgo(20), created_at: hoursAgo(30) };

describe("message from the person", () => {
  test("reopens a contacted submission with a new deadline when the person writes", async () => {
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
      clock_mail_at: hoursLater(36),
    });
    const { pendingMails } = await getSubmission(ref, { operator, now });
    expect(pendingMails).toMatchObject([
      { mail: "warning", at: hoursLater(36) },
      { mail: "breach", at: hoursLater(48) },
    ]);
    expect(await records.listEvents(ref)).toMatchObject([
      { type: "status", details: { from: "contacted", to: "in_review" } },
    ]);
  });

  test("plans another warning when the person writes after one was sent", async () => {
    const ref = await records.inquiry({ ...contacted, clock_mail_at: hoursLater(18) });
    await records.event(ref, "mail", { mail: "warning", messageId: "<x@y>", recipients: 1 });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ clock_mail_at: hoursLater(36) });
  });

  test("plans deadline mails when the person writes, even if earlier ones failed", async () => {
    const ref = await records.inquiry(contacted);
    for (const mail of ["warning", "breach"] as const) await mails.kill(await mails.insert({ mail, ...ref }));
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ clock_mail_at: hoursLater(36), reply_due_at: hoursLater(48) });
    expect((await mails.listFor(ref)).map(({ mail, state }) => `${mail} ${state}`).toSorted()).toEqual([
      "breach dead",
      "warning dead",
    ]);
  });

  test("gives no deadline to a submission without a promised reply", async () => {
    const ref = await records.evaluation({ ...contacted, route: "qualified" });
    await resume(ref);
    const noClock = { reply_due_at: null, clock_mail_at: null };
    expect(await records.readRow(ref)).toMatchObject({ status: "in_review", asked_at: now, ...noClock });
  });

  test("reopens a submission marked as lost when the person writes again", async () => {
    const ref = await records.inquiry({ status: "lost", close_reason: "No budget" });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status: "in_review", closed_at: null, close_reason: null });
  });

  test.each(["new", "in_review"])(
    "keeps the deadline of a submission that is %s when the person writes again",
    async (status) => {
      const clock = { reply_due_at: hoursLater(1), reply_warning_at: hoursAgo(1), clock_mail_at: hoursLater(1) };
      const ref = await records.inquiry({ status, ...clock });
      await resume(ref);
      expect(await records.readRow(ref)).toMatchObject({ status, ...clock, asked_at: null, revision: 1 });
    },
  );

  test.each(["booked", "won", "spam"])(
    "changes no submission that is %s when the person writes again",
    async (status) => {
      const ref = await records.inquiry({ status, replied_at: hoursAgo(1) });
      await resume(ref);
      const unchanged = { status, replied_at: hoursAgo(1), asked_at: null, clock_mail_at: null };
      expect(await records.readRow(ref)).toMatchObject(unchanged);
    },
  );

  test("changes nothing when a person who withdrew consent writes again", async () => {
    const ref = await records.inquiry({ ...contacted, consent_withdrawn_at: hoursAgo(1) });
    await resume(ref);
    expect(await records.readRow(ref)).toMatchObject({ status: "contacted", asked_at: null });
  });
});

test("lets an operator undo the change of status caused by the person's message", async () => {
  const clock = { reply_due_at: hoursAgo(25) };
  const ref = await records.inquiry({ ...contacted, ...clock });
  await resume(ref);
  expect((await getSubmission(ref, { operator, now })).canUndo).toBe(true);
  await records.undoStatus(ref, { operator, now });
  expect((await getSubmission(ref, { operator, now })).canUndo).toBe(false);
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: contacted.replied_at, ...clock });
});
