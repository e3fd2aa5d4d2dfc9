import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type EntryContent, type EntryInput, toContent } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { versionsMax } from "../../domain/catalog/editor/versions.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getDraft } from "./drafts.ts";
import { publishEntry, saveEntry } from "./edit-entry.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const records = new DeskRecords(process.env.DATABASE_URL);
let ana: Operator;
let berta: Operator;
beforeAll(async () => {
  ana = await records.operator({ name: "Ana" });
  berta = await records.operator({ name: "Berta" });
});

type Change = Partial<EntryContent> & Pick<EntryInput, "merge">;

/** Saves a change of what an operator saw. */
function save(operator: Operator, seen: ApiCatalogEntry, { merge, ...change }: Change) {
  return saveEntry({ ...toContent(seen), ...change, entry: seen, merge }, { operator, now });
}
const read = (slug: string) => getDraft({ slug }, { operator: ana });

async function stored(): Promise<ApiCatalogEntry> {
  const slug = `entry-${randomUUID()}`;
  await saveEntry({ ...fullContent({ slug }), entry: null }, { operator: ana, now });
  return read(slug);
}

const readFields = async (slug: string) => {
  const text = "SELECT details->'fields' AS fields FROM audit_entries WHERE details->>'slug' = $1 ORDER BY id";
  return (await records.client.query(text, [slug])).rows.map(({ fields }) => fields);
};

test("what others stored since the operator saw the entry is merged, and each change logged as its author's", async () => {
  const seen = await stored();
  const { slug } = seen;
  await save(berta, seen, { titleEn: "Boxes" });
  await save(ana, await read(slug), { endpoints: [] });
  const answer = await save(ana, seen, { titleEs: "Cajas" });
  const after = await read(slug);
  const taken = [{ field: "titleEn" }, { field: "endpoints" }];
  expect(answer).toEqual({ slug, updatedAt: after.updatedAt, merged: { by: ["Berta", "Ana"], taken } });
  expect(toContent(after)).toEqual({ ...toContent(seen), titleEn: "Boxes", endpoints: [], titleEs: "Cajas" });
  expect(await readFields(slug)).toEqual([null, ["titleEn"], ["endpoints"], ["titleEs"]]);
});

test("an omitted document is what the operator saw, not a conflict", async () => {
  const seen = await stored();
  await save(berta, seen, { spec: { openapi: "3.0.0" } });
  const { spec: _, ...texts } = toContent(seen);
  await saveEntry({ ...texts, titleEs: "Cajas", entry: seen }, { operator: ana, now });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", spec: { openapi: "3.0.0" } });
});

test("nothing is stored while a conflict is undecided; then the choice is", async () => {
  const seen = await stored();
  const { slug } = seen;
  await save(berta, seen, { titleEn: "Boxes", descriptionEn: "By Berta." });
  const theirs = await read(slug);
  const mine = { titleEn: "Crates", titleEs: "Cajas" };
  const conflicts = [{ field: "titleEn", theirs: "Boxes", mine: "Crates" }];
  const undecided = { seenAt: theirs.updatedAt, by: ["Berta"], isPublished: false, conflicts };
  expect(await save(ana, seen, mine)).toEqual({ undecided });
  expect(await read(slug)).toEqual(theirs);
  expect(await readFields(slug)).toEqual([null, ["titleEn", "descriptionEn"]]);

  const choices = [{ field: "titleEn", take: "mine" } as const];
  const old = { seenAt: seen.updatedAt, choices };
  expect(await save(ana, seen, { ...mine, merge: old })).toEqual({ undecided });
  await save(ana, seen, { ...mine, merge: { seenAt: theirs.updatedAt, choices } });
  expect(toContent(await read(slug))).toEqual({ ...toContent(seen), ...mine, descriptionEn: "By Berta." });
});

test("changes of a draft that was published meanwhile wait until the operator knows", async () => {
  const seen = await stored();
  await publishEntry(seen, { operator: berta, now });
  const published = await read(seen.slug);
  const undecided = { seenAt: published.updatedAt, by: ["Berta"], isPublished: true, conflicts: [] };
  expect(await save(ana, seen, { titleEs: "Cajas" })).toEqual({ undecided });
  await save(ana, seen, { titleEs: "Cajas", merge: { seenAt: published.updatedAt, choices: [] } });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", published: true });
});

test("without the version that the operator saw, each difference is a conflict", async () => {
  const seen = await stored();
  let latest = seen;
  for (let count = 0; count <= versionsMax; count++) {
    await save(berta, latest, { titleEn: `Boxes ${count}` });
    latest = await read(seen.slug);
  }
  const answer = await save(ana, seen, { titleEs: "Cajas" });
  const fields = "undecided" in answer ? answer.undecided.conflicts.map(({ field }) => field) : [];
  expect(fields).toEqual(["titleEn", "titleEs"]);
});
