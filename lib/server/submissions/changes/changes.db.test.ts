import { describe, expect, test } from "vitest";
import type { Change } from "../../../domain/submissions/changes/changes.ts";
import { isClosed, isReplied, type Status, statuses } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { prepareMail } from "../../mail/prepare-mail.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { changeOwner, changeStatus, DeskRecords, hoursAgo, newWord, now } from "../core/desk.fixture.ts";
import { sendReply } from "../reply/send-reply.ts";
import { addNote } from "./add-note.ts";
import { changeSubmissions } from "./change-submissions.ts";
import { separateRepeat } from "./separate-repeat.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
const [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];

const later = (minutes: number) => ({ now: new Date(now.getTime() + minutes * 60_000) });

const paths = statuses.flatMap((from) =>
  statuses.filter((to) => to !== from).map((to, at) => [at % 2 ? "evaluation" : "inquiry", from, to] as const),
);

test.each(paths)("changes the status of a submission of kind %s from %s to %s and back", async (kind, from, to) => {
  const before = {
    status: from,
    replied_at: isReplied(from) ? hoursAgo(3) : null,
    closed_at: isClosed(from) ? hoursAgo(2) : null,
    close_reason: from === "lost" ? "No budget" : null,
  };
  const ref = await records[kind]({ ...before, revision: 4 });
  const reason = to === "lost" ? "Too late" : undefined;
  await changeStatus({ ...ref, status: to, reason }, { operator: ana, now });
  expect(await records.readProgress(ref)).toEqual({
    status: to,
    owner_id: null,
    revision: 5,
    replied_at: before.replied_at ?? (isReplied(to) ? now : null),
    closed_at: isClosed(to) ? now : null,
    close_reason: reason ?? null,
  });
  await records.undoStatus(ref, { ...later(1), operator: beto });
  expect(await records.readProgress(ref)).toEqual({ ...before, owner_id: null, revision: 6 });
  expect(await records.listEvents(ref)).toMatchObject([
    { type: "status", at: now, actor: "Ana", operator_id: ana.id, details: { from, to, ...(reason && { reason }) } },
    { type: "status", at: later(1).now, actor: "Beto", details: { from: to, to: from, isUndo: true } },
  ]);
});

test("keeps the verdict when the status changes", async () => {
  const ref = await records.evaluation({ route: "redirect", score: 3 });
  const before = await records.readRow(ref);
  await changeStatus({ ...ref, status: "booked" }, { operator: ana, now });
  expect(await records.readRow(ref)).toEqual({ ...before, status: "booked", revision: 1, replied_at: now });
});

describe("owner of a submission", () => {
  test("records each change of owner with the owners' names", async () => {
    const ref = await records.evaluation();
    await changeOwner({ ...ref, owner: ana.id }, { operator: ana, now });
    await changeOwner({ ...ref, owner: beto.id }, { operator: ana, now });
    expect(await records.readProgress(ref)).toMatchObject({ owner_id: beto.id, revision: 2, status: "new" });
    await changeOwner({ ...ref, owner: null }, { operator: beto, now });
    expect(await records.readProgress(ref)).toMatchObject({ owner_id: null, revision: 3 });
    const [toAna, toBeto] = [
      { id: ana.id, name: "Ana" },
      { id: beto.id, name: "Beto" },
    ];
    expect((await records.listEvents(ref)).map(({ type, details }) => [type, details])).toEqual([
      ["owner", { from: null, to: toAna }],
      ["owner", { from: toAna, to: toBeto }],
      ["owner", { from: toBeto, to: null }],
    ]);
  });

  test("refuses a change to the current owner", async () => {
    const ref = await records.inquiry({ owner_id: ana.id, revision: 7 });
    const change: Change = { type: "owner", items: [{ ...ref, from: null }], owner: ana.id };
    const { refused } = await changeSubmissions(change, { operator: beto, now });
    expect(refused).toEqual([{ ...ref, reason: "unchanged", by: null }]);
    expect([await records.readProgress(ref), await records.listEvents(ref)]).toMatchObject([{ revision: 7 }, []]);
  });
});

test("changes the reason of a closed submission without changing when it was closed", async () => {
  const ref = await records.evaluation();
  await changeStatus({ ...ref, status: "lost", reason: "No budget" }, { operator: ana, now });
  const change: Change = { type: "status", items: [{ ...ref, from: "lost" }], status: "lost", reason: "No reply" };
  const later = new Date(now.getTime() + 60_000);
  expect((await changeSubmissions(change, { operator: ana, now: later })).done).toHaveLength(1);
  expect(await records.readRow(ref)).toMatchObject({ status: "lost", close_reason: "No reply", closed_at: now });
  expect((await changeSubmissions(change, { operator: ana, now: later })).refused).toMatchObject([
    { reason: "unchanged" },
  ]);
});

