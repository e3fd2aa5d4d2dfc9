import { beforeAll, describe, expect, test } from "vitest";
import { readTable } from "../../../../e2e/support/read-csv.ts";
import type { Operator } from "../../../domain/access/operator.ts";
import type { Change } from "../../../domain/submissions/changes/changes.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { changedAll, changeOwner, changeStatus, DeskRecords, newWord, now, toItems } from "../core/desk.fixture.ts";
import { exportSelection } from "../inbox/export-submissions.ts";
import { changeSubmissions } from "./change-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let ana: Operator;
let beto: Operator;
beforeAll(async () => {
  [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];
});

const lose = { type: "status", status: "lost", reason: "No budget" } as const;
const newPair = async () => [await records.evaluation(), await records.inquiry()];
const withoutId = (events: Awaited<ReturnType<typeof records.listEvents>>) =>
  events.map(({ type, at, actor, operator_id, details }) => ({ type, at, actor, operator_id, details }));

describe("bulk change", () => {
  test.each<[string, (refs: SubmissionRef[]) => Change]>([
    ["status", (refs) => ({ type: "status", status: "contacted", items: toItems(refs, "new") })],
    ["status with a reason", (refs) => ({ ...lose, items: toItems(refs, "new") })],
    ["owner", (refs) => ({ type: "owner", owner: ana.id, items: toItems(refs, null) })],
  ])("stores a bulk change of %s with the same rows and timelines as single changes", async (_name, toChange) => {
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

  test("refuses only submissions that are changed by others, missing, repeats, or already in the wanted state", async () => {
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

  test("counts a submission once if it is listed twice", async () => {
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
  const parts: string[] = [];
  for await (const part of exportSelection({ refs }, { operator, now })) parts.push(part);
  const rows = readTable(parts.join("").slice(1));
  expect(rows.map(({ kind, id }) => ({ kind, id: Number(id) }))).toEqual(expect.arrayContaining([owned, inquiry]));
  expect(rows).toHaveLength(2);
  expect(rows.find(({ kind }) => kind === "evaluation")).toMatchObject({ company, owner: "Ana" });
  const { rows: audit } = await records.client.query(
    "SELECT action, details FROM audit_entries WHERE operator_id = $1",
    [operator.id],
  );
  expect(audit).toEqual([{ action: "submissions_exported", details: { filters: "selection", count: 4 } }]);
});
