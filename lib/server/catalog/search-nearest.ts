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
import { database, toPreparedStatement } from "../db.ts";
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
  const [rarest, next = rarest] = known;
  if (!rarest || !next) return [];
  const rare = known
    .filter((_each, at) => sum(known.slice(0, at + 1).map(({ entryCount }) => entryCount)) <= candidatesMax)
    .flatMap(({ patterns }) => patterns);
  if (rare.length) return readCandidateVersions(rare, rare);
  const both = await readCandidateVersions(rarest.patterns, next.patterns);
  return both.length ? both : readCandidateVersions(rarest.patterns, rarest.patterns);
}

/** Materialized, because the limit would make Postgres read the table in place of the index. */
const candidatesText = `WITH found AS MATERIALIZED (
  SELECT id, xmin::text, sort_title FROM catalog_entries
  WHERE published AND search_text LIKE ANY ($1) AND search_text LIKE ANY ($2))
  SELECT id, xmin FROM found ORDER BY sort_title, id LIMIT ${candidatesMax}`;

async function readCandidateVersions(patterns: string[], others: string[]): Promise<EntryVersion[]> {
  const statement = toPreparedStatement({
    name: "catalog_candidates",
    text: candidatesText,
    values: [patterns, others],
  });
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
