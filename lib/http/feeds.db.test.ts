import { expect, test } from "vitest";
import { CatalogRecords } from "../server/catalog/catalog-records.fixture.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { get } from "./exchange.fixture.ts";
import { serveFeed } from "./feeds.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
const { url } = await switchToOwnDatabase(process.env);
const records = new CatalogRecords(url);

test("reads the releases of a feed once for each version of the catalog", async () => {
  const { id, slug } = await records.entry({}, { isPublished: true });
  const readNumbers = async () => {
    const { body } = await serveFeed("/catalog/[slug]/changes.json", "en", slug, get());
    return [...String(body).matchAll(/#version-(\d+)"/g)].map(([, number]) => number);
  };
  const addRelease = (number: number) =>
    records.client.query(
      `INSERT INTO catalog_releases (entry_id, number, document_hash, at, comparison)
       SELECT entry_id, $2, document_hash, now(), '{"level":"other","partial":[],"unresolved":[],"changes":[]}'
       FROM catalog_releases WHERE entry_id = $1 AND number = 1`,
      [id, number],
    );
  await addRelease(2);
  expect(new Set(await readNumbers())).toEqual(new Set(["2"]));
  await addRelease(3);
  expect(new Set(await readNumbers())).toEqual(new Set(["2"]));
  await records.client.query("UPDATE catalog_entries SET updated_at = now() WHERE id = $1", [id]);
  await expect.poll(async () => new Set(await readNumbers())).toEqual(new Set(["2", "3"]));
});
