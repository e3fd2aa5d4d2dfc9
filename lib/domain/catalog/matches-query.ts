import { searchWords } from "./search-text.ts";

/** Longer searches are cut: more words than these only narrow a result that is empty already. */
export const searchLengthMax = 120;

export type SearchQuery = { /** As shown and sent, without what no text holds. */ text: string; words: string[] };

/** What is searched for by the `search` parameter of a page: of several the last, as the API takes it. */
export function readSearchQuery(value: string | string[] | undefined): SearchQuery {
  const given = Array.isArray(value) ? (value.at(-1) ?? "") : (value ?? "");
  const clean = given
    .slice(0, searchLengthMax * 4)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim();
  const text = [...clean].slice(0, searchLengthMax).join("").trim();
  return { text, words: searchWords(text) };
}
