// The measured paths, with the requests of each and its targets.
import type { LoadRequest } from "autocannon";
import { requestExamples } from "../lib/contract/examples.ts";
import type { CatalogDraft } from "../lib/domain/catalog/schema.ts";
import { fold } from "../lib/domain/catalog/search.ts";

export type Path = {
  name: string;
  requests: LoadRequest[];
  /** Requests for the floor, where its paths differ. */
  floorRequests?: LoadRequest[];
  /** Highest CPU per request as a multiple of the floor's. */
  floorRatioMax: number;
};

export function listPaths(entries: CatalogDraft[]): Path[] {
  const searches = searchQueries(entries).map((query) => `?search=${encodeURIComponent(query)}`);
  return [
    { name: "evaluate", requests: posts("/api/leads/evaluate", evaluations), floorRatioMax: 1.6 },
    { name: "contact", requests: posts("/api/leads/contact", contacts), floorRatioMax: 1.6 },
    { name: "list", requests: gets(["/api/catalog"]), floorRatioMax: 1.3 },
    { name: "entry", requests: gets(entries.map(({ slug }) => `/api/catalog/${slug}`)), floorRatioMax: 1.3 },
    {
      name: "search",
      requests: gets(searches.map((query) => `/api/catalog${query}`)),
      floorRequests: gets(searches.map((query) => `/api/search${query}`)),
      floorRatioMax: 2.5,
    },
  ];
}

const evaluations = Object.values(requestExamples.submitEvaluation).map(({ value }) => value);
const contacts = Object.values(requestExamples.submitContact).map(({ value }) => value);

export const evaluateRequests = posts("/api/leads/evaluate", evaluations);

function posts(path: string, bodies: object[]): LoadRequest[] {
  const headers = { "content-type": "application/json" };
  return bodies.map((body) => ({ method: "POST", path, headers, body: JSON.stringify(body) }));
}

function gets(paths: string[]): LoadRequest[] {
  return paths.map((path) => ({ method: "GET", path }));
}

/**
 * Queries that hardly repeat within the second for which the app keeps an answer. In turn: a word of a title, a use
 * case or an endpoint, or its beginning; the same with the line of business, which narrows it to one or two entries;
 * two words; a miss.
 */
function searchQueries(entries: CatalogDraft[]): string[] {
  const words = [...new Set(entries.flatMap(listWords).flatMap(listBeginnings))].sort();
  const businesses = [...new Set(entries.map(({ titleEn }) => titleEn.split(" for ")[1] ?? ""))];
  return words.flatMap((word, at) => [
    word,
    `${word} ${businesses[at % businesses.length]}`,
    `${word} ${words[(at * 31 + 7) % words.length]}`,
    `${word}zq`,
  ]);
}

function listWords(entry: CatalogDraft): string[] {
  const texts = [entry.titleEn, entry.titleEs, ...entry.useCasesEn, ...entry.useCasesEs, ...entry.endpoints];
  return fold(texts.join(" ")).match(/[a-z]{4,}/g) ?? [];
}

function listBeginnings(word: string): string[] {
  return Array.from({ length: word.length - 3 }, (_, at) => word.slice(0, at + 4));
}
