import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type EntryContent, type EntryInput, toContent } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { versionsMax } from "../../domain/catalog/editor/versions.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getDraft, listDrafts } from "./drafts.ts";
import { deleteEntry, publishEntry, restoreEntry, saveEntry } from "./edit-entry.ts";
import { getVersion, listVersions } from "./versions.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const records = new DeskRecords(process.env.DATABASE_URL);
let operator: Operator;
let context: { operator: Operator; now: Date };
beforeAll(async () => {
  operator = await records.operator();
  context = { operator, now };
});

/** The input that changes an entry into `content`. */
const toInput = (entry: ApiCatalogEntry | null, content: EntryContent): EntryInput => ({ ...content, entry });

async function stored(change: Partial<EntryContent> = {}) {
  const slug = `entry-${randomUUID()}`;
  await saveEntry(toInput(null, fullContent({ slug, ...change })), context);
  return getDraft({ slug }, context);
}

const readVersions = async (id: number) =>
  (await listVersions({ entryId: id }, context)).map(({ action, actor }) => [action, actor]);

test("versions tell who changed an entry, and how", async () => {
  const entry = await stored();
  const input = toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes" }));
  await saveEntry(input, context);
  const changed = await getDraft({ slug: entry.slug }, context);
  await publishEntry(changed, context);
  expect(await readVersions(entry.id)).toEqual(
    ["published", "changed", "created"].map((action) => [action, operator.name]),
  );
  const listed = (await listDrafts({}, context)).find(({ id }) => id === entry.id);
  expect(listed?.changedBy).toBe(operator.name);
});

test("versions are restored as a new version, with the document, and audited", async () => {
  const spec = { openapi: "3.1.0", __proto__x: [1], z: 1, a: 2 };
  const entry = await stored({ spec });
  await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes", spec: { a: 1 } })), context);
  const seen = await getDraft({ slug: entry.slug }, context);
  const [, first] = await listVersions({ entryId: entry.id }, context);
  await restoreEntry({ entry: seen, version: first?.id ?? 0 }, context);
  const restored = await getDraft({ slug: entry.slug }, context);
  expect(toContent(restored)).toEqual(toContent(entry));
  expect(Object.keys(restored.spec)).toEqual(Object.keys(spec));
  expect((await readVersions(entry.id))[0]).toEqual(["restored", operator.name]);
  const audit =
    "SELECT operator_id FROM audit_entries WHERE action = 'catalog_entry_restored' AND details->>'slug' = $1";
  expect((await records.client.query(audit, [entry.slug])).rows).toEqual([{ operator_id: operator.id }]);
});

test("versions of another entry are not restored", async () => {
  const [one, other] = [await stored(), await stored()];
  const [version] = await listVersions({ entryId: other.id }, context);
  const restore = restoreEntry({ entry: one, version: version?.id ?? 0 }, context);
  await expect(restore).rejects.toMatchObject({ kind: "not_found" });
});

test("versions keep what an entry said before versions were kept", async () => {
  const entry = await stored();
  await records.client.query("DELETE FROM catalog_versions WHERE entry_id = $1", [entry.id]);
  await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: "Boxes" })), context);
  expect(await readVersions(entry.id)).toEqual([
    ["changed", operator.name],
    ["found", null],
  ]);
  const [, found] = await listVersions({ entryId: entry.id }, context);
  expect(await getVersion({ entryId: entry.id, id: found?.id ?? 0 }, context)).toEqual(toContent(entry));
});

test("versions are thirty at most, and share their documents", async () => {
  let entry = await stored();
  for (let at = 0; at < versionsMax + 2; at++) {
    const spec = at < 3 ? { at } : entry.spec;
    await saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn: `Title ${at}`, spec })), context);
    entry = await getDraft({ slug: entry.slug }, context);
  }
  expect(await readVersions(entry.id)).toHaveLength(versionsMax);
  const count = "SELECT count(*)::int AS count FROM catalog_documents WHERE entry_id = $1";
  expect((await records.client.query(count, [entry.id])).rows).toEqual([{ count: 1 }]);
});

test("versions go with their entry", async () => {
  const entry = await stored();
  await deleteEntry(entry, context);
  expect(await readVersions(entry.id)).toEqual([]);
});
