import { beforeEach, describe, expect, test } from "vitest";
import type { Operator } from "#lib/domain/access/operator.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { addNote } from "#lib/server/submissions/changes/add-note.ts";
import { changeStatus, DeskRecords, now } from "#lib/server/submissions/core/desk.fixture.ts";
import { type DeskTab, Network, openTab } from "./desk-tab.fixture.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const network = new Network();
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);
let me: Operator;
let tab: DeskTab;
let first: SubmissionRef;
let second: SubmissionRef;

beforeEach(async () => {
  me = await records.operator();
  network.operator = me;
  ({ tab, first, second } = await openTab(records, me));
});

async function readStoredFields(ref: SubmissionRef) {
  const { status, owner_id, snoozed_until } = await records.readRow(ref);
  return { status, owner: owner_id, snoozedUntil: snoozed_until };
}

const setStatus = (status: "in_review" | "contacted" | "won") => ({ type: "status", status }) as const;
const assignToMe = () => ({ type: "owner", owner: { id: me.id, name: me.name } }) as const;
const expectNotices = (...expected: string[]) => expect.poll(() => tab.notices).toEqual(expected);
const expectPending = (count: number) => expect.poll(() => network.pending).toHaveLength(count);
const untouched = { status: "new", owner: null, snoozedUntil: null };
const changes = /\/(changes|undo)$/;
const getRows = () => [first, second].flatMap((ref) => tab.getRow(ref) ?? []);
const assignTo = ({ id, name }: Operator) => ({ type: "owner", owner: { id, name } }) as const;
/** Reloads the submissions like the page does after a bulk change. */
async function reloadRows() {
  for (const ref of [first, second]) await tab.data.reread(ref);
  return getRows();
}

describe("the undo of a bulk change", () => {
  test("undoes single and bulk changes in reverse order, even if they share a submission", async () => {
    const other = await records.evaluation();
    await tab.data.reread(other);
    tab.apply(first, setStatus("in_review"));
    await expectNotices("status done, undo?");
    await expect.poll(() => tab.client.isFetching()).toBe(0);
    tab.applyToMany(getRows(), assignTo(me));
    tab.apply(other, setStatus("in_review"));
    const done = ["status done, undo?", "2 done, undo?", "status done, undo?"];
    await expectNotices(...done);
    for (const undone of ["status undone", "2 undone", "status undone"]) {
      tab.undoLast();
      done.push(undone);
      await expectNotices(...done);
    }
    for (const ref of [first, second, other]) expect(await readStoredFields(ref)).toEqual(untouched);
  });

  test("retries a bulk undo after a network failure, but not after a refusal", async () => {
    tab.apply(first, setStatus("in_review"));
    await expectNotices("status done, undo?");
    await expect.poll(() => tab.client.isFetching()).toBe(0);
    tab.applyToMany(getRows(), assignTo(me));
    await expectNotices("status done, undo?", "2 done, undo?");
    network.fails = changes;
    tab.undoLast();
    await expectNotices("status done, undo?", "2 done, undo?", "no_answer");
    network.fails = /^$/;
    network.operator = undefined;
    tab.undoLast();
    await expectNotices("status done, undo?", "2 done, undo?", "no_answer", "forbidden");
    network.operator = me;
    tab.undoLast();
    await expectNotices("status done, undo?", "2 done, undo?", "no_answer", "forbidden", "status undone");
    expect(await readStoredFields(first)).toMatchObject({ status: "new", owner: me.id });
  });
});

