import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { CatalogDraft } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { database, disconnect } from "../db.ts";
import { insertEntries } from "./entries.ts";
import { getCatalogApi } from "./get-catalog-api.ts";

afterAll(disconnect);

async function storeEntry(change: Partial<CatalogDraft> = {}): Promise<CatalogDraft> {
  const draft: CatalogDraft = {
    slug: randomUUID(),
    titleEn: "Something",
    titleEs: "Algo",
    descriptionEn: "In English.",
    descriptionEs: "En español.",
    useCasesEn: ["one"],
    useCasesEs: ["uno"],
    endpoints: ["GET /one"],
    services: [],
    docsUrl: "https://example.com/docs",
    swaggerUrl: null,
    spec: { any: ["thing"] },
    published: true,
    ...change,
  };
  const updatedAt = new Date("2026-11-21T08:09:10.123Z");
  await database((db) => insertEntries(db, [draft], updatedAt));
  return draft;
}

async function catchRefusal(slug: string): Promise<{ kind: string; message: string; code: unknown }> {
  const error: unknown = await getCatalogApi({ slug }).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`${JSON.stringify(slug)} was not refused`, { cause: error });
  return { kind: error.kind, message: error.message, code: error.code };
}

test("returns a published entry by its slug, with all its fields", async () => {
  const draft = await storeEntry();
  const entry = await getCatalogApi({ slug: draft.slug });
  expect(entry).toEqual({ ...draft, id: expect.any(Number), updatedAt: "2026-11-21T08:09:10.123Z" });
});

test("returns the same response for an unpublished entry as for a missing one", async () => {
  const { slug } = await storeEntry({ published: false });
  const unpublished = await catchRefusal(slug);
  expect(unpublished).toEqual({ kind: "not_found", message: expect.any(String), code: undefined });
  expect(await catchRefusal(randomUUID())).toEqual(unpublished);
});

test.each(["unpublished", "deleted"])("hides an entry a moment after it is %s", async (change) => {
  // Fills the cache with the current version of the catalog.
  await catchRefusal(randomUUID());
  const { slug } = await storeEntry();
  expect((await getCatalogApi({ slug })).slug).toBe(slug);
  await database((db) =>
    change === "unpublished"
      ? db.catalogEntry.update({ where: { slug }, data: { published: false } })
      : db.catalogEntry.delete({ where: { slug } }),
  );
  await expect.poll(async () => (await catchRefusal(slug)).kind).toBe("not_found");
});

test("matches a slug exactly, including case, accents, spaces and wildcards", async () => {
  const slug = `Áb %_'"\\/?#${randomUUID()}`;
  await storeEntry({ slug });
  expect((await getCatalogApi({ slug })).slug).toBe(slug);
  const others = [slug.toLowerCase(), ` ${slug}`, slug.replace("Á", "A"), slug.replace("%", "x"), `${slug} `];
  for (const other of others) expect((await catchRefusal(other)).kind).toBe("not_found");
});

test("reports an impossible slug as not found", async () => {
  for (const slug of ["", "\0", "a\0", "\ud800", "__proto__", "x".repeat(100_000)]) {
    expect((await catchRefusal(slug)).kind).toBe("not_found");
  }
});

test("answers each of fifty concurrent requests for the same entry", async () => {
  const { slug } = await storeEntry();
  const entries = await Promise.all(Array.from({ length: 50 }, () => getCatalogApi({ slug })));
  for (const entry of entries) expect(entry.slug).toBe(slug);
});
