import { expect } from "@playwright/test";
import { z } from "zod";
import { ApiCatalogEntry, type CatalogDraft } from "../../lib/domain/catalog/schema.ts";
import { draft, randomWord, service, storeEntry } from "../support/entries.ts";
import { type Client, test } from "../support/test.ts";

async function search(client: Client, words: string): Promise<string[]> {
  const answer = await client.get(`/api/catalog?search=${encodeURIComponent(words)}`);
  expect(answer.status).toBe(200);
  return z
    .array(z.strictObject(ApiCatalogEntry.shape))
    .parse(answer.json)
    .map(({ slug }) => slug);
}

/** Every place that a search looks at, and an entry that has the word there and nowhere else. */
const places: Record<string, (word: string) => Partial<CatalogDraft>> = {
  "the slug": (word) => ({ slug: `entry-${word}` }),
  "the English title": (word) => ({ titleEn: `A ${word} title` }),
  "the Spanish title": (word) => ({ titleEs: `Un título ${word}` }),
  "the English description": (word) => ({ descriptionEn: `Before ${word}, after.` }),
  "the Spanish description": (word) => ({ descriptionEs: `Antes ${word}, después.` }),
  "an English use case": (word) => ({ useCasesEn: ["One", `Two ${word}`] }),
  "a Spanish use case": (word) => ({ useCasesEs: ["Uno", `Dos ${word}`] }),
  "an endpoint": (word) => ({ endpoints: ["GET /v1", `POST /v1/${word}/{id}`] }),
  "a service's English title": (word) => ({ services: [service(), service({ titleEn: word })] }),
  "a service's Spanish title": (word) => ({ services: [service(), service({ titleEs: word })] }),
  "a service's English description": (word) => ({ services: [service({ descriptionEn: `x ${word}` })] }),
  "a service's Spanish description": (word) => ({ services: [service({ descriptionEs: `x ${word}` })] }),
  "a service's operation": (word) => ({ services: [service({ operations: ["list", `get${word}`] })] }),
};

