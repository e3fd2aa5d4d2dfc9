import "server-only";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import {
  describeNearSearch,
  findRelatedEntries,
  type NearSearch,
  rankEntries,
  rankExactMatches,
  selectNearEntries,
} from "../../domain/catalog/rank.ts";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { listCharacterPairs, sortByLength, toLikePatterns } from "../../domain/catalog/search.ts";
import { listSignificantWords } from "../../domain/catalog/search-words.ts";
import {
  collectVocabulary,
  expandWord,
  splitSignificantWords,
  sum,
  type Vocabulary,
  type WantedWord,
} from "../../domain/catalog/vocabulary.ts";
import { fold } from "../../domain/spelling.ts";
import { isStorable } from "../../domain/text-bounds.ts";
import { database, toPreparedStatement, withoutPreparedStatement } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { oncePerProcess } from "../process.ts";
import { type EntryVersion, readCatalogVersion, readEntries } from "./entries.ts";

/** `near` is null if every entry contains all search words that are not stop words. */
export type CatalogSearch = { entries: ApiCatalogEntry[]; near: NearSearch | null };

/**
 * Maximum number of references to entries, and of characters of the searches, in all cached lists. A search may be as
 * long as a URL.
 */
const sizeMax = 1_000_000;

/** A key consists of the catalog version and the search words. */
const cache = oncePerProcess(
  "catalog lists",
  () =>
    new LRUCache<string, CatalogSearch, SearchInput>({
      maxSize: sizeMax,
      sizeCalculation: ({ entries }, key) => entries.length + key.length,
      // Returns a list even if the cache evicts it while it is being read.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _before, { context }) => searchEntries(context),
    }),
);

type SearchInput = { words: string[]; version: number; isBlank: boolean };

async function searchEntries({ words, version, isBlank }: SearchInput): Promise<CatalogSearch> {
  // A search that consists only of stop words matches nothing.
  if (!words.length && !isBlank) return { entries: [], near: { meant: [], leftOut: [], hasCorrection: false } };
  const entries = await readEntries(await findMatchingVersions(sortByLength(words)));
  if (entries.length || !words.length) return { entries: rankExactMatches(entries, words), near: null };
  return searchNearest(words, version);
}

/** Lists published entries, best first (contract 4, rule 4). Returns the same array until an entry changes. */
export async function listCatalogApis(query: CatalogQuery): Promise<ApiCatalogEntry[]> {
  const { entries } = await searchCatalog(query);
  return entries;
}

export async function searchCatalog({ search: text = "" }: CatalogQuery): Promise<CatalogSearch> {
  if (!isStorable(text)) return { entries: [], near: null };
  const words = listSignificantWords(text);
  const version = await readCatalogVersion();
  const isBlank = !fold(text).trim();
  return cache.forceFetch([version, isBlank, ...words].join(" "), { context: { words, version, isBlank } });
}

/** Queries with the Postgres driver, because Prisma's raw queries cost several times as much. */
async function findMatchingVersions(words: string[]): Promise<EntryVersion[]> {
  const patterns = toLikePatterns(words);
  const { rows } = await database(
    (_db, pool) => pool.query<EntryVersion>(toPreparedStatement(toSearchStatement(words, patterns))),
    "catalog",
  );
  return rows;
}

/** The words come longest first, because the first two narrow the search through the index. */
function toSearchStatement([longest]: string[], patterns: string[]): pg.QueryConfig {
  if (longest === undefined) return { ...statements.all, values: [] };
  if (!hasTrigram(longest)) return { ...statements.pairs, values: [patterns, listCharacterPairs(longest)] };
  const values = [patterns, ...patterns.slice(0, 2)];
  return { ...(patterns.length > 1 ? statements.words : statements.word), values };
}

