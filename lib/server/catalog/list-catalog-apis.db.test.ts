import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { ApiCatalogEntry, type CatalogDraft } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { database, disconnect } from "../db.ts";
import { insertEntries, replaceEntry } from "./entries.ts";
import { getCatalogApi } from "./get-catalog-api.ts";
import { listCatalogApis } from "./list-catalog-apis.ts";

afterAll(disconnect);

/** Returns a word that no other entry contains. */
const newWord = () => `w${randomBytes(8).toString("hex")}`;

async function storeEntry(change: Partial<CatalogDraft> = {}): Promise<CatalogDraft> {
  const draft = { ...fullContent({ slug: newWord() }), published: true, ...change };
  const updatedAt = new Date("2026-11-21T08:09:10.123Z");
  await database((db) => insertEntries(db, [draft], updatedAt));
  return draft;
}

/** Returns the list once it contains the entry, because a cached list may be a second old. */
async function waitForEntry(slug: string): Promise<ApiCatalogEntry[]> {
  await expect.poll(() => searchSlugs("")).toContain(slug);
  return listCatalogApis({});
}

const searchSlugs = async (search: string) => (await listCatalogApis({ search })).map(({ slug }) => slug);

describe("catalog list", () => {
  test("lists exactly the published entries, in their public shape", async () => {
    const hidden = await storeEntry({ published: false });
    const published = await storeEntry({ titleEn: "Ápice", useCasesEn: ["a", "b"], endpoints: ["GET /x"] });
    const all = await waitForEntry(published.slug);
    for (const entry of all) expect(z.strictObject(ApiCatalogEntry.shape).parse(entry).published).toBe(true);
    const own = all.find(({ slug }) => slug === published.slug);
    expect(own).toEqual({ ...published, id: expect.any(Number), updatedAt: "2026-11-21T08:09:10.123Z" });
    expect(all.map(({ slug }) => slug)).not.toContain(hidden.slug);
  });

  test("sorts the catalog by English title, ignoring case and accents", async () => {
    const word = newWord();
    const titles = ["b", "É", "a", "Z", "f", "B", "d"].map((title) => `${word} ${title}`);
    let newest = "";
    for (const titleEn of titles) newest = (await storeEntry({ titleEn })).slug;
    const inOrder = (entries: ApiCatalogEntry[]) =>
      entries.flatMap(({ titleEn }) => (titleEn.startsWith(word) ? titleEn.slice(-1) : [])).join("");
    expect(inOrder(await listCatalogApis({ search: word }))).toBe("abBdÉfZ");
    expect(inOrder(await waitForEntry(newest))).toBe("abBdÉfZ");
  });

  test("keeps the order of a spec's keys, including __proto__", async () => {
    const { slug } = await storeEntry({ spec: JSON.parse('{"z":1,"a":{"y":[],"b":null},"__proto__":{"x":1},"10":2}') });
    const [own] = await listCatalogApis({ search: slug });
    expect(JSON.stringify(own?.spec)).toBe('{"10":2,"z":1,"a":{"y":[],"b":null},"__proto__":{"x":1}}');
  });
});