test.describe("a search", () => {
  for (const [place, change] of Object.entries(places)) {
    test(`finds a word in ${place}`, async ({ client }) => {
      const word = randomWord();
      const entry = draft(change(word));
      await storeEntry(entry);
      expect(await search(client, word)).toEqual([entry.slug]);
    });
  }

  test("does not look at links, the spec and a service's id", async ({ client }) => {
    const word = randomWord();
    const url = `https://docs.example.com/${word}`;
    await storeEntry(
      draft({
        docsUrl: url,
        swaggerUrl: url,
        spec: { title: word },
        services: [service({ id: word, docsUrl: url })],
      }),
    );
    expect(await search(client, word)).toEqual([]);
  });

  test("is trimmed and ignores case and accents, on either side", async ({ client }) => {
    const word = randomWord();
    const plain = draft({ titleEs: `${word}envio` });
    const accented = draft({ titleEs: `${word}ENVÍO` });
    await storeEntry(plain);
    await storeEntry(accented);
    for (const asked of ["envio", "ENVÍO", "envío", "Envi\u0301o", "eNVIO"]) {
      const found = await search(client, `\n  ${word.toUpperCase()}${asked}\t `);
      expect({ asked, found }).toEqual({ asked, found: [plain.slug, accented.slug] });
    }
  });

  test("wants every word, in any order and any field", async ({ client }) => {
    const [one, two, other] = [randomWord(), randomWord(), randomWord()];
    const entry = draft({ titleEn: `${one} entry`, services: [service({ operations: [two] })] });
    await storeEntry(entry);
    await storeEntry(draft({ titleEn: one }));
    expect(await search(client, `${one} ${two}`)).toEqual([entry.slug]);
    expect(await search(client, `${two}\u00a0\n ${one} ${two}`)).toEqual([entry.slug]);
    expect(await search(client, `${one} ${two} ${other}`)).toEqual([]);
    expect(await search(client, `${two}${one}`)).toEqual([]);
  });

  test("does not find a word across two fields", async ({ client }) => {
    const [one, two] = [randomWord(), randomWord()];
    await storeEntry(draft({ useCasesEn: [one, two], titleEn: two, titleEs: one }));
    expect(await search(client, `${one}${two}`)).toEqual([]);
    expect(await search(client, `${two}${one}`)).toEqual([]);
  });

  test("finds parts of words", async ({ client }) => {
    const word = randomWord();
    const entry = draft({ descriptionEn: `x${word}y` });
    await storeEntry(entry);
    expect(await search(client, word.slice(2, -2))).toEqual([entry.slug]);
  });

  for (const sign of ["%", "_", "\\", "'", '"', "\\%", "''", "*", ".", "(", "[", "$1", "--", ";", "&", "|", "<"]) {
    test(`takes ${sign} literally`, async ({ client }) => {
      const word = randomWord();
      const entry = draft({ titleEn: `${word}${sign}x` });
      await storeEntry(entry);
      await storeEntry(draft({ titleEn: `${word}ax` }));
      expect(await search(client, `${word}${sign}`)).toEqual([entry.slug]);
      expect(await search(client, `${word}${sign}x`)).toEqual([entry.slug]);
      expect(await search(client, `${sign}${word}`)).toEqual([]);
    });
  }

  test("that looks like SQL finds nothing and does no harm", async ({ client }) => {
    const entry = draft({ titleEn: randomWord() });
    await storeEntry(entry);
    for (const asked of [
      "' OR '1'='1",
      "%' OR true; DROP TABLE catalog_entries; --",
      "$$;SELECT pg_sleep(9)",
      "') --",
    ]) {
      expect(await search(client, `${entry.slug} ${asked}`)).toEqual([]);
    }
    expect(await search(client, entry.titleEn)).toEqual([entry.slug]);
  });

  test("puts matches in a title first, in either language, each group by English title", async ({ client }) => {
    const word = randomWord();
    const inText = draft({ titleEn: "A first", descriptionEn: word });
    const inTextToo = draft({ titleEn: "B second", endpoints: [word] });
    const inEnglish = draft({ titleEn: `Z ${word}` });
    const inSpanish = draft({ titleEn: "Y last but one", titleEs: word });
    for (const entry of [inEnglish, inTextToo, inSpanish, inText]) await storeEntry(entry);
    const order = [inSpanish, inEnglish, inText, inTextToo].map(({ slug }) => slug);
    expect(await search(client, word)).toEqual(order);
  });

  test("counts a title as matching when it holds every word", async ({ client }) => {
    const [one, two] = [randomWord(), randomWord()];
    const half = draft({ titleEn: `A ${one}`, descriptionEn: two });
    const whole = draft({ titleEn: `B ${one}`, titleEs: two });
    for (const entry of [half, whole]) await storeEntry(entry);
    expect(await search(client, `${one} ${two}`)).toEqual([whole.slug, half.slug]);
  });

  test("for nothing is everything, for what nobody wrote is an empty list", async ({ client }) => {
    expect(await search(client, randomWord())).toEqual([]);
    for (const blank of ["", " ", "\t\n", "\u00a0\u2003"]) {
      expect(await search(client, blank)).toEqual(expect.arrayContaining(["loyalty-points", "receipts-validation"]));
    }
  });

  test("finds nothing for what Postgres cannot hold", async ({ client }) => {
    for (const raw of ["%00", "a%00b", "receipts%00"]) {
      const { status, json } = await client.get(`/api/catalog?search=${raw}`);
      expect({ raw, status, json }).toEqual({ raw, status: 200, json: [] });
    }
  });

  test("takes malformed escapes and bytes as text that nobody wrote", async ({ client }) => {
    for (const raw of ["%E0%A4%A", "%ZZ", "%ff", "%ed%a0%80"]) {
      const { status, json } = await client.get(`/api/catalog?search=${raw}`);
      expect({ raw, status, json }).toEqual({ raw, status: 200, json: [] });
    }
  });

  test("sent several times asks for the last one", async ({ client }) => {
    const [one, two] = [draft({ titleEn: randomWord() }), draft({ titleEn: randomWord() })];
    for (const entry of [one, two]) await storeEntry(entry);
    const { json } = await client.get(`/api/catalog?search=${one.titleEn}&search=${two.titleEn}`);
    expect(json).toMatchObject([{ slug: two.slug }]);
  });

  test("with other parameters beside it ignores them", async ({ client }) => {
    const entry = draft({ titleEn: randomWord() });
    await storeEntry(entry);
    const { json } = await client.get(`/api/catalog?__proto__=x&page=2&Search=y&search=${entry.titleEn}&search[]=z`);
    expect(json).toMatchObject([{ slug: entry.slug }]);
  });

  test("of 12,000 characters or 2,000 words is answered like any other", async ({ client }) => {
    const entry = draft({ titleEn: randomWord(), descriptionEn: "long ".repeat(3_000) });
    await storeEntry(entry);
    expect(await search(client, randomWord().repeat(923))).toEqual([]);
    expect(await search(client, `${entry.titleEn} ${"long ".repeat(1_500)}`)).toEqual([entry.slug]);
    expect(await search(client, Array.from({ length: 2_000 }, (_, at) => at.toString(36)).join(" "))).toEqual([]);
  });
});
