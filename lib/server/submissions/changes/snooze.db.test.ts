import { describe, expect, test } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { inDeskTransaction } from "../../db.ts";
import { changeStatus, DeskRecords, hoursAgo, newWord, now, toItems } from "../core/desk.fixture.ts";
import { lockRow } from "../core/locked-row.ts";
import { listSubmissions } from "../inbox/list-submissions.ts";
import { changeSubmissions } from "./change-submissions.ts";
import { wakeSubmission } from "./resume-submission.ts";
import { undoChanges } from "./undo-changes.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator({ name: "Ana" });

const until = hoursAgo(-24);
const afterwards = hoursAgo(-25);
const setSnooze = (ref: SubmissionRef, at: Date | null, from: Date | null = null) =>
  changeSubmissions({ type: "snooze", items: [{ ...ref, from }], until: at }, { operator, now });
/** Filters by owner, not by a search, because a search also finds snoozed submissions. */
const listFound = async (owner: Operator, params: Record<string, string> = {}, at = now, limit?: number) =>
  (await listSubmissions(parseInboxQuery({ owner: owner.id, ...params }), { operator, now: at }, limit)).rows.map(
    ({ kind, id }) => ({ kind, id }),
  );

describe("snoozed submission", () => {
  test("hides a snoozed submission, then shows it on top when it returns", async () => {
    const owner = await records.operator();
    const word = newWord();
    const old = await records.inquiry({ owner_id: owner.id, created_at: hoursAgo(50), text: word });
    const fresh = await records.inquiry({ owner_id: owner.id, created_at: hoursAgo(1) });
    await setSnooze(old, until);
    expect(await listFound(owner)).toEqual([fresh]);
    expect(await listFound(owner, { sort: "due" })).toEqual([fresh]);
    expect(await listFound(owner, { snoozed: "only" })).toEqual([old]);
    expect(await listFound(owner, { snoozed: "all" })).toEqual([fresh, old]);
    expect(await listFound(owner, { q: word })).toEqual([old]);
    expect((await listSubmissions(parseInboxQuery({ owner: owner.id }), { operator, now })).total.count).toBe(1);

    for (const sort of ["newest", "due"]) expect(await listFound(owner, { sort }, afterwards)).toEqual([old, fresh]);
    expect(await listFound(owner, { sort: "oldest" }, afterwards)).toEqual([old, fresh]);
    expect(await listFound(owner, { snoozed: "only" }, afterwards)).toEqual([]);
  });

  test("moves a returned submission off the top once an operator changes it", async () => {
    const owner = await records.operator();
    const [old, fresh] = [
      await records.inquiry({ owner_id: owner.id, created_at: hoursAgo(50), snoozed_until: hoursAgo(1) }),
      await records.inquiry({ owner_id: owner.id }),
    ];
    expect(await listFound(owner)).toEqual([old, fresh]);
    await changeStatus({ ...old, status: "in_review" }, { operator, now });
    expect(await listFound(owner)).toEqual([fresh, old]);
    expect((await records.readRow(old)).snoozed_until).toBeNull();
  });

  test("returns a snoozed submission to the inbox when the person writes", async () => {
    const owner = await records.operator();
    const [old, fresh] = [
      await records.inquiry({ owner_id: owner.id, created_at: hoursAgo(50) }),
      await records.inquiry({ owner_id: owner.id }),
    ];
    await setSnooze(old, until);
    const wake = () => inDeskTransaction(async (tx) => wakeSubmission(tx, await lockRow(tx, old), now));
    await wake();
    await wake();
    expect(await listFound(owner)).toEqual([old, fresh]);
    const from = until.toISOString();
    expect((await records.listEvents(old)).map(({ actor, details }) => ({ actor, details }))).toEqual([
      { actor: "Ana", details: { from: null, until: from } },
      { actor: "The person", details: { from, until: null, reason: "wrote" } },
    ]);
    expect((await records.readRow(old)).revision).toBe(2);
  });

  test("lets an operator end a snooze", async () => {
    const ref = await records.inquiry();
    await setSnooze(ref, until);
    expect(await setSnooze(ref, until)).toMatchObject({ refused: [{ reason: "unchanged" }] });
    expect((await setSnooze(ref, null, until)).done).toHaveLength(1);
    expect(await records.readRow(ref)).toMatchObject({ snoozed_until: null, revision: 2 });
  });

  test("rejects a snooze of a closed submission, or until an impossible time", async () => {
    const refused = { kind: "invalid_input" };
    const [open, closed] = [await records.inquiry(), await records.inquiry({ status: "won" })];
    for (const at of [now, hoursAgo(1), hoursAgo(-24 * 367)])
      await expect(setSnooze(open, at)).rejects.toMatchObject(refused);
    expect(await setSnooze(closed, until)).toMatchObject({ refused: [{ reason: "closed" }] });
  });

  test("snoozes a returned submission again", async () => {
    for (const from of [null, hoursAgo(1)]) {
      const ref = await records.inquiry({ snoozed_until: hoursAgo(1) });
      expect((await setSnooze(ref, until, from)).done).toHaveLength(1);
    }
  });

  test("records the undo of a second snooze as a return", async () => {
    const ref = await records.inquiry({ snoozed_until: hoursAgo(1) });
    const { done } = await setSnooze(ref, until);
    await undoChanges({ changes: done }, { operator, now });
    expect((await records.readRow(ref)).snoozed_until).toEqual(hoursAgo(1));
    expect((await records.listEvents(ref)).at(-1)?.details).toMatchObject({ until: null, isUndo: true });
  });

  test("snoozes submissions in bulk, and ends the snooze of closed ones", async () => {
    const refs = [await records.inquiry(), await records.evaluation()];
    const closed = await records.inquiry({ status: "spam" });
    const snooze = { type: "snooze", until, items: toItems([...refs, closed], null) } as const;
    const { done, refused } = await changeSubmissions(snooze, { operator, now });
    expect(done).toHaveLength(2);
    expect(refused).toEqual([{ ...closed, reason: "closed", by: null }]);
    for (const ref of refs) expect((await records.readRow(ref)).snoozed_until).toEqual(until);
    await undoChanges({ changes: done }, { operator, now });
    for (const ref of refs) expect((await records.readRow(ref)).snoozed_until).toBeNull();
    await changeSubmissions(snooze, { operator, now });
    const items = toItems(refs, "new" as const);
    const closing = await changeSubmissions({ type: "status", status: "spam", items }, { operator, now });
    for (const ref of refs) expect((await records.readRow(ref)).snoozed_until).toBeNull();
    await undoChanges({ changes: closing.done }, { operator, now });
    for (const ref of refs) expect(await records.readRow(ref)).toMatchObject({ status: "new", snoozed_until: until });
  });
});
