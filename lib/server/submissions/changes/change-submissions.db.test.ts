import { describe, expect, test } from "vitest";
import type { Change } from "../../../domain/submissions/changes/changes.ts";
import type { Status } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import {
  changedAll,
  changeOwner,
  changeStatus,
  DeskRecords,
  hoursAgo,
  newWord,
  now,
  readExport,
  toItems,
} from "../core/desk.fixture.ts";
import { exportSelection } from "../inbox/export-submissions.ts";
import { addNote } from "./add-note.ts";
import { changeSubmissions } from "./change-submissions.ts";
import { undoChanges } from "./undo-changes.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];

const lose = { type: "status", status: "lost", reason: "No budget" } as const;
const newPair = async () => [await records.evaluation(), await records.inquiry()];
const withoutId = (events: Awaited<ReturnType<typeof records.listEvents>>) =>
  events.map(({ type, at, actor, operator_id, details }) => ({ type, at, actor, operator_id, details }));

describe("bulk change", () => {
  test.each<[string, (refs: SubmissionRef[]) => Change]>([
    ["status", (refs) => ({ type: "status", status: "contacted", items: toItems(refs, "new") })],
    ["status with a reason", (refs) => ({ ...lose, items: toItems(refs, "new") })],
    ["owner", (refs) => ({ type: "owner", owner: ana.id, items: toItems(refs, null) })],
  ])("stores the same rows for a bulk change of %s as for single changes", async (_name, toChange) => {
    const [many, single] = [await newPair(), await newPair()];
    const result = await changeSubmissions(toChange(many), { operator: ana, now });
    expect(result).toEqual({ done: changedAll(many), refused: [] });
    for (const ref of single) await changeSubmissions(toChange([ref]), { operator: ana, now });
    expect(await records.readAllProgress(many)).toEqual(await records.readAllProgress(single));
    for (const [at, ref] of many.entries()) {
      const other = single[at] as SubmissionRef;
      expect(withoutId(await records.listEvents(ref))).toEqual(withoutId(await records.listEvents(other)));
    }
  });

  test("refuses only those submissions of a bulk change that cannot change", async () => {
    const [open, taken, done] = [
      await records.inquiry(),
      await records.inquiry(),
      await records.inquiry({ status: "spam" }),
    ];
    const repeat = await records.inquiry({ repeat_of: open.id });
    const missing = { kind: "inquiry", id: 2_147_483_000 } as const;
    await changeStatus({ ...taken, status: "in_review" }, { operator: beto, now });
    await changeOwner({ ...open, owner: beto.id }, { operator: beto, now });
    const items = toItems([open, taken, done, repeat, missing], "new" as const);
    const change = { type: "status", status: "spam", items } as const;
    const { done: changed, refused } = await changeSubmissions(change, { operator: ana, now });
    expect(changed).toEqual(changedAll([open]));
    expect(refused).toEqual(
      expect.arrayContaining([
        { ...taken, reason: "conflict", by: "Beto" },
        { ...done, reason: "unchanged", by: null },
        { ...repeat, reason: "repeat", by: null },
        { ...missing, reason: "not_found", by: null },
      ]),
    );
    expect(refused).toHaveLength(4);
    expect(await records.readRow(taken)).toMatchObject({ status: "in_review" });
    expect(await records.readRow(open)).toMatchObject({ status: "spam", owner_id: beto.id });
  });

  test("changes a submission once if it is listed twice", async () => {
    const ref = await records.inquiry();
    const { done } = await changeSubmissions({ ...lose, items: toItems([ref, ref], "new") }, { operator: ana, now });
    expect(done).toEqual(changedAll([ref]));
    expect(await records.listEvents(ref)).toHaveLength(1);
  });

  test("assigns submissions only to active operators", async () => {
    const ref = await records.inquiry();
    const gone = await records.operator({ disabled_at: now });
    for (const owner of [gone.id, "nobody-of-this-id"]) {
      const change = { type: "owner", owner, items: toItems([ref], null) } as const;
      const given = changeSubmissions(change, { operator: ana, now });
      await expect(given).rejects.toMatchObject({ kind: "invalid_input" });
    }
    expect(await records.listEvents(ref)).toEqual([]);
  });

  test("changes each of 60 submissions once when two operators change them at the same time", async () => {
    const refs: SubmissionRef[] = [];
    while (refs.length < 60) refs.push(await records.inquiry());
    const [one, other] = await Promise.all([
      changeSubmissions({ ...lose, items: toItems(refs, "new") }, { operator: ana, now }),
      changeSubmissions(
        { type: "status", status: "won", items: toItems(refs.toReversed(), "new") },
        { operator: beto, now },
      ),
    ]);
    expect(one.done.length + other.done.length).toBe(60);
    expect([...one.refused, ...other.refused].every(({ reason }) => reason === "conflict")).toBe(true);
    for (const ref of refs) expect(await records.listEvents(ref)).toHaveLength(1);
  });
});

