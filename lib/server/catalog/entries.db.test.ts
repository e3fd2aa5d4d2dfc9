import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSamples } from "../../../scripts/seed.ts";
import { database, disconnect } from "../db.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { findWaiters } from "../waiters.fixture.ts";
import { insertEntries, seedSamples } from "./entries.ts";

const now = new Date("2026-11-21T08:09:10.123Z");
const samples = readSamples();
const slugs = samples.map(({ slug }) => slug).sort();

// Uses its own database, because the tests empty the whole catalog.
const { url } = await switchToOwnDatabase(process.env);
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
afterAll(async () => {
  await client.end();
  await disconnect();
});
beforeEach(() => client.query("TRUNCATE catalog_entries CASCADE"));

async function listStoredSlugs(): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>("SELECT slug FROM catalog_entries");
  return rows.map(({ slug }) => slug).sort();
}

test("stores six published samples and a draft in an empty catalog", async () => {
  expect(await seedSamples(samples, now)).toBe(7);
  expect(await listStoredSlugs()).toEqual(slugs);
  const { rows } = await client.query("SELECT published, updated_at FROM catalog_entries");
  expect(rows.filter(({ published }) => published)).toHaveLength(6);
  for (const { updated_at } of rows) expect(updated_at).toEqual(now);
});

test("stores no samples in a catalog that has any entry, even an unpublished one", async () => {
  const [sample] = samples;
  if (!sample) throw new Error("There is no sample");
  const own = { ...sample, slug: "of-our-own", published: false };
  await database((db) => insertEntries(db, [own], now));
  expect(await seedSamples(samples, now)).toBe(0);
  expect(await listStoredSlugs()).toEqual(["of-our-own"]);
});

test("stores none of the samples if one of them cannot be stored", async () => {
  const [sample] = samples;
  const broken = samples.map((draft) => (draft === sample ? { ...draft, docsUrl: "http://example.com" } : draft));
  await expect(seedSamples(broken.reverse(), now)).rejects.toThrow("catalog_entries_docs_url_check");
  expect(await listStoredSlugs()).toEqual([]);
});

test("stores the samples once when several instances start at the same time", async () => {
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  // The lock allows reads, so that each instance finds the catalog empty before any of them writes.
  await blocker.query("BEGIN; LOCK TABLE catalog_entries IN SHARE MODE");
  const seeding = Array.from({ length: 3 }, () => seedSamples(samples, now));
  const { rows } = await blocker.query("SELECT pg_backend_pid() AS pid");
  await findWaiters(rows[0].pid, () => false, 3);
  await blocker.end();
  expect((await Promise.all(seeding)).sort()).toEqual([0, 0, 7]);
  expect(await listStoredSlugs()).toEqual(slugs);
});