describe("undos of several changes of the same submissions", () => {
  test("undoes two snoozes one by one, even if a note was added in between", async () => {
    const snooze = async (days: number) =>
      tab.applyToMany((await reloadRows()).slice(0, 1), { type: "snooze", until: daysLater(days) });
    await snooze(1);
    await expectNotices("snooze done, undo?");
    await snooze(7);
    await expectNotices("snooze done, undo?", "snooze done, undo?");
    await addNote({ ...first, text: "Called." }, { operator: me, now });
    tab.undoLast();
    await expectNotices("snooze done, undo?", "snooze done, undo?", "snooze undone");
    expect(await readStoredFields(first)).toEqual({ ...untouched, snoozedUntil: daysLater(1) });
    tab.undoLast();
    await expectNotices("snooze done, undo?", "snooze done, undo?", "snooze undone", "snooze undone");
    expect(await readStoredFields(first)).toEqual(untouched);
  });

  test("undoes changes of several submissions from the newest to the oldest", async () => {
    tab.apply(first, assignToMe());
    await expectNotices("owner done, undo?");
    tab.apply(second, setStatus("in_review"));
    tab.apply(second, setStatus("contacted"));
    await expectNotices("owner done, undo?", "status done, undo?", "status done, undo?");
    const done = [...tab.notices];
    for (const [undone, status, owner] of [
      ["status undone", "in_review", me.id],
      ["status undone", "new", me.id],
      ["owner undone", "new", null],
    ] as const) {
      tab.undoLast();
      done.push(undone);
      await expectNotices(...done);
      expect([(await readStoredFields(second)).status, (await readStoredFields(first)).owner]).toEqual([status, owner]);
    }
    expect(tab.undoLast()).toBe(false);
  });

  test("sends a single undo and a bulk undo in order when both are pressed in quick succession", async () => {
    tab.applyToMany(getRows(), assignTo(me));
    await expectNotices("2 done, undo?");
    await reloadRows();
    tab.apply(second, { type: "owner", owner: null });
    await expectNotices("2 done, undo?", "owner done, undo?");
    network.delays = /undo$/;
    tab.undoLast();
    tab.undoLast();
    await expectPending(1);
    network.delays = /^$/;
    network.pending[0]?.release();
    await expectNotices("2 done, undo?", "owner done, undo?", "owner undone", "2 undone");
    for (const ref of [first, second]) expect(await readStoredFields(ref)).toEqual(untouched);
  });

  test("undoes the rest of a bulk change after one of its submissions was undone alone", async () => {
    tab.applyToMany(getRows(), { type: "status", status: "in_review" });
    await expectNotices("2 done, undo?");
    await tab.data.reread(second);
    tab.undoStatus(second);
    await expectNotices("2 done, undo?", "status undone");
    tab.undoLast();
    await expectNotices("2 done, undo?", "status undone", "status undone");
    for (const ref of [first, second]) expect(await readStoredFields(ref)).toEqual(untouched);
    expect(tab.undoLast()).toBe(false);
  });
});

test("sends a bulk change only after this tab's earlier changes are stored", async () => {
  network.delays = changes;
  tab.apply(second, assignToMe());
  await expectPending(1);
  network.delays = /^$/;
  tab.applyToMany(getRows(), { type: "snooze", until: daysLater(1) });
  network.pending[0]?.release();
  await expectNotices("owner done, undo?", "2 done, undo?");
  expect(await readStoredFields(second)).toEqual({ status: "new", owner: me.id, snoozedUntil: daysLater(1) });
});

test("shows why the service refused an undo, even if the submission cannot be reloaded", async () => {
  const colleague = await records.operator();
  tab.apply(second, setStatus("in_review"));
  await expectNotices("status done, undo?");
  await reloadRows();
  await changeStatus({ ...second, status: "contacted" }, { operator: colleague, now });
  network.fails = /evaluation/;
  tab.undoLast();
  await expectNotices("status done, undo?", "undo refused: conflict");
  expect(await readStoredFields(second)).toMatchObject({ status: "contacted" });
});

test("lets the operator undo only the last hundred changes", async () => {
  network.delays = changes;
  for (let count = 0; count <= 100; count++) tab.apply(second, setStatus(count % 2 ? "contacted" : "in_review"));
  await expectPending(1);
  for (let count = 0; count < 100; count++) expect(tab.undoLast()).toBe(true);
  expect(tab.undoLast()).toBe(false);
  // Let the pending requests fail: storing all two hundred changes would prove nothing more.
  network.delays = /^$/;
  network.fails = /./;
  network.pending[0]?.release();
  await expect.poll(() => tab.client.isMutating()).toBe(0);
});

test("lets the operator retry the undos that failed while offline, in order", async () => {
  tab.apply(second, setStatus("in_review"));
  tab.apply(second, setStatus("contacted"));
  const done = ["status done, undo?", "status done, undo?"];
  await expectNotices(...done);
  await reloadRows();
  network.fails = /undo/;
  tab.undoLast();
  tab.undoLast();
  await expectNotices(...done, "no_answer");
  expect(await readStoredFields(second)).toMatchObject({ status: "contacted" });
  network.fails = /^$/;
  await expect.poll(() => tab.client.isFetching()).toBe(0);
  tab.undoLast();
  await expectNotices(...done, "no_answer", "status undone");
  expect(await readStoredFields(second)).toMatchObject({ status: "in_review" });
  tab.undoLast();
  await expectNotices(...done, "no_answer", "status undone", "status undone");
  expect(await readStoredFields(second)).toEqual(untouched);
});
