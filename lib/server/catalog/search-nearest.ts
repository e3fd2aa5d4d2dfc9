import "server-only";
import { LRUCache } from "lru-cache";
import { describeNearSearch, type NearSearch, rankEntries, takeNearest } from "../../domain/catalog/rank.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { toLikePatterns } from "../../domain/catalog/search.ts";
import {
  collectVocabulary,
  expandWord,
  splitCounted,
  sum,
  type Vocabulary,
  type WantedWord,
} from "../../domain/catalog/vocabulary.ts";
import { database, withoutPreparedStatement } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { type EntryVersion, readEntries } from "./entries.ts";

/** Maximum entries whose words are loaded. Corrections and estimates are based only on these words. */
const sampleMax = 2_000;
const wordsMax = 12;
const candidatesMax = 200;
/** Shorter stems have no trigram, so that no index finds them. */
const stemMin = 3;

const vocabularies = new LRUCache<number, Vocabulary>({ max: 1, fetchMethod: readVocabulary });

export async function searchNearest(
  counted: readonly string[],
  version: number,
): Promise<{ entries: ApiCatalogEntry[]; near: NearSearch }> {
  const vocabulary = await vocabularies.forceFetch(version);
  const wanted = splitCounted(counted)
    .slice(0, wordsMax)
    .map((word) => expandWord(word, vocabulary));
  const candidates = await readEntries(await findCandidates(wanted));
  const ranked = takeNearest(rankEntries(candidates, wanted), wanted.length);
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

/** Reads the rows that match all of `conditions`. The limit ends the reading early, which a sort would not. */
async function readCandidateVersions(...conditions: string[][]): Promise<EntryVersion[]> {
  const matches = conditions.map((patterns) => Prisma.sql`search_text LIKE ANY (${patterns})`);
  // A plan that is kept for all words would read the table, not the index.
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
