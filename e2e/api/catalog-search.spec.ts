import { expect } from "@playwright/test";
import { z } from "zod";
import { ApiCatalogEntry } from "../../lib/domain/catalog/schema.ts";
import { draft, randomWord, storeEntry } from "../support/entries.ts";
import { type Client, test } from "../support/test.ts";

async function search(client: Client, words: string): Promise<string[]> {
  const answer = await client.get(`/api/catalog?search=${encodeURIComponent(words)}`);
  expect(answer.status).toBe(200);
  return z
    .array(z.strictObject(ApiCatalogEntry.shape))
    .parse(answer.json)
    .map(({ slug }) => slug);
}

test.describe("the catalog search", () => {
  test("ignores case, accents and surrounding white space in a search, and does not treat % as a wildcard", async ({
    client,
  }) => {
    const word = randomWord();
    const plain = draft({ titleEs: `${word}envio` });
    const accented = draft({ titleEs: `${word}ENVÍO` });
    await storeEntry(plain);
    await storeEntry(accented);
    expect(await search(client, `${word}%`)).toEqual([]);
    for (const asked of ["envio", "ENVÍO", "envío", "Envi\u0301o", "eNVIO"]) {
      const found = await search(client, `\n  ${word.toUpperCase()}${asked}\t `);
      expect({ asked, found }).toEqual({ asked, found: [plain.slug, accented.slug] });
    }
  });

  test("finds nothing for search text with a NUL, which Postgres cannot store", async ({ client }) => {
    for (const raw of ["%00", "a%00b", "receipts%00"]) {
      const { status, json } = await client.get(`/api/catalog?search=${raw}`);
      expect({ raw, status, json }).toEqual({ raw, status: 200, json: [] });
    }
  });

  test("finds nothing for search text with malformed percent escapes or invalid UTF-8", async ({ client }) => {
    for (const raw of ["%E0%A4%A", "%ZZ", "%ff", "%ed%a0%80"]) {
      const { status, json } = await client.get(`/api/catalog?search=${raw}`);
      expect({ raw, status, json }).toEqual({ raw, status: 200, json: [] });
    }
  });

  test("uses the last search parameter if there are several", async ({ client }) => {
    const [one, two] = [draft({ titleEn: randomWord() }), draft({ titleEn: randomWord() })];
    for (const entry of [one, two]) await storeEntry(entry);
    const { json } = await client.get(`/api/catalog?search=${one.titleEn}&search=${two.titleEn}`);
    expect(json).toMatchObject([{ slug: two.slug }]);
  });

  test("ignores query parameters other than search", async ({ client }) => {
    const entry = draft({ titleEn: randomWord() });
    await storeEntry(entry);
    const { json } = await client.get(`/api/catalog?__proto__=x&page=2&Search=y&search=${entry.titleEn}&search[]=z`);
    expect(json).toMatchObject([{ slug: entry.slug }]);
  });

  test("accepts search text of 12,000 characters or 2,000 words", async ({ client }) => {
    const entry = draft({ titleEn: randomWord(), descriptionEn: "long ".repeat(3_000) });
    await storeEntry(entry);
    expect(await search(client, randomWord().repeat(923))).toEqual([]);
    expect(await search(client, `${entry.titleEn} ${"long ".repeat(1_500)}`)).toEqual([entry.slug]);
    expect(await search(client, Array.from({ length: 2_000 }, (_, at) => at.toString(36)).join(" "))).toEqual([]);
  });
});
