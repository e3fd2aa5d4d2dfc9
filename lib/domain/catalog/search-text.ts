import type { CatalogDraft } from "./schema.ts";

/** Case and accents removed: "Envío" and "ENVIO" become "envio". */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The distinct folded words of a query, longest first: the longest narrows the search most. */
export function searchWords(query: string): string[] {
  const words = new Set(fold(query).split(/\s+/).filter(Boolean));
  return [...words].sort((a, b) => b.length - a.length);
}

/** Listings are ordered by this, compared by code point. */
export function sortTitleOf(entry: CatalogDraft): string {
  return fold(entry.titleEn);
}

export function searchTitleOf(entry: CatalogDraft): string {
  return fold(`${entry.titleEn}\n${entry.titleEs}`);
}

/** Everything of an entry that a search looks at, folded, a line each so that no word spans two fields. */
export function searchTextOf(entry: CatalogDraft): string {
  const services = entry.services.flatMap((service) => [
    service.titleEn,
    service.titleEs,
    service.descriptionEn,
    service.descriptionEs,
    ...service.operations,
  ]);
  const lines = [
    entry.slug,
    entry.titleEn,
    entry.titleEs,
    entry.descriptionEn,
    entry.descriptionEs,
    ...entry.useCasesEn,
    ...entry.useCasesEs,
    ...entry.endpoints,
    ...services,
  ];
  return fold(lines.join("\n"));
}

/** Every two neighbouring characters of a folded text that a word can hold, once. */
export function pairsOf(folded: string): string[] {
  const pairs = new Set<string>();
  for (const word of folded.split(/\s+/)) {
    const characters = [...word];
    for (let at = 1; at < characters.length; at++) pairs.add(`${characters[at - 1]}${characters[at]}`);
  }
  return [...pairs];
}
