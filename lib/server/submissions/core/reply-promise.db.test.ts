import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toMailText } from "../../../domain/mail/mail-content.ts";
import type { MailType } from "../../../domain/submissions/core/events.ts";
import { ContactInput, EvaluationInput } from "../../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { validContact, validEvaluation } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { prepareMail } from "../../mail/prepare-mail.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { listSubmissions } from "../inbox/list-submissions.ts";
import { findSentSubmission } from "../intake/receipts.ts";
import { submitEvaluation, submitInquiry } from "../intake/submit.ts";
import { countRepliedInTime, countReplies } from "../overview/count-replies.ts";
import { DeskRecords } from "./desk.fixture.ts";
import { toShownVerdict } from "./verdict.ts";

const { url } = await switchToOwnDatabase(process.env);
Object.assign(process.env, {
  REPLY_HOURS: "24",
  BUSINESS_DAYS: "mon-fri",
  BUSINESS_HOURS: "09:00-18:00",
  HOLIDAYS: "2040-11-19",
  TIME_ZONE: "America/Mexico_City",
});
const records = new DeskRecords(url);
const mails = new QueuedMails(records.client);
const operator = await records.operator();

/** Friday at 12:00. Working hours from then: six on Friday, none on the holiday, nine each on Tuesday and Wednesday. */
const sentAt = new Date("2040-11-16T18:00:00Z");
const dueAt = new Date("2040-11-22T00:00:00Z");
/** After eighteen working hours, three of them on Wednesday. */
const warnsAt = new Date("2040-11-21T18:00:00Z");
const dueInWords = { en: "Wednesday, November 21 at 6:00 PM", es: "miércoles 21 de noviembre a las 18:00" };

const context = () => ({ now: sentAt, requestId: randomUUID() });

async function submitReview(language: "en" | "es") {
  const input = EvaluationInput.parse(
    validEvaluation({ answers: Array(9).fill(1), language, projectDescription: randomUUID() }),
  );
  const { id, message } = await submitEvaluation(input, context());
  return { kind: "evaluation", id, message } as const;
}

async function submitQuestion(): Promise<SubmissionRef> {
  const { id } = await submitInquiry(
    ContactInput.parse(validContact({ language: "en", message: randomUUID() })),
    context(),
  );
  return { kind: "inquiry", id };
}

async function readMail(mail: MailType, ref: SubmissionRef, now: Date): Promise<string> {
  const prepared = await prepareMail({ mail, kind: ref.kind, id: ref.id }, randomUUID(), now);
  return prepared && "content" in prepared ? toMailText(prepared.content).replaceAll("\u202f", " ") : "";
}

const findRow = async ({ kind, id }: SubmissionRef, now: Date) => {
  const { rows } = await listSubmissions(parseInboxQuery({ kind, sort: "due" }), { operator, now });
  return rows.find((row) => row.id === id);
};

describe("deadline after 24 working hours", () => {
  test.each(["en", "es"] as const)(
    "shows the deadline in working hours on every page and in every mail: %s",
    async (locale) => {
      const { message, ...ref } = await submitReview(locale);
      const replyTime = { en: "within 24 working hours", es: "en un plazo de 24 horas hábiles" }[locale];
      expect(message).toContain(replyTime);
      const sent = await findSentSubmission({ ...ref, route: "review", sentAt });
      if (typeof sent === "string") throw new Error(sent);
      const shown = toShownVerdict({ ...ref, route: "review" }, sent, locale);
      expect(shown.message).toBe(message);
      expect(shown.repliedBy?.replaceAll("\u202f", " ")).toContain(dueInWords[locale]);
      const acknowledgement = await readMail("acknowledgement", ref, sentAt);
      for (const text of [message, replyTime, dueInWords[locale]]) expect(acknowledgement).toContain(text);
      for (const mail of ["notice", "warning"] as const) {
        expect(await readMail(mail, ref, warnsAt)).toContain(dueInWords.en);
      }
      expect(await readMail("breach", ref, dueAt)).toContain(dueInWords.en);
    },
  );

  test("names no deadline that has passed in an acknowledgement", async () => {
    for (const ref of [await submitReview("en"), await submitQuestion()]) {
      const acknowledgement = await readMail("acknowledgement", ref, dueAt);
      expect(acknowledgement).toContain("reply to this address as soon as possible.");
      expect(acknowledgement).not.toMatch(/working hours|November/);
    }
  });

  test("schedules the deadline mails by working hours", async () => {
    for (const ref of [await submitReview("en"), await submitQuestion()]) {
      await mails.queueFollowing();
      expect(await records.readRow(ref)).toMatchObject({ clock_mail_at: warnsAt, reply_due_at: dueAt });
      const { pendingMails } = await getSubmission(ref, { operator, now: sentAt });
      const timed = pendingMails.map(({ mail, at }) => [mail, at]);
      expect(timed).toContainEqual(["warning", warnsAt]);
      expect(timed).toContainEqual(["breach", dueAt]);
    }
  });

  test("shows the deadline in working hours on the desk and in the inbox", async () => {
    const ref = await submitQuestion();
    for (const [now, state] of [
      [new Date(warnsAt.getTime() - 1), "running"],
      [warnsAt, "warning"],
      [new Date(dueAt.getTime() - 1), "warning"],
      [dueAt, "overdue"],
    ] as const) {
      const clock = { state, dueAt, warnsAt };
      expect((await getSubmission(ref, { operator, now })).clock).toEqual(clock);
      expect((await findRow(ref, now))?.clock).toEqual(clock);
    }
  });
});

