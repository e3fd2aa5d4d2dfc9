import { expect, test } from "vitest";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { CatalogRecords, toInput } from "./catalog-records.fixture.ts";
import { getDraft } from "./drafts.ts";
import { saveEntry } from "./edit-entry.ts";
import { compareReleases, listReleases } from "./releases.ts";

const records = new CatalogRecords(process.env.DATABASE_URL);

const toSpec = (version: number) => ({
  openapi: "3.1.0",
  info: { version: `${version}` },
  paths: { "/a": { get: {} } },
});

test("compares two pairs of versions at once, and refuses others until they are compared", async () => {
  const entry = await records.entry({ spec: toSpec(1) }, { isPublished: true });
  for (const version of [2, 3, 4]) {
    const before = await getDraft({ slug: entry.slug }, records.context);
    await saveEntry(toInput(before, fullContent({ slug: entry.slug, spec: toSpec(version) })), records.context);
  }
  const compare = (from: number, to: number) => compareReleases({ entryId: entry.id, from, to });
  const [one, other, third] = await Promise.allSettled([compare(1, 2), compare(2, 3), compare(3, 4)]);
  expect([one?.status, other?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(third).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  expect((await compare(3, 4)).changes).toHaveLength(1);
});

test("lists a change although many later versions only have other words", async () => {
  const entry = await records.entry({ spec: toSpec(1) }, { isPublished: true });
  await records.client.query(
    `INSERT INTO catalog_releases (entry_id, number, document_hash, at, comparison)
     SELECT entry_id, number + later, document_hash, at + later * interval '1 day', jsonb_build_object(
       'level', 'other', 'partial', '[]'::jsonb, 'unresolved', '[]'::jsonb, 'changes',
       jsonb_build_array(jsonb_build_object('rule', CASE later WHEN 1 THEN 'operation-added' ELSE 'words-changed' END)))
     FROM catalog_releases, generate_series(1, 60) AS later WHERE entry_id = $1`,
    [entry.id],
  );
  expect(await listReleases({ entryId: entry.id })).toMatchObject([{ number: 2 }]);
});
