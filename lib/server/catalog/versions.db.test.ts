import { expect, test } from "vitest";
import { toContent, versionsMax } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { CatalogRecords, toInput } from "./catalog-records.fixture.ts";
import { getDraft, listDrafts } from "./drafts.ts";
import { deleteEntry, publishEntry, restoreEntry, saveEntry } from "./edit-entry.ts";
import { getVersion, listVersions } from "./versions.ts";

const records = new CatalogRecords(process.env.DATABASE_URL);

const readVersions = async (id: number) =>
  (await listVersions({ entryId: id }, records.context)).map(({ action, actor }) => [action, actor]);

test("lists versions with who changed the entry, and how", async () => {
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

test("restores a version as a new one, with its document, and audits it", async () => {
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

test("keeps the content from before versions existed as a version", async () => {
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

test("keeps at most thirty versions, which share their documents", async () => {
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

test("deletes the versions of a deleted entry", async () => {
  const entry = await records.entry();
  await deleteEntry(entry, records.context);
  expect(await readVersions(entry.id)).toEqual([]);
});
