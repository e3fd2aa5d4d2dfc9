import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { type EntryInput, toContent } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { getDraft } from "./drafts.ts";
import { publishEntry, saveEntry } from "./edit-entry.ts";
import { listVersions } from "./versions.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const records = new DeskRecords(process.env.DATABASE_URL);
let ana: Operator;
let berta: Operator;
beforeAll(async () => {
  ana = await records.operator({ name: "Ana" });
  berta = await records.operator({ name: "Berta" });
});

/** Saves a change based on the entry that an operator saw. */
function save(operator: Operator, seen: ApiCatalogEntry, change: Partial<EntryInput>) {
  return saveEntry({ ...toContent(seen), ...change, entry: seen }, { operator, now });
}
const read = (slug: string) => getDraft({ slug }, { operator: ana });

async function stored(): Promise<ApiCatalogEntry> {
  const slug = `entry-${randomUUID()}`;
  await saveEntry({ ...fullContent({ slug }), entry: null }, { operator: ana, now });
  return read(slug);
}

test("keeps others' changes of an entry until the operator has seen them, and in the versions", async () => {
  const seen = await stored();
  const { slug } = seen;
  await save(berta, seen, { titleEn: "Boxes" });
  const theirs = await read(slug);
  const mine = { titleEs: "Cajas" };
  const conflict = { slug, seenAt: theirs.updatedAt, by: ["Berta"], isPublished: false };
  expect(await save(ana, seen, mine)).toEqual({ conflict });
  expect(await save(ana, seen, { ...mine, overwrites: seen.updatedAt })).toEqual({ conflict });
  expect(await read(slug)).toEqual(theirs);
  await save(ana, seen, { ...mine, overwrites: theirs.updatedAt });
  expect(toContent(await read(slug))).toEqual({ ...toContent(seen), ...mine });
  expect((await listVersions({ entryId: seen.id }, { operator: ana })).map(({ actor }) => actor)).toEqual([
    "Ana",
    "Berta",
    "Ana",
  ]);
});

test("leaves an unchanged document as stored", async () => {
  const seen = await stored();
  await save(berta, seen, { spec: { openapi: "3.0.0" } });
  const { updatedAt } = await read(seen.slug);
  await save(ana, seen, { titleEs: "Cajas", spec: undefined, overwrites: updatedAt });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", spec: { openapi: "3.0.0" } });
});

test("holds back changes of a draft published in the meantime until the operator knows", async () => {
  const seen = await stored();
  await publishEntry(seen, { operator: berta, now });
  const { updatedAt } = await read(seen.slug);
  const conflict = { slug: seen.slug, seenAt: updatedAt, by: ["Berta"], isPublished: true };
  expect(await save(ana, seen, { titleEs: "Cajas" })).toEqual({ conflict });
  await save(ana, seen, { titleEs: "Cajas", overwrites: updatedAt });
  expect(await read(seen.slug)).toMatchObject({ titleEs: "Cajas", published: true });
});
