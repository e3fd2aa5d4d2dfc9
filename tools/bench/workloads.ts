// The workloads of the benchmark, with their requests and targets.
import type { LoadRequest } from "autocannon";
import { requestExamples } from "../../lib/contract/examples.ts";

/** Limits for the ratios to the compared server. CPU time is per request. */
export type Target = {
  rateRatioMin: number;
  cpuRatioMax: number;
  postgresRatioMax?: number;
  /** Limit for requests that do not use Postgres. It is not 0, because of Postgres's background processes. */
  postgresMillisecondsMax?: number;
};

export type Workload = {
  name: string;
  requests: LoadRequest[];
  connections: number;
  target?: Target;
};

const connections = 50;

const targets = {
  submission: { rateRatioMin: 0.7, cpuRatioMax: 3, postgresRatioMax: 2 },
  memory: { rateRatioMin: 0.6, cpuRatioMax: 2, postgresMillisecondsMax: 0.01 },
  page: { rateRatioMin: 0.4, cpuRatioMax: 2.5, postgresMillisecondsMax: 0.1 },
} satisfies Record<string, Target>;

/** Creates the workloads whose names contain `nameFilter`. They request the catalog entries of the app at `url`. */
export async function fetchWorkloads(url: string, nameFilter: string): Promise<Workload[]> {
  const answer = await fetch(`${url}/api/catalog`);
  const entries: { slug: string }[] = await answer.json();
  const workloads = listWorkloads(entries.map(({ slug }) => `/api/catalog/${slug}`)).filter(({ name }) =>
    name.includes(nameFilter),
  );
  if (!workloads.length) throw new Error(`--only: no load has ${JSON.stringify(nameFilter)} in its name.`);
  return workloads;
}

function listWorkloads(entryPaths: string[]): Workload[] {
  const workloads = [
    { name: "evaluate", requests: evaluateRequests, target: targets.submission },
    { name: "contact", requests: makePosts("/api/leads/contact", contacts), target: targets.submission },
    { name: "list", requests: makeGets(["/api/catalog"]), target: targets.memory },
    { name: "entry", requests: makeGets(entryPaths), target: targets.memory },
    { name: "page", requests: makeGets(["/en/evaluation"]), target: targets.page },
  ];
  return [
    { name: "evaluate, one connection", requests: evaluateRequests, connections: 1 },
    ...workloads.map((workload) => ({ ...workload, connections })),
  ];
}

/** Placeholder for a new id in each request, because a submission with the same content would count as a repeat. */
export const idPlace = "[<id>]";

const evaluations = Object.values(requestExamples.submitEvaluation).map(({ value }) => ({
  ...value,
  projectDescription: `${value.projectDescription} ${idPlace}`,
}));
const contacts = Object.values(requestExamples.submitContact).map(({ value }) => ({
  ...value,
  message: `${value.message} ${idPlace}`,
}));

const evaluateRequests = makePosts("/api/leads/evaluate", evaluations);

function makePosts(path: string, bodies: object[]): LoadRequest[] {
  const headers = { "content-type": "application/json" };
  return bodies.map((body) => ({ method: "POST", path, headers, body: JSON.stringify(body) }));
}

function makeGets(paths: string[]): LoadRequest[] {
  return paths.map((path) => ({ method: "GET", path }));
}
