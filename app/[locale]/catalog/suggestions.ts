import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { similarWords } from "#lib/domain/catalog/search.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

const wordsMax = 4;

/** For a search that found nothing: which of its words find something alone, and what was perhaps meant by the others. */
export async function suggestionsFor(words: string[], all: ApiCatalogEntry[]) {
  const counted = await Promise.all(words.slice(0, wordsMax).map(countOf));
  const lost = counted.filter(({ count }) => !count).map(({ word }) => word);
  const meant = lost.flatMap((word) => similarWords(word, namesOf(all)));
  const similar = await Promise.all([...new Set(meant)].slice(0, wordsMax).map(countOf));
  return {
    fewer: words.length > 1 ? counted.filter(({ count }) => count) : [],
    similar: similar.filter(({ count }) => count),
  };
}

async function countOf(word: string) {
  const found = await listCatalogApis({ search: word });
  return { word, count: found.length };
}

function* namesOf(entries: ApiCatalogEntry[]) {
  for (const entry of entries) {
    yield* [entry.titleEn, entry.titleEs];
    for (const service of entry.services) yield* [service.titleEn, service.titleEs];
    yield* [...entry.useCasesEn, ...entry.useCasesEs];
  }
}