describe("wording of an earlier promise", () => {
  const message = { en: "reply within 5 hours. There", es: "le responderá en un plazo de 5 horas. No" };
  const promised = "UPDATE submissions SET reply_hours = 5, reply_hours_run = 'always' WHERE kind = $1 AND id = $2";

  test.each(["en", "es"] as const)(
    "keeps the wording of an earlier promise on the result page and in the acknowledgement: %s",
    async (locale) => {
      const ref = await submitReview(locale);
      await records.client.query(promised, [ref.kind, ref.id]);
      const sent = await findSentSubmission({ ...ref, route: "review", sentAt });
      if (typeof sent === "string") throw new Error(sent);
      expect(toShownVerdict({ ...ref, route: "review" }, sent, locale).message).toContain(message[locale]);
      const acknowledgement = await readMail("acknowledgement", ref, sentAt);
      expect(acknowledgement).toContain(message[locale]);
      expect(acknowledgement).not.toContain("24 h");
    },
  );

  test("keeps the wording of an earlier promise in the response to a repeated submission", async () => {
    const input = EvaluationInput.parse(validEvaluation({ answers: Array(9).fill(1), language: "en" }));
    const submissionKey = randomUUID();
    const submit = () => submitEvaluation(input, { ...context(), submissionKey });
    const { id } = await submit();
    await records.client.query(promised, ["evaluation", id]);
    expect(await submit()).toMatchObject({ id, message: expect.stringContaining(message.en) });
  });

  test("promises a reply within 48 hours if the submission has no stored terms", async () => {
    const ref = await submitQuestion();
    const none = "UPDATE submissions SET reply_hours = NULL, reply_hours_run = NULL WHERE kind = $1 AND id = $2";
    await records.client.query(none, [ref.kind, ref.id]);
    expect(await readMail("acknowledgement", ref, sentAt)).toContain("within 48 hours, by");
  });
});

test("promises no reply to a person whose evaluation qualified", async () => {
  const input = EvaluationInput.parse(validEvaluation({ answers: Array(9).fill(2) }));
  const { id, route } = await submitEvaluation(input, context());
  expect(await findSentSubmission({ kind: "evaluation", id, route, sentAt })).toMatchObject({ promise: null });
});

test("counts late replies by the stored promise, or else by the earlier default", async () => {
  const created_at = new Date("2041-03-01T12:00:00Z");
  const hoursLater = (hours: number) => new Date(created_at.getTime() + hours * 3_600_000);
  const promise = { reply_due_at: hoursLater(5), reply_warning_at: hoursLater(4) };
  for (const change of [promise, {}]) await records.inquiry({ created_at, ...change });
  const lateAt = async (time: Date) => (await countReplies({ now: time })).late;
  const late = await lateAt(hoursLater(0));
  expect(await lateAt(new Date(hoursLater(5).getTime() - 1))).toBe(late);
  expect(await lateAt(hoursLater(5))).toBe(late + 1);
  expect(await lateAt(hoursLater(48))).toBe(late + 2);
  const reply = { replied_at: hoursLater(10), status: "contacted" };
  const since = new Date("2041-03-15T00:00:00Z");
  await records.inquiry({ created_at, ...reply });
  const { inTime, total } = await countRepliedInTime({ operator, now: since });
  await records.inquiry({ created_at, ...reply, ...promise });
  expect(await countRepliedInTime({ operator, now: since })).toMatchObject({ inTime, total: total + 1 });
  await records.inquiry({ created_at, ...reply, reply_due_at: hoursLater(11), reply_warning_at: hoursLater(9) });
  expect(await countRepliedInTime({ operator, now: since })).toMatchObject({ inTime: inTime + 1, total: total + 2 });
});
