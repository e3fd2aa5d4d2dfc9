// The requests of the benchmark, and its targets.
import { randomUUID } from "node:crypto";
import type { LoadRequest } from "autocannon";
import { makeMessage } from "../e2e/support/mcp-calls.ts";
import { mcpPath } from "../lib/contract/addresses.ts";
import { requestExamples } from "../lib/contract/examples.ts";
import type { CatalogDraft } from "../lib/domain/catalog/schema.ts";
import { fold } from "../lib/domain/catalog/search.ts";

/** Against the base of the comparison; CPU is per request. */
export type Target = {
  rateRatioMin: number;
  cpuRatioMax: number;
  postgresMax: { ratio: number } | { milliseconds: number };
};

export type Work = {
  name: string;
  requests: LoadRequest[];
  connections: number;
  /** Number of requests, sent as fast as the connections allow; otherwise the load has a duration. */
  amount?: number;
  target?: Target;
  /** Measured beside another work of the same server, for no base does the same. */
  beside?: { work: string; cpuRatioMax: number };
};

type Entry = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs" | "useCasesEn" | "useCasesEs" | "endpoints">;

const connections = 50;
/** For "no work in Postgres": leaves room for its background processes. */
const noMilliseconds = 0.01;

const targets = {
  submission: { rateRatioMin: 0.7, cpuRatioMax: 3, postgresMax: { ratio: 2 } },
  memory: { rateRatioMin: 0.6, cpuRatioMax: 2, postgresMax: { milliseconds: noMilliseconds } },
  search: { rateRatioMin: 0.6, cpuRatioMax: 2.5, postgresMax: { milliseconds: 0.1 } },
  health: { rateRatioMin: 0.5, cpuRatioMax: 2.5, postgresMax: { milliseconds: noMilliseconds } },
  page: { rateRatioMin: 0.4, cpuRatioMax: 2.5, postgresMax: { milliseconds: 0.1 } },
} satisfies Record<string, Target>;

/** Works whose name contains `only`, and those beside which they are measured. They ask the app at `url` for entries of its own catalog. */
export async function fetchWorks(url: string, only = ""): Promise<Work[]> {
  const answer = await fetch(`${url}/api/catalog`);
  const entries: Entry[] = await answer.json();
  const works = listWorks(entries);
  const chosen = works.filter(({ name }) => name.includes(only));
  if (!chosen.length) throw new Error(`--only: no load has ${JSON.stringify(only)} in its name.`);
  const names = new Set(chosen.flatMap(({ name, beside }) => [name, beside?.work]));
  return works.filter(({ name }) => names.has(name));
}

function listWorks(entries: Entry[]): Work[] {
  const brotli = { "accept-encoding": "br" };
  const slugs = entries.map(({ slug }) => `/api/catalog/${slug}`);
  const searches = searchQueries(entries).map((query) => `/api/catalog?search=${encodeURIComponent(query)}`);
  const works: Omit<Work, "connections">[] = [
    { name: "evaluate", requests: evaluateRequests, target: targets.submission },
    { name: "contact", requests: posts("/api/leads/contact", contacts), target: targets.submission },
    { name: "list", requests: gets(["/api/catalog"]), target: targets.memory },
    { name: "entry", requests: gets(slugs), target: targets.memory },
    { name: "search", requests: gets(searches), target: targets.search },
    { name: "health", requests: gets(["/api/healthz"]), target: targets.health },
    { name: "tools/call", requests: [callOfTool()], beside: { work: "evaluate", cpuRatioMax: 4 } },
    { name: "tools/list", requests: [toMessage("tools/list", {})], beside: { work: "health", cpuRatioMax: 1.5 } },
    { name: "static page", requests: gets(["/en/evaluation"]), target: targets.page },
    { name: "static page, brotli", requests: gets(["/en/evaluation"], brotli), target: targets.page },
    { name: "catalog page", requests: gets(["/en/catalog"]), target: targets.page },
    { name: "catalog page, brotli", requests: gets(["/en/catalog"], brotli), target: targets.page },
  ];
  return [
    { name: "evaluate, one connection", requests: evaluateRequests, connections: 1 },
    ...works.map((work) => ({ ...work, connections })),
    { name: "evaluate, burst", requests: evaluateRequests, connections: 500, amount: 2_000 },
  ];
}

/** Becomes an id of its own in each request: a submission of the same content as another one is a repeat. */
export const idPlace = "[<id>]";

const evaluations = Object.values(requestExamples.submitEvaluation).map(({ value }) => ({
  ...value,
  projectDescription: `${value.projectDescription} ${idPlace}`,
}));
const contacts = Object.values(requestExamples.submitContact).map(({ value }) => ({
  ...value,
  message: `${value.message} ${idPlace}`,
}));

const evaluateRequests = posts("/api/leads/evaluate", evaluations);

/** The same content from the same person would be stored once. */
function callOfTool(): LoadRequest {
  const { sourcePage, channel, ...given } = requestExamples.submitEvaluation.qualified.value;
  const call = () => {
    const projectDescription = `${given.projectDescription} ${randomUUID()}`;
    return toMessage("tools/call", { name: "submit_evaluation", arguments: { ...given, projectDescription } });
  };
  return { ...call(), setupRequest: (request) => ({ ...request, body: call().body }) };
}

function toMessage(method: string, params: object): LoadRequest {
  const { headers, body } = makeMessage(method, params);
  return { method: "POST", path: mcpPath, headers, body };
}

function posts(path: string, bodies: object[]): LoadRequest[] {
  const headers = { "content-type": "application/json" };
  return bodies.map((body) => ({ method: "POST", path, headers, body: JSON.stringify(body) }));
}

function gets(paths: string[], headers: Record<string, string> = {}): LoadRequest[] {
  return paths.map((path) => ({ method: "GET", path, headers }));
}

/**
 * Queries that hardly repeat within the second for which the app keeps an answer. In turn: a word of a title, a use
 * case or an endpoint, or its beginning; the same with the line of business, which narrows it to one or two entries;
 * two words; a miss.
 */
function searchQueries(entries: Entry[]): string[] {
  const words = [...new Set(entries.flatMap(listWords).flatMap(listBeginnings))].sort();
  const businesses = [...new Set(entries.map(({ titleEn }) => titleEn.split(" for ")[1] ?? ""))];
  return words.flatMap((word, at) => [
    word,
    `${word} ${businesses[at % businesses.length]}`,
    `${word} ${words[(at * 31 + 7) % words.length]}`,
    `${word}zq`,
  ]);
}

function listWords(entry: Entry): string[] {
  const texts = [entry.titleEn, entry.titleEs, ...entry.useCasesEn, ...entry.useCasesEs, ...entry.endpoints];
  return fold(texts.join(" ")).match(/[a-z]{4,}/g) ?? [];
}

function listBeginnings(word: string): string[] {
  return Array.from({ length: word.length - 3 }, (_, at) => word.slice(0, at + 4));
}
