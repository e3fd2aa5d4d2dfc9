import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { type EntryInput, toContent, versionsMax } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { CatalogRecords, newSlug, now, toInput } from "./catalog-records.fixture.ts";
import { getDraft, listDrafts } from "./drafts.ts";
import { publishEntry, restoreEntry, saveEntry } from "./edit-entry.ts";
import { getVersion, listVersions } from "./versions.ts";

const records = new CatalogRecords(process.env.DATABASE_URL);

const readVersions = async (id: number) =>
  (await listVersions({ entryId: id }, records.context)).map(({ action, actor }) => [action, actor]);

test("lists an entry's versions with author and kind of each change", async () => {
  const entry = await records.entry();
  const input = toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes" }));
  await saveEntry(input, records.context);
  const changed = await getDraft({ slug: entry.slug }, records.context);
  await publishEntry(changed, records.context);
  expect(await readVersions(entry.id)).toEqual(
    ["published", "changed", "created"].map((action) => [action, records.context.operator.name]),
  );
  const listed = (await listDrafts({}, records.context)).find(({ id }) => id === entry.id);
  expect(listed?.changedBy).toBe(records.context.operator.name);
});

test("restores an old version, including its API document, as a new one", async () => {
  const spec = { openapi: "3.1.0", __proto__x: [1], z: 1, a: 2 };
  const entry = await records.entry({ spec });
  await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes", spec: { a: 1 } })), records.context);
  const seen = await getDraft({ slug: entry.slug }, records.context);
  const [, first] = await listVersions({ entryId: entry.id }, records.context);
  await restoreEntry({ entry: seen, version: first?.id ?? 0 }, records.context);
  const restored = await getDraft({ slug: entry.slug }, records.context);
  expect(toContent(restored)).toEqual(toContent(entry));
  expect(Object.keys(restored.spec)).toEqual(Object.keys(spec));
  expect((await readVersions(entry.id))[0]).toEqual(["restored", records.context.operator.name]);
  const audit =
    "SELECT operator_id FROM audit_entries WHERE action = 'catalog_entry_restored' AND details->>'slug' = $1";
  expect((await records.client.query(audit, [entry.slug])).rows).toEqual([
    { operator_id: records.context.operator.id },
  ]);
});

test("refuses to restore a version of another entry", async () => {
  const [one, other] = [await records.entry(), await records.entry()];
  const [version] = await listVersions({ entryId: other.id }, records.context);
  const restore = restoreEntry({ entry: one, version: version?.id ?? 0 }, records.context);
  await expect(restore).rejects.toMatchObject({ kind: "not_found" });
});

test("stores content from before the version history as an entry's oldest version", async () => {
  const entry = await records.entry();
  await records.client.query("DELETE FROM catalog_versions WHERE entry_id = $1", [entry.id]);
  await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes" })), records.context);
  expect(await readVersions(entry.id)).toEqual([
    ["changed", records.context.operator.name],
    ["found", null],
  ]);
  const [, found] = await listVersions({ entryId: entry.id }, records.context);
  expect(await getVersion({ entryId: entry.id, id: found?.id ?? 0 }, records.context)).toEqual(toContent(entry));
});

test("keeps at most thirty versions of an entry", async () => {
  let entry = await records.entry();
  for (let at = 0; at < versionsMax + 2; at++) {
    const spec = at < 3 ? { at } : entry.spec;
    await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: `Title ${at}`, spec })), records.context);
    entry = await getDraft({ slug: entry.slug }, records.context);
  }
  expect(await readVersions(entry.id)).toHaveLength(versionsMax);
  const count = "SELECT count(*)::int AS count FROM catalog_documents WHERE entry_id = $1";
  expect((await records.client.query(count, [entry.id])).rows).toEqual([{ count: 1 }]);
});

let ana: Operator;
let berta: Operator;
beforeAll(async () => {
  ana = await records.operator({ name: "Ana" });
  berta = await records.operator({ name: "Berta" });
});

/** Saves a change based on the entry that an operator saw. */
function saveChange(operator: Operator, seen: ApiCatalogEntry, change: Partial<EntryInput>) {
  return saveEntry({ ...toContent(seen), ...change, entry: seen }, { operator, now });
}
const read = (slug: string) => getDraft({ slug }, { operator: ana });

async function newStoredEntry(): Promise<ApiCatalogEntry> {
  const slug = newSlug();
  await saveEntry({ ...fullContent({ slug }), entry: null }, { operator: ana, now });
  return read(slug);
}

test("overwrites another operator's change only once it has been seen", async () => {
  const seen = await newStoredEntry();
  const { slug } = seen;
  await saveChange(berta, seen, { titleEn: "Boxes" });
  const theirs = await read(slug);
  const mine = { titleEs: "Cajas" };
  const conflict = { slug, seenAt: theirs.updatedAt, by: ["Berta"], isPublished: false };
  expect(await saveChange(ana, seen, mine)).toEqual({ conflict });
  expect(await saveChange(ana, seen, { ...mine, overwrites: seen.updatedAt })).toEqual({ conflict });
  expect(await read(slug)).toEqual(theirs);
  await saveChange(ana, seen, { ...mine, overwrites: theirs.updatedAt });
  expect(toContent(await read(slug))).toEqual({ ...toContent(seen), ...mine });
  expect((await listVersions({ entryId: seen.id }, { operator: ana })).map(({ actor }) => actor)).toEqual([
    "Ana",
    "Berta",
    "Ana",
  ]);
});

test("keeps the stored API document when an overwriting save does not change it", async () => {
  const seen = await newStoredEntry();
  await saveChange(berta, seen, { spec: { openapi: "3.0.0" } });
  const { updatedAt } = await read(seen.slug);
  await saveChange(ana, seen, { titleEs: "Cajas", spec: undefined, overwrites: updatedAt });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", spec: { openapi: "3.0.0" } });
});

test("saves a change begun before the same operator published the entry", async () => {
  const seen = await newStoredEntry();
  await publishEntry(seen, { operator: ana, now });
  await saveChange(ana, seen, { titleEs: "Cajas" });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", published: true });
  expect(await saveChange(ana, seen, { titleEs: "Bolsas" })).toMatchObject({ conflict: { by: ["Ana"] } });
});

test("reports a conflict if a draft was published meanwhile", async () => {
  const seen = await newStoredEntry();
  await publishEntry(seen, { operator: berta, now });
  const { updatedAt } = await read(seen.slug);
  const conflict = { slug: seen.slug, seenAt: updatedAt, by: ["Berta"], isPublished: true };
  expect(await saveChange(ana, seen, { titleEs: "Cajas" })).toEqual({ conflict });
  await saveChange(ana, seen, { titleEs: "Cajas", overwrites: updatedAt });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", published: true });
});