test("exports the selected submissions without withdrawn ones, and audits the export", async () => {
  const operator = await records.operator();
  const company = newWord();
  const owned = await records.evaluation({ company, owner_id: ana.id });
  const [inquiry, withdrawn] = [await records.inquiry(), await records.inquiry({ consent_withdrawn_at: now })];
  const refs = [owned, inquiry, withdrawn, { kind: "inquiry", id: 2_147_483_000 } as const];
  const rows = await readExport(exportSelection({ refs }, { operator, now }));
  expect(rows.map(({ kind, id }) => ({ kind, id: Number(id) }))).toEqual(expect.arrayContaining([owned, inquiry]));
  expect(rows).toHaveLength(2);
  expect(rows.find(({ kind }) => kind === "evaluation")).toMatchObject({ company, owner: "Ana" });
  const details = { filters: "selection", count: 4 };
  const entry = { at: now, actor: operator.email, action: "submissions_exported", details };
  expect(await records.listAudit(operator)).toEqual([entry]);
});

describe("undo of a change", () => {
  const undo = (ref: SubmissionRef, event: string | null, operator = ana) =>
    undoChanges({ changes: [{ kind: ref.kind, id: ref.id, event: event ?? "" }] }, { operator, now });
  const setStatus = (ref: SubmissionRef, status: Status, operator = ana) =>
    changeStatus({ ...ref, status }, { operator, now });
  const setOwner = (ref: SubmissionRef, owner: string, operator = ana) =>
    changeOwner({ ...ref, owner }, { operator, now });
  const refusedFor = (ref: SubmissionRef, reason: string, by: string | null = null) => ({
    done: [],
    refused: [{ kind: ref.kind, id: ref.id, reason, by }],
  });

  test("undoes the given change even if other fields have changed since", async () => {
    const ref = await records.evaluation();
    const lost = await changeStatus({ ...ref, status: "lost", reason: "No" }, { operator: ana, now });
    await addNote({ ...ref, text: "Really?" }, { operator: beto, now });
    const owned = await setOwner(ref, beto.id, beto);
    expect((await undo(ref, lost.event, beto)).done).toEqual([{ ...ref, event: expect.any(String) }]);
    expect(await records.readProgress(ref)).toMatchObject({
      status: "new",
      owner_id: beto.id,
      revision: 4,
      close_reason: null,
    });
    await undo(ref, owned.event);
    expect(await records.readProgress(ref)).toMatchObject({ status: "new", owner_id: null, revision: 5 });
  });

  test("undoes changes of a field from the newest to the oldest", async () => {
    const ref = await records.inquiry();
    const first = await setStatus(ref, "in_review");
    const second = await setStatus(ref, "contacted");
    await undo(ref, second.event);
    const third = await setStatus(ref, "booked");
    expect(await undo(ref, first.event)).toEqual(refusedFor(ref, "conflict", "Ana"));
    for (const [{ event }, status] of [
      [third, "in_review"],
      [first, "new"],
    ] as const) {
      await undo(ref, event);
      expect(await records.readProgress(ref)).toMatchObject({ status });
    }
    const [one, other] = [await setOwner(ref, ana.id), await setOwner(ref, beto.id)];
    await undo(ref, other.event);
    expect(await records.readProgress(ref)).toMatchObject({ owner_id: ana.id });
    await undo(ref, one.event);
    expect(await records.readProgress(ref)).toMatchObject({ owner_id: null });
  });

  test("refuses to undo an undone change, an undo or an older change", async () => {
    const ref = await records.inquiry();
    const { event } = await setStatus(ref, "spam");
    const { done } = await undo(ref, event);
    expect(await undo(ref, event)).toEqual(refusedFor(ref, "unchanged"));
    expect(await undo(ref, done[0]?.event ?? null)).toEqual(refusedFor(ref, "unchanged"));
    const again = await setStatus(ref, "spam");
    expect(await undo(ref, event)).toEqual(refusedFor(ref, "unchanged"));
    await setStatus(ref, "in_review", beto);
    expect(await undo(ref, again.event)).toEqual(refusedFor(ref, "conflict", "Beto"));
    expect(await records.readProgress(ref)).toMatchObject({ status: "in_review", revision: 4 });
  });

  test("refuses to undo another submission's change or a note", async () => {
    const [ref, other] = [await records.inquiry(), await records.inquiry()];
    const { event } = await setStatus(other, "spam");
    await addNote({ ...ref, text: "Called." }, { operator: ana, now });
    const { rows } = await records.client.query("SELECT id FROM submission_events WHERE submission_id = $1", [ref.id]);
    for (const each of [event, rows[0].id, "999999999999999999"]) {
      expect(await undo(ref, each)).toEqual(refusedFor(ref, "unchanged"));
    }
    expect(await records.readProgress(other)).toMatchObject({ status: "spam" });
  });

  test("refuses to undo a change of status once the person has written", async () => {
    const ref = await records.inquiry();
    const [status, owner] = [await setStatus(ref, "spam"), await setOwner(ref, ana.id)];
    const write = (type: string) => records.event(ref, "inbound", { inbound: "1", type }, "The person");
    await write("auto_reply");
    const { done } = await undo(ref, status.event);
    expect(done).toHaveLength(1);
    const again = await setStatus(ref, "spam");
    await write("message");
    expect(await undo(ref, again.event)).toEqual(refusedFor(ref, "conflict", "The person"));
    expect((await undo(ref, owner.event)).done).toHaveLength(1);
  });

  test("refuses to return to booked once the booking is cancelled", async () => {
    const ref = await records.evaluation({ status: "booked", replied_at: now });
    const [status, owner] = [await setStatus(ref, "won"), await setOwner(ref, ana.id)];
    await records.event(ref, "booking", { change: "cancelled", startAt: now.toISOString() }, "The service");
    expect(await undo(ref, status.event)).toEqual(refusedFor(ref, "conflict", "The service"));
    expect((await undo(ref, owner.event)).done).toHaveLength(1);
    const later = await setStatus(ref, "spam");
    expect((await undo(ref, later.event)).done).toHaveLength(1);
  });

  test("undoes a change once when two operators undo it at the same time", async () => {
    const ref = await records.inquiry();
    const { event } = await setStatus(ref, "spam");
    const both = await Promise.all([undo(ref, event), undo(ref, event, beto)]);
    expect(both.map(({ done }) => done.length).sort()).toEqual([0, 1]);
    expect(await records.readProgress(ref)).toMatchObject({ status: "new", revision: 2 });
  });
});