const all = "SELECT id, xmin::text FROM catalog_entries WHERE published";
const byTitle = "ORDER BY search_title LIKE ALL ($1) DESC, sort_title, id";
const statements = {
  all: { name: "catalog_all", text: `${all} ORDER BY sort_title, id` },
  pairs: {
    name: "catalog_pairs",
    text: `${all} AND search_pairs @> $2 AND search_text LIKE ALL ($1) ${byTitle}`,
  },
  word: { name: "catalog_word", text: `${all} AND search_text LIKE $2 ${byTitle}` },
  words: {
    name: "catalog_words",
    text: `${all} AND search_text LIKE $2 AND search_text LIKE $3 AND search_text LIKE ALL ($1) ${byTitle}`,
  },
};

/** Returns whether Postgres builds trigrams from the word, which it does only for letters and digits. */
function hasTrigram(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
}

const relatedEntriesMax = 3;

/** Lists at most three published entries related to a text. Returns none while the database is unavailable. */
export async function listRelatedApis(text: string): Promise<ApiCatalogEntry[]> {
  return findRelatedEntries(text, await listCatalogApis({}).catch(() => []), relatedEntriesMax);
}

/** Maximum number of entries whose words are loaded. Corrections and estimates are based only on these words. */
const sampleMax = 2_000;
const wordsMax = 12;
const candidatesMax = 200;
/** Shorter stems have no trigram, so the index cannot find them. */
const stemMin = 3;

const vocabularies = new LRUCache<number, Vocabulary>({ max: 1, fetchMethod: readVocabulary });

async function searchNearest(counted: readonly string[], version: number): Promise<CatalogSearch> {
  const vocabulary = await vocabularies.forceFetch(version);
  const wanted = splitSignificantWords(counted)
    .slice(0, wordsMax)
    .map((word) => expandWord(word, vocabulary));
  const candidates = await readEntries(await findCandidates(wanted));
  const ranked = selectNearEntries(rankEntries(candidates, wanted), wanted.length);
  return { entries: ranked.map(({ entry }) => entry), near: describeNearSearch(wanted, ranked) };
}

async function findCandidates(wanted: WantedWord[]): Promise<EntryVersion[]> {
  const known = wanted
    .map(({ forms, entryCount }) => ({
      entryCount,
      patterns: toLikePatterns(forms.map(({ stem }) => stem).filter((stem) => stem.length >= stemMin)),
    }))
    .filter(({ patterns }) => patterns.length)
    .sort((one, other) => one.entryCount - other.entryCount);
  const [rarest, next] = known;
  if (!rarest) return [];
  const rare = known
    .filter((_each, at) => sum(known.slice(0, at + 1).map(({ entryCount }) => entryCount)) <= candidatesMax)
    .flatMap(({ patterns }) => patterns);
  if (rare.length) return readCandidateVersions(rare);
  const both = next ? await readCandidateVersions(rarest.patterns, next.patterns) : [];
  return both.length ? both : readCandidateVersions(rarest.patterns);
}

/** Sorts only the rows within the limit: sorting first would read every row that matches all of `conditions`. */
async function readCandidateVersions(...conditions: string[][]): Promise<EntryVersion[]> {
  const matches = conditions.map((patterns) => Prisma.sql`search_text LIKE ANY (${patterns})`);
  // A cached plan, which must suit any words, would read the table instead of the index.
  const statement = withoutPreparedStatement(Prisma.sql`
    SELECT id, xmin FROM (
      SELECT id, xmin::text, sort_title FROM catalog_entries
      WHERE published AND ${Prisma.join(matches, " AND ")} LIMIT ${candidatesMax}) AS found
    ORDER BY sort_title, id`);
  const { rows } = await database((_db, pool) => pool.query<EntryVersion>(statement), "catalog");
  return rows;
}

async function readVocabulary(): Promise<Vocabulary> {
  const { rows } = await database(
    (_db, pool) =>
      pool.query<{ text: string; total: number }>(
        `SELECT search_text AS text, (SELECT count(*)::int FROM catalog_entries WHERE published) AS total
         FROM catalog_entries WHERE published ORDER BY id LIMIT ${sampleMax}`,
      ),
    "catalog",
  );
  return collectVocabulary(
    rows.map(({ text }) => text),
    rows[0]?.total ?? 0,
  );
}