describe("catalog search", () => {
  test("finds an entry by any part of a word, ignoring case and accents", async () => {
    const word = newWord();
    const { slug } = await storeEntry({ endpoints: ["GET /parcels", `Envío ${word}Ñandú`] });
    for (const search of [`${word}nandu`, `  ${word.toUpperCase()}ÑANDÚ\t`, word.slice(1), `ENVIO ${word}`]) {
      expect(await searchSlugs(search), search).toEqual([slug]);
    }
    expect(await searchSlugs(`${word} missing`)).toEqual([]);
  });

  test("finds an entry by words of one or two characters, alone or with other words", async () => {
    const word = newWord();
    const { slug } = await storeEntry({ titleEn: `${word} Ωψ`, descriptionEn: "ϟ" });
    await storeEntry({ titleEn: word });
    for (const search of ["ωψ", "ϟ", `ωψ ϟ`, `${word} ωψ ϟ`, `${word} ω`]) {
      expect(await searchSlugs(search), search).toEqual([slug]);
    }
    expect(await searchSlugs("ψω")).toEqual([]);
  });

  test("returns correct search results even if cached results evict each other", async () => {
    const word = newWord();
    const variants = Array.from("abcdefghijklmnop", (letter) => `${word}${letter}`);
    const draft = await storeEntry({ descriptionEn: variants.join(" ") });
    const others = Array.from({ length: 600 }, () => ({ ...draft, slug: newWord() }));
    await database((db) => insertEntries(db, others, new Date()));
    const askAll = () => Promise.all(variants.map(async (search) => (await searchSlugs(search)).length));
    const all = variants.map(() => 601);
    expect(await askAll()).toEqual(all);
    // A new entry changes the catalog version, so all results are read and cached again, and evict each other.
    await waitForEntry((await storeEntry()).slug);
    expect(await askAll()).toEqual(all);
  });

  test("keeps fewer results of long searches than of short ones", async () => {
    const word = newWord();
    const list = () => listCatalogApis({ search: word });
    // An entry that another test has stored may change the catalog between two searches.
    let first = await list();
    const listAgain = async () => {
      const [before, again] = [first, await list()];
      first = again;
      return again === before;
    };
    await expect.poll(listAgain).toBe(true);
    for (let at = 0; at < 4; at++) await listCatalogApis({ search: `${newWord()} ${"x".repeat(300_000)}` });
    expect(await list()).not.toBe(first);
  });

  test("finds only published entries that contain every word of the search", async () => {
    const word = newWord();
    const { slug } = await storeEntry({ titleEn: `${word} alpha`, endpoints: ["POST /beta"], titleEs: "Gamma" });
    await storeEntry({ titleEn: `${word} alpha` });
    await storeEntry({ titleEn: `${word} alpha beta gamma`, published: false });
    expect(await searchSlugs(`gamma ${word} BETA alpha ${word}`)).toEqual([slug]);
  });

  test("lists entries whose title matches in either language before all other matches", async () => {
    const word = newWord();
    const inText = await storeEntry({ titleEn: "Aaa", descriptionEn: word });
    const inSpanish = await storeEntry({ titleEn: "Zzz", titleEs: `Título ${word}` });
    const inEnglish = await storeEntry({ titleEn: `Mmm ${word}` });
    const apart = await storeEntry({ titleEn: "Bbb aaa", descriptionEs: word });
    expect(await searchSlugs(word)).toEqual([inEnglish.slug, inSpanish.slug, inText.slug, apart.slug]);
  });

  test("lists an entry as a title match only if its titles contain every word", async () => {
    const [one, two] = [newWord(), newWord()];
    const half = await storeEntry({ titleEn: `A ${one}`, descriptionEn: two });
    const whole = await storeEntry({ titleEn: `B ${one}`, titleEs: two });
    expect(await searchSlugs(`${one} ${two}`)).toEqual([whole.slug, half.slug]);
  });

  test.each(["%", "_", "\\", "'", '"', "\\%", "'; DROP TABLE leads; --", "$1", "{}", "|", "*", "["])(
    "searches the catalog for %s literally",
    async (sign) => {
      const word = newWord();
      const { slug } = await storeEntry({ titleEn: `${word}${sign}x` });
      await storeEntry({ titleEn: `${word}yx` });
      expect(await searchSlugs(`${word}${sign}x`)).toEqual([slug]);
    },
  );

  test("accepts fewer words or similar spellings only if no entry has every word", async () => {
    // Only words of letters, because only they are corrected.
    const [one, two, other] = Array.from(
      { length: 3 },
      () => `x${newWord().replaceAll(/[\d]/g, (digit) => "ghijklmnop"[+digit] ?? "")}`,
    );
    if (!one || !two || !other) throw new Error("no words");
    // A word that every entry has counts little, so this needs entries without them, whichever test runs first.
    for (let others = 0; others < 6; others++) await storeEntry();
    const both = await storeEntry({ titleEn: `${one} ${two}` });
    const single = await storeEntry({ titleEn: `${one} thing` });
    const slip = `${two.slice(0, 4)}${two.slice(5)}`;
    // The words of the catalog may be a second old.
    await expect.poll(() => searchSlugs(`${one} ${slip}`)).toEqual([both.slug]);
    expect(await searchSlugs(`please show me the ${one} of ${two}`)).toEqual([both.slug]);
    expect(await searchSlugs(`${one} ${other}`)).toEqual([single.slug, both.slug]);
    expect(await searchSlugs(`${other} ${other}x ${other}y ${other}z ${one}`)).toEqual([]);
    expect(await searchSlugs("how do I do it")).toEqual([]);
  });

  test("lists all entries for an empty search", async () => {
    const { slug } = await storeEntry();
    for (const blank of ["", "   ", "\t\n\u3000"]) {
      await expect.poll(() => searchSlugs(blank)).toContain(slug);
    }
    expect(await searchSlugs(newWord())).toEqual([]);
  });

  test.each([
    ["a NUL", "a\0b"],
    ["a lone surrogate", "\ud800"],
    ["a thousand words", Array.from({ length: 1000 }, (_, at) => `word${at}`).join(" ")],
    ["a very long word", "x".repeat(50_000)],
    ["only wildcards", "%%% ___ %_%"],
    ["only accents", "\u0301\u0301"],
  ])("accepts a catalog search for %s", async (_name, search) => {
    await expect(listCatalogApis({ search })).resolves.toBeInstanceOf(Array);
  });
});

