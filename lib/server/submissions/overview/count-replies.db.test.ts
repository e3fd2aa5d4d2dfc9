import { expect, test } from "vitest";
import { DeskRecords } from "../core/desk.fixture.ts";
import { countRepliedInTime, findReplyRate } from "./count-replies.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator();

/** A time in a period in which no other test stores a submission. */
const now = new Date("2041-05-01T12:00:00.000Z");
const before = (hours: number, milliseconds = 0) => new Date(now.getTime() - hours * 3_600_000 + milliseconds);

test("counts replies in time among answered and overdue submissions of thirty days", async () => {
  expect(await countRepliedInTime({ operator, now })).toEqual({ inTime: 0, total: 0, share: null });
  const days = 30 * 24;
  const answered = (created_at: Date, replied_at: Date) => ({ created_at, replied_at, status: "contacted" });
  await records.evaluation(answered(before(100), before(52, -1)));
  await records.inquiry(answered(before(days, 1), before(days - 1)));
  await records.inquiry(answered(before(1), now));
  expect(await countRepliedInTime({ operator, now })).toEqual({ inTime: 3, total: 3, share: 1 });
  await records.evaluation(answered(before(100), before(52)));
  await records.inquiry({ created_at: before(48) });
  await records.evaluation({ created_at: before(50), status: "lost" });
  expect(await countRepliedInTime({ operator, now })).toEqual({ inTime: 3, total: 6, share: 0.5 });
  // Not counted: without a promise, not due yet, spam, too old, in the future, withdrawn.
  await records.evaluation({ created_at: before(100), route: "qualified" });
  await records.evaluation({ created_at: before(48, 1) });
  await records.inquiry({ created_at: before(60), status: "spam" });
  await records.inquiry({ created_at: before(days) });
  await records.inquiry({ created_at: before(0, 1), replied_at: before(0, 1) });
  await records.inquiry({ created_at: before(60), consent_withdrawn_at: before(1) });
  await records.evaluation({ ...answered(before(50), before(49)), consent_withdrawn_at: before(1) });
  expect(await countRepliedInTime({ operator, now })).toEqual({ inTime: 3, total: 6, share: 0.5 });
});

test("returns the share of replies in time for the inbox", async () => {
  const then = new Date("2043-05-01T12:00:00.000Z");
  const sent = new Date(then.getTime() - 3_600_000);
  await records.inquiry({ created_at: sent, replied_at: then, status: "contacted" });
  expect(await findReplyRate({ now: then, operator })).toEqual({ inTime: 1, total: 1, share: 1 });
});
