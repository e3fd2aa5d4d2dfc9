import { beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { isClosed, isReplied, type Status, statuses } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { addNote } from "./add-note.ts";
import { changeOwner } from "./change-owner.ts";
import { changeStatus } from "./change-status.ts";
import { DeskRecords, hoursAgo, newWord, now } from "./desk.fixture.ts";
import { sendReply } from "./send-reply.ts";
import { separateRepeat } from "./separate-repeat.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let ana: Operator;
let beto: Operator;
beforeAll(async () => {
  [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];
});

const readProgress = (ref: SubmissionRef) => records.readProgress(ref);

const later = (minutes: number) => ({ now: new Date(now.getTime() + minutes * 60_000) });

const conflict = (message: RegExp) =>
  expect.objectContaining({ kind: "conflict", message: expect.stringMatching(message) });

const paths = statuses.flatMap((from) =>
  statuses.filter((to) => to !== from).map((to): [Status, Status] => [from, to]),
);

describe.each(["evaluation", "inquiry"] as const)("the status of a submission of kind %s", (kind) => {
  test.each(paths)("changes from %s to %s and back, and each change is recorded", async (from, to) => {
    const before = {
      status: from,
      replied_at: isReplied(from) ? hoursAgo(3) : null,
      closed_at: isClosed(from) ? hoursAgo(2) : null,
      close_reason: from === "lost" ? "No budget" : null,
    };
    const ref = await records[kind]({ ...before, revision: 4 });
    const reason = to === "lost" ? "Too late" : undefined;
    expect(await changeStatus({ ...ref, revision: 4, status: to, reason }, { operator: ana, now })).toEqual({
      revision: 5,
      event: expect.any(String),
    });
    expect(await readProgress(ref)).toEqual({
      status: to,
      owner_id: null,
      revision: 5,
      replied_at: before.replied_at ?? (isReplied(to) ? now : null),
      closed_at: isClosed(to) ? now : null,
      close_reason: reason ?? null,
    });
    expect(await records.undoStatus(ref, { ...later(1), operator: beto })).toMatchObject({ revision: 6 });
    expect(await readProgress(ref)).toEqual({ ...before, owner_id: null, revision: 6 });
    expect(await records.listEvents(ref)).toMatchObject([
      { type: "status", at: now, actor: "Ana", operator_id: ana.id, details: { from, to, ...(reason && { reason }) } },
      { type: "status", at: later(1).now, actor: "Beto", details: { from: to, to: from, isUndo: true } },
    ]);
  });
});

describe("a change of status", () => {
  test("keeps the time of the first reply, whatever follows", async () => {
    const ref = await records.evaluation();
    await changeStatus({ ...ref, revision: 0, status: "contacted" }, { operator: ana, now });
    await changeStatus({ ...ref, revision: 1, status: "new" }, { ...later(1), operator: ana });
    await changeStatus({ ...ref, revision: 2, status: "booked" }, { ...later(2), operator: ana });
    expect(await readProgress(ref)).toMatchObject({ status: "booked", revision: 3, replied_at: now });
  });

  test("keeps a reason only if the status takes one", async () => {
    const ref = await records.evaluation();
    await changeStatus({ ...ref, revision: 0, status: "won", reason: "The demo" }, { operator: ana, now });
    expect(await readProgress(ref)).toMatchObject({ close_reason: "The demo", closed_at: now });
    await changeStatus({ ...ref, revision: 1, status: "spam", reason: "The demo" }, { ...later(1), operator: ana });
    expect(await readProgress(ref)).toMatchObject({ close_reason: null, closed_at: later(1).now });
  });

  test("to the present status is refused and not recorded", async () => {
    const ref = await records.evaluation();
    const change = changeStatus({ ...ref, revision: 0, status: "new" }, { operator: ana, now });
    await expect(change).rejects.toMatchObject({ kind: "invalid_input" });
    expect([await readProgress(ref), await records.listEvents(ref)]).toMatchObject([{ revision: 0 }, []]);
  });

  test("does not change the verdict", async () => {
    const ref = await records.evaluation({ route: "redirect", score: 3 });
    const before = await records.readRow(ref);
    await changeStatus({ ...ref, revision: 0, status: "booked" }, { operator: ana, now });
    expect(await records.readRow(ref)).toEqual({ ...before, status: "booked", revision: 1, replied_at: now });
  });
});

describe("an owner", () => {
  test("is assigned, changed and removed, and each change is recorded by name", async () => {
    const ref = await records.evaluation();
    expect(await changeOwner({ ...ref, revision: 0, owner: "me" }, { operator: ana, now })).toMatchObject({
      revision: 1,
    });
    expect(await changeOwner({ ...ref, revision: 1, owner: beto.id }, { operator: ana, now })).toMatchObject({
      revision: 2,
    });
    expect(await readProgress(ref)).toMatchObject({ owner_id: beto.id, revision: 2, status: "new" });
    await changeOwner({ ...ref, revision: 2, owner: "none" }, { operator: beto, now });
    expect(await readProgress(ref)).toMatchObject({ owner_id: null, revision: 3 });
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

  test("who owns the submission already can be assigned without a record", async () => {
    const ref = await records.inquiry({ owner_id: ana.id, revision: 7 });
    expect(await changeOwner({ ...ref, revision: 7, owner: "me" }, { operator: ana, now })).toEqual({
      revision: 7,
      event: null,
    });
    expect([await readProgress(ref), await records.listEvents(ref)]).toMatchObject([{ revision: 7 }, []]);
  });

  test("must be an active operator", async () => {
    const ref = await records.evaluation();
    const gone = await records.operator({ disabled_at: now });
    for (const owner of [newWord(), gone.id]) {
      const change = changeOwner({ ...ref, revision: 0, owner }, { operator: ana, now });
      await expect(change).rejects.toMatchObject({ kind: "invalid_input" });
    }
    expect(await readProgress(ref)).toMatchObject({ owner_id: null, revision: 0 });
  });
});

test("a note is stored literally, however old the revision", async () => {
  const ref = await records.evaluation({ revision: 3 });
  const text = `It's "so"; DROP TABLE leads; -- ${"🎁".repeat(300)}\n\\`;
  expect(await addNote({ ...ref, text }, { operator: ana, now })).toEqual({ revision: 4 });
  const note = { type: "note", at: now, actor: "Ana", operator_id: ana.id, details: { text } };
  expect(await records.listEvents(ref)).toEqual([note]);
});

describe("a form that is sent twice", () => {
  test("changes the status once, and both requests succeed", async () => {
    const ref = await records.evaluation({ revision: 2 });
    const change = { ...ref, revision: 2, status: "contacted" as const };
    const both = await Promise.all([
      changeStatus(change, { operator: ana, now }),
      changeStatus(change, { operator: ana, now }),
    ]);
    const done = { revision: 3, event: expect.any(String) };
    expect(both).toEqual([done, done]);
    expect(both[0].event).toBe(both[1].event);
    expect(await records.listEvents(ref)).toHaveLength(1);
    await expect(changeStatus(change, { operator: beto, now })).rejects.toEqual(conflict(/Ana/));
    await records.undoStatus(ref, { operator: ana, now });
    await expect(changeStatus(change, { operator: ana, now })).rejects.toEqual(conflict(/you/));
  });

  test("adds one note; the same text later or by another operator is another note", async () => {
    const ref = await records.inquiry();
    const note = { ...ref, text: "Called." };
    await Promise.all([addNote(note, { operator: ana, now }), addNote(note, { operator: ana, now })]);
    expect(await records.listEvents(ref)).toHaveLength(1);
    expect(await addNote(note, { operator: ana, now: new Date(now.getTime() + 9_999) })).toEqual({ revision: 1 });
    await addNote(note, { operator: ana, now: new Date(now.getTime() + 10_000) });
    await addNote(note, { operator: beto, now: new Date(now.getTime() + 10_000) });
    expect(await records.listEvents(ref)).toHaveLength(3);
  });
});

describe("two operators on one row", () => {
  test("the second gets a conflict that names who changed what, and overwrites nothing", async () => {
    const ref = await records.evaluation();
    const change = { ...ref, revision: 0, status: "lost", reason: "No budget" } as const;
    const expectConflict = (message: RegExp) =>
      expect(changeStatus(change, { operator: beto, now })).rejects.toEqual(conflict(message));
    await changeStatus({ ...ref, revision: 0, status: "in_review" }, { operator: ana, now });
    await expectConflict(/Ana changed the status from new to in review/);
    await changeOwner({ ...ref, revision: 1, owner: "me" }, { operator: ana, now });
    await expectConflict(/Ana changed the owner from nobody to Ana/);
    await records.undoStatus(ref, { operator: ana, now });
    await expectConflict(/Ana took the last change back, the status from in review to new/);
    await addNote({ ...ref, text: "Mine" }, { operator: beto, now });
    await expectConflict(/you added a note/);
    await expect(changeOwner({ ...ref, revision: 3, owner: "me" }, { operator: beto, now })).rejects.toEqual(
      conflict(/./),
    );
    expect(await readProgress(ref)).toMatchObject({ status: "new", owner_id: ana.id, revision: 4 });
    expect(await records.listEvents(ref)).toHaveLength(4);
  });

  test("at the same time exactly one succeeds", async () => {
    const ref = await records.inquiry();
    const chosen = ["in_review", "contacted", "booked", "won", "spam"] as const;
    const changes = [ana, beto].flatMap((by) => [
      changeOwner({ ...ref, revision: 0, owner: "me" }, { operator: by, now }),
      ...chosen.map((status) => changeStatus({ ...ref, revision: 0, status }, { operator: by, now })),
    ]);
    const results = await Promise.allSettled(changes);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.kind] : []));
    expect(refused).toEqual(Array.from({ length: 11 }, () => "conflict"));
    expect(await readProgress(ref)).toMatchObject({ revision: 1 });
    expect(await records.listEvents(ref)).toHaveLength(1);
  });
});