describe("undo of a bulk change", () => {
  test("restores each submission's previous status with its reason and times", async () => {
    const refs = [
      await records.evaluation({ status: "contacted", replied_at: hoursAgo(3) }),
      await records.inquiry({ status: "won", closed_at: hoursAgo(2), close_reason: "Signed", replied_at: hoursAgo(4) }),
      await records.inquiry(),
    ];
    const before = await records.readAllProgress(refs);
    const items = refs.map((ref, at) => ({ ...ref, from: (["contacted", "won", "new"] as const)[at] ?? "new" }));
    const { done } = await changeSubmissions({ ...lose, items }, { operator: ana, now });
    const undone = await undoChanges({ changes: done }, { operator: ana, now });
    expect(undone).toEqual({ done: changedAll(refs), refused: [] });
    expect(await records.readAllProgress(refs)).toEqual(before.map((row) => ({ ...row, revision: 2 })));
  });

  test("plans the deadline mails of all restored submissions again in a single statement", async () => {
    const refs: SubmissionRef[] = [];
    const clock = { created_at: hoursAgo(1), clock_mail_at: hoursAgo(-35) };
    while (refs.length < 20) refs.push(await records.inquiry(clock));
    const { done } = await changeSubmissions({ ...lose, items: toItems(refs, "new") }, { operator: ana, now });
    expect((await undoChanges({ changes: done }, { operator: ana, now })).done).toHaveLength(20);
    const { rows } = await records.client.query(
      `SELECT count(*)::int AS count, min(cmin::text) = max(cmin::text) AS "isOne" FROM submissions
       WHERE kind = 'inquiry' AND id = ANY ($1) AND clock_mail_at = $2 AND replied_at IS NULL AND closed_at IS NULL`,
      [refs.map(({ id }) => id), clock.clock_mail_at],
    );
    expect(rows).toEqual([{ count: 20, isOne: true }]);
  });

  test("returns each submission to its previous owner unless they are disabled", async () => {
    const leaver = await records.operator({ name: "Leaver" });
    const refs = [
      await records.inquiry({ owner_id: beto.id }),
      await records.inquiry(),
      await records.inquiry({ owner_id: leaver.id }),
    ];
    const items = refs.map((ref, at) => ({ ...ref, from: [beto.id, null, leaver.id][at] ?? null }));
    const { done } = await changeSubmissions({ type: "owner", owner: ana.id, items }, { operator: ana, now });
    await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [leaver.id]);
    const { refused } = await undoChanges({ changes: done }, { operator: ana, now });
    expect(refused).toEqual([{ ...refs[2], reason: "owner_gone", by: null }]);
    expect((await records.readAllProgress(refs)).map(({ owner_id }) => owner_id)).toEqual([beto.id, null, ana.id]);
    const { rows } = await records.client.query(
      "SELECT submission_id AS id FROM mails WHERE mail = 'assignment' AND operator_id = $1 AND submission_id = ANY ($2)",
      [beto.id, refs.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ id: refs[0]?.id }]);
  });
});