async function catchRefusal(slug: string): Promise<{ kind: string; message: string; code: unknown }> {
  const error: unknown = await getCatalogApi({ slug }).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`${JSON.stringify(slug)} was not refused`, { cause: error });
  return { kind: error.kind, message: error.message, code: error.code };
}

test("returns a published entry by its slug, with all its fields", async () => {
  const draft = await storeEntry({ docsUrl: "https://example.com/docs", swaggerUrl: null });
  const entry = await getCatalogApi({ slug: draft.slug });
  expect(entry).toEqual({ ...draft, id: expect.any(Number), updatedAt: "2026-11-21T08:09:10.123Z" });
});

test("returns the same response for an unpublished entry as for a missing one", async () => {
  const { slug } = await storeEntry({ published: false });
  const unpublished = await catchRefusal(slug);
  expect(unpublished).toEqual({ kind: "not_found", message: expect.any(String), code: undefined });
  expect(await catchRefusal(newWord())).toEqual(unpublished);
});

test.each(["unpublished", "deleted"])("hides an entry a moment after it is %s", async (change) => {
  // Fills the cache with the current version of the catalog.
  await catchRefusal(newWord());
  const { slug } = await storeEntry();
  expect((await getCatalogApi({ slug })).slug).toBe(slug);
  await database((db) =>
    change === "unpublished"
      ? db.catalogEntry.update({ where: { slug }, data: { published: false } })
      : db.catalogEntry.delete({ where: { slug } }),
  );
  await expect.poll(async () => (await catchRefusal(slug)).kind).toBe("not_found");
  await expect.poll(() => searchSlugs("")).not.toContain(slug);
  expect(await searchSlugs(slug)).toEqual([]);
});

test("finds a renamed entry only by its new title a moment later", async () => {
  const [before, after] = [newWord(), newWord()];
  const draft = await storeEntry({ titleEn: before });
  const { slug } = draft;
  const [{ id = 0 } = {}] = await listCatalogApis({ search: before });
  await database((db) => replaceEntry(db, id, { ...draft, titleEn: after }, new Date()));
  await expect.poll(() => searchSlugs(after)).toEqual([slug]);
  await expect.poll(() => searchSlugs(before)).toEqual([]);
  await expect.poll(async () => (await getCatalogApi({ slug })).titleEn).toBe(after);
});

test("matches a slug exactly, including case, accents, spaces and wildcards", async () => {
  const slug = `Áb %_'"\\/?#${newWord()}`;
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