test.each(["evaluation", "inquiry"] as const)(
  "a repeat of kind %s takes no change until it is separated",
  async (kind) => {
    const first = await records[kind]();
    const ref = await records[kind]({ repeat_of: first.id, revision: 1 });
    const changes = [
      (revision: number) => changeOwner({ ...ref, revision, owner: "me" }, { operator: ana, now }),
      (revision: number) => changeStatus({ ...ref, revision, status: "in_review" }, { operator: ana, now }),
      (revision: number) => addNote({ ...ref, text: `Note ${revision}` }, { operator: ana, now }),
      () => sendReply({ ...ref, text: "Good morning." }, { operator: ana, now }),
    ];
    const before = await records.readRow(ref);
    const reference = `${kind === "evaluation" ? "E" : "Q"}-${first.id}`;
    for (const change of changes) {
      for (const revision of [0, 1]) {
        await expect(change(revision)).rejects.toEqual(conflict(new RegExp(`belongs to ${reference}.*separate`)));
      }
    }
    expect([await records.readRow(ref), await records.listEvents(ref)]).toEqual([before, []]);
    await separateRepeat({ ...ref, revision: 1 }, { operator: ana, now });
    for (const [at, change] of changes.entries()) expect(await change(2 + at)).toMatchObject({ revision: 3 + at });
  },
);

test("a missing submission is not found", async () => {
  for (const kind of ["evaluation", "inquiry"] as const) {
    const seen = { kind, id: 2_147_483_647, revision: 0 };
    const changes = [
      () => changeStatus({ ...seen, status: "won" }, { operator: ana, now }),
      () => changeOwner({ ...seen, owner: "me" }, { operator: ana, now }),
      () => addNote({ ...seen, text: "Hello" }, { operator: ana, now }),
    ];
    for (const change of changes) await expect(change()).rejects.toMatchObject({ kind: "not_found" });
  }
});
