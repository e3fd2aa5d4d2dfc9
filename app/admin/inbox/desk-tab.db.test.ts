import { beforeEach, describe, expect, test } from "vitest";
import type { Operator } from "#lib/domain/access/operator.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { changeStatus, DeskRecords, now } from "#lib/server/submissions/core/desk.fixture.ts";
import { DeskTab, Network, openTab } from "./desk-tab.fixture.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const network = new Network();
let me: Operator;
let colleague: Operator;
let tab: DeskTab;
let first: SubmissionRef;
let second: SubmissionRef;

beforeEach(async () => {
  [me, colleague] = [await records.operator(), await records.operator()];
  network.operator = me;
  ({ tab, first, second } = await openTab(records, me));
});

const listShown = (ref: SubmissionRef) => tab.listShown(ref);

async function readStoredFields(ref: SubmissionRef) {
  const { status, owner_id } = await records.readRow(ref);
  return { status, owner: owner_id };
}

const setStatus = (status: "in_review" | "contacted" | "won") => ({ type: "status", status }) as const;
const assignToMe = () => ({ type: "owner", owner: { id: me.id, name: me.name } }) as const;
const expectNotices = (...expected: string[]) => expect.poll(() => tab.notices).toEqual(expected);
const expectPending = (count: number) => expect.poll(() => network.pending).toHaveLength(count);
const untouched = { status: "new", owner: null };
const changes = /\/(changes|undo)$/;

describe("a failed change", () => {
  test("removes each of two failed changes from the screen without offering an undo", async () => {
    network.delays = changes;
    tab.apply(second, setStatus("in_review"));
    tab.apply(second, assignToMe());
    expect(listShown(second)).toEqual(Array(2).fill({ status: "in_review", owner: me.id }));
    await expectPending(1);
    network.fails = /./;
    network.pending[0]?.cut();
    await expectPending(2);
    expect(listShown(second)).toEqual(Array(2).fill({ status: "new", owner: me.id }));
    network.pending[1]?.cut();
    await expectNotices("no_answer", "no_answer");
    expect(listShown(second)).toEqual(Array(2).fill(untouched));
    expect(tab.undoLast()).toBe(false);
  });

  test("keeps a colleague's change on screen when the operator's own change fails", async () => {
    network.delays = changes;
    tab.apply(second, assignToMe());
    await expectPending(1);
    await changeStatus({ ...second, status: "contacted" }, { operator: colleague, now });
    await tab.data.reread(second);
    network.fails = /./;
    network.pending[0]?.cut();
    await expectNotices("no_answer");
    expect(listShown(second)).toEqual(Array(2).fill({ status: "contacted", owner: null }));
  });

  test("keeps a stored change on screen when its response is lost", async () => {
    network.loses = changes;
    tab.apply(second, setStatus("in_review"));
    await expectNotices("no_answer");
    await expect.poll(() => listShown(second)).toEqual(Array(2).fill({ status: "in_review", owner: null }));
    network.delays = changes;
    tab.apply(second, setStatus("contacted"));
    await expectPending(1);
    await changeStatus({ ...second, status: "contacted" }, { operator: me, now });
    await tab.data.reread(second);
    network.fails = /./;
    network.pending[0]?.cut();
    await expectNotices("no_answer", "no_answer");
    expect(listShown(second)).toEqual(Array(2).fill({ status: "contacted", owner: null }));
  });

  test("keeps a later change of the same field on screen when an earlier change fails", async () => {
    network.delays = changes;
    tab.apply(second, setStatus("in_review"));
    tab.apply(second, setStatus("contacted"));
    await expectPending(1);
    network.pending[0]?.cut();
    await expectPending(2);
    expect(listShown(second)).toEqual(Array(2).fill({ status: "contacted", owner: null }));
    network.pending[1]?.release();
    await expectNotices("no_answer", "status done, undo?");
    tab.undoLast();
    await expectPending(3);
    network.pending[2]?.release();
    await expectNotices("no_answer", "status done, undo?", "status undone");
    expect(await readStoredFields(second)).toEqual(untouched);
  });
});

test("keeps an unstored change on screen when the submission is reloaded", async () => {
  network.delays = changes;
  tab.apply(second, assignToMe());
  await expectPending(1);
  await changeStatus({ ...second, status: "contacted" }, { operator: colleague, now });
  await tab.data.reread(second);
  expect(listShown(second)).toEqual(Array(2).fill({ status: "contacted", owner: me.id }));
});

