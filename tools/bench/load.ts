// Runs one bounded load on one server and measures latencies.
import autocannon, { type LoadRequest, type Result } from "autocannon";
import { idPlace, type Work } from "./works.ts";

/** Number of failed requests by status, or under "no answer". */
export type Failures = Record<string, number>;

export type LoadResult = {
  /** Number of responses with a 2xx status. */
  count: number;
  failures: Failures;
  seconds: number;
  /** Latencies of all responses, sorted. */
  milliseconds: Float64Array;
};

/**
 * Sends the requests of `work` for `seconds`. Each connection repeats its own part of the list, so that no two
 * connections send the same request at once.
 */
export async function load(url: string, { requests, connections }: Work, seconds: number): Promise<LoadResult> {
  const parts = splitAmong(connections, requests);
  let next = 0;
  const milliseconds: number[] = [];
  const failures: Failures = {};
  const startedAt = performance.now();
  const result = await new Promise<Result>((resolve, reject) => {
    const tracker = autocannon(
      {
        url,
        connections,
        duration: seconds,
        sampleInt: 100,
        timeout: 10,
        // Replacing ids takes the load generator's time, so do it only if a body needs it.
        idReplacement: requests.some(({ body }) => body?.includes(idPlace)),
        setupClient: (client) => client.setRequests(parts[next++ % parts.length] ?? requests),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    tracker.on("response", (_client, status, _bytes, duration) => {
      milliseconds.push(duration);
      if (status < 200 || status > 299) failures[status] = (failures[status] ?? 0) + 1;
    });
  });
  if (result.errors) failures["no answer"] = result.errors;
  return {
    count: result["2xx"],
    failures,
    seconds: (performance.now() - startedAt) / 1000,
    milliseconds: Float64Array.from(milliseconds).sort(),
  };
}

function splitAmong(connections: number, requests: LoadRequest[]): LoadRequest[][] {
  if (requests.length < connections) return [requests];
  return Array.from({ length: connections }, (_, part) => requests.filter((_, at) => at % connections === part));
}