test("ignores a reason with a status that has none", async () => {
  const ref = await records.evaluation({ status: "in_review" });
  const change: Change = { type: "status", items: [{ ...ref, from: "in_review" }], status: "in_review", reason: "x" };
  expect((await changeSubmissions(change, { operator: ana, now })).refused).toMatchObject([{ reason: "unchanged" }]);
});

test("blocks the sender of a submission that is spam already", async () => {
  const ref = await records.inquiry({ status: "spam" });
  const change: Change = { type: "status", items: [{ ...ref, from: "spam" }], status: "spam", block: "address" };
  const outcomes = [
    await changeSubmissions(change, { operator: ana, now }),
    await changeSubmissions(change, { operator: ana, now }),
  ];
  expect(outcomes.map(({ done, refused }) => [done.length, refused.length])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test("stores the text of a note unchanged", async () => {
  const ref = await records.evaluation({ revision: 3 });
  const text = `It's "so"; DROP TABLE leads; -- ${"🎁".repeat(300)}\n\\`;
  await addNote({ ...ref, text }, { operator: ana, now });
  expect(await records.readProgress(ref)).toMatchObject({ revision: 4 });
  const note = { type: "note", at: now, actor: "Ana", operator_id: ana.id, details: { text } };
  expect(await records.listEvents(ref)).toEqual([note]);
});

describe("form sent twice", () => {
  test.each([{ status: "contacted" }, { status: "lost", reason: "No budget" }] as const)(
    "changes the status once when the form is sent twice: %j",
    async (to) => {
      const ref = await records.evaluation();
      const change: Change = { type: "status", items: [{ ...ref, from: "new" }], ...to };
      const both = await Promise.all([1, 2].map(() => changeSubmissions(change, { operator: ana, now })));
      expect(both.flatMap(({ done }) => done)).toHaveLength(1);
      expect(both.flatMap(({ refused }) => refused)).toEqual([{ ...ref, reason: "unchanged", by: null }]);
      expect(await records.listEvents(ref)).toHaveLength(1);
    },
  );

  test("adds a note once if it is sent twice within a minute", async () => {
    const ref = await records.inquiry();
    const note = { ...ref, text: "Called." };
    await Promise.all([addNote(note, { operator: ana, now }), addNote(note, { operator: ana, now })]);
    expect(await records.listEvents(ref)).toHaveLength(1);
    await addNote(note, { operator: ana, now: new Date(now.getTime() + 59_999) });
    expect(await records.readProgress(ref)).toMatchObject({ revision: 1 });
    await addNote(note, { operator: ana, now: new Date(now.getTime() + 60_000) });
    await addNote(note, { operator: beto, now: new Date(now.getTime() + 60_000) });
    expect(await records.listEvents(ref)).toHaveLength(3);
  });
});

describe("two operators on one row", () => {
  const lose = (ref: SubmissionRef, from: Status, operator = beto) =>
    changeSubmissions(
      { type: "status", items: [{ ...ref, from }], status: "lost", reason: "No budget" },
      { operator, now },
    );
  const conflictBy = (ref: SubmissionRef, by: string) => ({ done: [], refused: [{ ...ref, reason: "conflict", by }] });

  test("refuses to overwrite a field that another operator has changed meanwhile", async () => {
    const ref = await records.evaluation();
    await changeStatus({ ...ref, status: "in_review" }, { operator: ana, now });
    await changeOwner({ ...ref, owner: beto.id }, { operator: beto, now });
    expect(await lose(ref, "new")).toEqual(conflictBy(ref, "Ana"));
    const take: Change = { type: "owner", items: [{ ...ref, from: null }], owner: ana.id };
    expect(await changeSubmissions(take, { operator: ana, now })).toEqual(conflictBy(ref, "Beto"));
    const until = hoursAgo(-24);
    const snooze = { type: "snooze" as const, items: [{ ...ref, from: null }], until };
    await changeSubmissions(snooze, { operator: ana, now });
    expect(await changeSubmissions({ ...snooze, until: hoursAgo(-48) }, { operator: beto, now })).toEqual(
      conflictBy(ref, "Ana"),
    );
    expect(await records.readRow(ref)).toMatchObject({
      status: "in_review",
      owner_id: beto.id,
      snoozed_until: until,
      revision: 3,
    });
    expect(await records.listEvents(ref)).toHaveLength(3);
  });

  test("accepts a change if others only changed another field meanwhile", async () => {
    const ref = await records.evaluation();
    await addNote({ ...ref, text: "Mine" }, { operator: ana, now });
    await changeOwner({ ...ref, owner: ana.id }, { operator: ana, now });
    await changeStatus({ ...ref, status: "in_review" }, { operator: ana, now });
    await records.undoStatus(ref, { operator: ana, now });
    expect((await lose(ref, "new")).done).toHaveLength(1);
    expect(await records.readProgress(ref)).toMatchObject({ status: "lost", owner_id: ana.id, revision: 5 });
  });

  test("refuses to set a status that another operator has just set with a different reason", async () => {
    const ref = await records.evaluation();
    await changeStatus({ ...ref, status: "lost", reason: "Too late" }, { operator: ana, now });
    expect(await lose(ref, "new")).toEqual(conflictBy(ref, "Ana"));
    expect(await records.readProgress(ref)).toMatchObject({ close_reason: "Too late" });
  });

  test("stores exactly one of several simultaneous changes of one field", async () => {
    const ref = await records.inquiry();
    const chosen = ["in_review", "contacted", "booked", "won", "spam"] as const;
    const changes = [
      ...chosen.map((status): Change => ({ type: "status", items: [{ ...ref, from: "new" }], status })),
      ...[ana, beto].map(({ id }): Change => ({ type: "owner", items: [{ ...ref, from: null }], owner: id })),
    ];
    const results = await Promise.all(changes.map((change) => changeSubmissions(change, { operator: ana, now })));
    expect(results.flatMap(({ done }) => done)).toHaveLength(2);
    expect(results.flatMap(({ refused }) => refused)).toEqual(
      Array.from({ length: 5 }, () => ({ ...ref, reason: "conflict", by: "Ana" })),
    );
    const types = (await records.listEvents(ref)).map(({ type }) => type);
    expect(types.toSorted()).toEqual(["owner", "status"]);
    expect(await records.readProgress(ref)).toMatchObject({ revision: 2 });
  });
});

test.each(["evaluation", "inquiry"] as const)(
  "refuses changes of a repeat of kind %s until it is separated",
  async (kind) => {
    const first = await records[kind]();
    const ref = await records[kind]({ repeat_of: first.id, revision: 1 });
    const changes: Change[] = [
      { type: "owner", items: [{ ...ref, from: null }], owner: ana.id },
      { type: "status", items: [{ ...ref, from: "new" }], status: "in_review" },
    ];
    const messages = [
      () => addNote({ ...ref, text: "A note" }, { operator: ana, now }),
      () => sendReply({ ...ref, text: "Good morning." }, { operator: ana, now }),
    ];
    const before = await records.readRow(ref);
    const reference = `${kind === "evaluation" ? "E" : "Q"}-${first.id}`;
    const conflict = { kind: "conflict", message: expect.stringMatching(`belongs to ${reference}.*separate`) };
    for (const change of changes) {
      const { refused } = await changeSubmissions(change, { operator: ana, now });
      expect(refused).toEqual([{ ...ref, reason: "repeat", by: null }]);
    }
    for (const message of messages) {
      await expect(message()).rejects.toMatchObject(conflict);
    }
    expect([await records.readRow(ref), await records.listEvents(ref)]).toEqual([before, []]);
    await separateRepeat(ref, { operator: ana, now });
    for (const change of changes) {
      expect((await changeSubmissions(change, { operator: ana, now })).done).toHaveLength(1);
    }
    for (const message of messages) await message();
    expect(await records.readProgress(ref)).toMatchObject({ status: "contacted", owner_id: ana.id, revision: 6 });
  },
);

test.each(["evaluation", "inquiry"] as const)("reports a missing submission of kind %s as not found", async (kind) => {
  const message = { kind, id: 2_147_483_647, text: "Hello" };
  for (const send of [addNote, sendReply]) {
    await expect(send(message, { operator: ana, now })).rejects.toMatchObject({ kind: "not_found" });
  }
});

test("notifies each operator mentioned in a note once, but not its author", async () => {
  const word = newWord();
  const [ana, berta, gone] = [
    await records.operator({ name: `Ana ${word}` }),
    await records.operator({ name: `Berta ${word}` }),
    await records.operator({ name: `Gone ${word}`, disabled_at: now }),
  ];
  const ref = await records.inquiry();
  const text = `@${berta.name} @${berta.name} @${gone.name} @${ana.name}: please call.`;
  const note = { ...ref, text };
  await Promise.all([addNote(note, { operator: ana, now }), addNote(note, { operator: ana, now })]);
  const [event] = await records.listEvents(ref);
  expect(event).toMatchObject({ type: "note", details: { text, mentions: [{ id: berta.id, name: berta.name }] } });
  const queued = await mails.listFor(ref);
  expect(queued).toMatchObject([{ mail: "mention", operator_id: berta.id, event_id: expect.any(String) }]);
  const [{ id = "", event_id = null } = {}] = queued;
  const prepare = () => {
    const job = { mail: "mention", ...ref, event: event_id ?? "", operator: berta.id } as const;
    return prepareMail(job, id, now);
  };
  expect(await prepare()).toMatchObject({
    to: [{ operator: berta.id, address: berta.email }],
    isAutomatic: true,
    content: { language: "en", subject: `${ana.name} mentioned you: Inquiry Q-${ref.id}` },
  });
  await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [berta.id]);
  expect(await prepare()).toEqual({});
});