test("shows a colleague's change that the tab has not seen as a conflict", async () => {
  await changeStatus({ ...second, status: "contacted" }, { operator: colleague, now });
  tab.apply(second, setStatus("won"));
  await expectNotices("status conflict");
  await expect.poll(() => listShown(second)).toEqual(Array(2).fill({ status: "contacted", owner: null }));
  expect(await readStoredFields(second)).toEqual({ status: "contacted", owner: null });
});

describe("an undo", () => {
  test("undoes the last change even before it is stored", async () => {
    tab.apply(first, setStatus("in_review"));
    await expectNotices("status done, undo?");
    network.delays = changes;
    tab.apply(second, setStatus("in_review"));
    await expectPending(1);
    expect(tab.undoLast()).toBe(true);
    expect(listShown(second)).toEqual(Array(2).fill(untouched));
    network.delays = /^$/;
    network.pending[0]?.release();
    await expectNotices("status done, undo?", "status done", "status undone");
    expect(await readStoredFields(second)).toEqual(untouched);
    expect(await readStoredFields(first)).toEqual({ status: "in_review", owner: null });
    expect(tab.undoLast()).toBe(true);
    await expectNotices("status done, undo?", "status done", "status undone", "status undone");
    expect(await readStoredFields(first)).toEqual(untouched);
    expect(tab.undoLast()).toBe(false);
  });

  test("undoes the tab's changes one by one after a reload", async () => {
    tab.apply(first, { type: "snooze", until: new Date(now.getTime() + 86_400_000) });
    await expectNotices("snooze done, undo?");
    tab.apply(second, assignToMe());
    await expectNotices("snooze done, undo?", "owner done, undo?");
    expect(sessionStorage.getItem("desk.changes.me")).not.toContain(tab.getRow(first)?.name);
    const reloaded = new DeskTab();
    expect(reloaded.undoLast() && reloaded.undoLast()).toBe(true);
    await expect.poll(() => reloaded.notices).toEqual(["owner undone", "snooze undone"]);
    expect([await readStoredFields(first), await readStoredFields(second)]).toEqual([untouched, untouched]);
    expect((await records.readRow(first)).snoozed_until).toBeNull();
    expect(new DeskTab().undoLast()).toBe(false);
  });

  test("undoes the earlier change by key after the panel's button undid the last one", async () => {
    tab.apply(first, assignToMe());
    await expectNotices("owner done, undo?");
    tab.apply(second, setStatus("in_review"));
    await expectNotices("owner done, undo?", "status done, undo?");
    await tab.data.reread(second);
    tab.undoStatus(second);
    await expectNotices("owner done, undo?", "status done, undo?", "status undone");
    tab.undoLast();
    await expectNotices("owner done, undo?", "status done, undo?", "status undone", "owner undone");
    expect(await readStoredFields(first)).toEqual(untouched);
    expect(tab.undoLast()).toBe(false);
  });

  test("retries an undo that failed offline while the submission is loading", async () => {
    tab.apply(second, setStatus("in_review"));
    await expectNotices("status done, undo?");
    await expect.poll(() => tab.client.isFetching()).toBe(0);
    network.fails = changes;
    network.delays = /evaluation\/\d+$/;
    tab.undoLast();
    await expectNotices("status done, undo?", "no_answer");
    await expectPending(1);
    network.fails = /^$/;
    expect(tab.undoLast()).toBe(true);
    await expectNotices("status done, undo?", "no_answer", "status undone");
    network.delays = /^$/;
    for (const { release } of network.pending) release();
    await expect.poll(() => listShown(second)).toEqual([untouched, untouched]);
    expect(await readStoredFields(second)).toEqual(untouched);
  });

  test("undoes no older change when the change to be undone cannot be stored", async () => {
    tab.apply(second, setStatus("in_review"));
    await expectNotices("status done, undo?");
    await tab.data.reread(second);
    network.delays = changes;
    tab.apply(second, setStatus("contacted"));
    tab.undoStatus(second);
    await expectPending(1);
    network.delays = /^$/;
    network.pending[0]?.cut();
    await expectNotices("status done, undo?", "no_answer");
    await expect.poll(() => listShown(second)).toEqual(Array(2).fill({ status: "in_review", owner: null }));
    expect(await readStoredFields(second)).toEqual({ status: "in_review", owner: null });
    expect(tab.notices).toHaveLength(2);
  });
});
