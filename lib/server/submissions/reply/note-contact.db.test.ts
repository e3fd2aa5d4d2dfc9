import { expect, test } from "vitest";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { noteContact } from "./send-reply.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator({ name: "Ana" });

const earlier = hoursAgo(1);
const waiting = { status: "in_review", replied_at: null };
const note = (isReply: boolean) => ({
  type: "note",
  actor: "Ana",
  details: { contact: { channel: "whatsapp", isReply } },
});

test("stops the clock and changes the status when a contact is noted, as a reply does", async () => {
  const ref = await records.inquiry({ ...waiting, snoozed_until: earlier });
  await noteContact(ref, { operator, now });
  const replied = { status: "contacted", replied_at: now, snoozed_until: null };
  expect(await records.readRow(ref)).toMatchObject({ ...replied, revision: 1 });
  expect(await records.listEvents(ref)).toMatchObject([note(true), { type: "status", actor: "Ana" }]);
  expect((await getSubmission(ref, { operator, now })).clock.state).toBe("answered");
});

test("keeps status and first reply time of a submission that was answered before", async () => {
  const answered = { status: "booked", replied_at: earlier };
  const ref = await records.evaluation(answered);
  await noteContact(ref, { operator, now });
  expect(await records.readRow(ref)).toMatchObject({ ...answered, revision: 1 });
  expect(await records.listEvents(ref)).toMatchObject([note(true)]);
});

test("restores the clock when a contact's status change is undone", async () => {
  const [one, two] = [await records.inquiry(waiting), await records.inquiry(waiting)];
  const later = new Date(now.getTime() + 60_000);
  for (const ref of [one, two]) await noteContact(ref, { operator, now });
  await noteContact(two, { operator, now: later });
  for (const ref of [one, two]) await records.undoStatus(ref, { operator, now });
  expect(await records.readRow(one)).toMatchObject(waiting);
  expect(await records.readRow(two)).toMatchObject({ ...waiting, replied_at: later });
});

test("adds only the note if the contact does not count as a reply", async () => {
  const ref = await records.evaluation(waiting);
  await noteContact(ref, { operator, now }, false);
  expect(await records.readRow(ref)).toMatchObject({ ...waiting, revision: 1 });
  expect(await records.listEvents(ref)).toMatchObject([note(false)]);
});

test("notes a contact once if it is sent twice within a minute, unless it was undone", async () => {
  const ref = await records.inquiry(waiting);
  const soon = new Date(now.getTime() + 20_000);
  await noteContact(ref, { operator, now });
  await noteContact(ref, { operator, now: soon });
  expect(await records.listEvents(ref)).toMatchObject([note(true), { type: "status" }]);
  await records.undoStatus(ref, { operator, now });
  await noteContact(ref, { operator, now: soon });
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: soon });
});

test("refuses to note a contact on a repeat", async () => {
  const { id: repeat_of } = await records.inquiry();
  const ref = await records.inquiry({ repeat_of });
  await expect(noteContact(ref, { operator, now })).rejects.toMatchObject({ kind: "conflict" });
  expect(await records.listEvents(ref)).toEqual([]);
});
