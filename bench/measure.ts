// CPU time and memory of one load on one server.
import type { LoadRequest } from "autocannon";
import type { App } from "../scripts/processes.ts";
import { type Failures, load } from "./load.ts";
import { quantile } from "./print-table.ts";
import { readUsage } from "./usage.ts";

/** Times in milliseconds; CPU of the server's process tree and of Postgres, per answered request. */
export type Measure = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpu: number;
  postgresCpu: number;
  residentBytes: number;
  failures: Failures;
};

export async function measure(
  server: App,
  postgresPid: number,
  requests: LoadRequest[],
  seconds: number,
): Promise<Measure> {
  const before = readUsage(server.pid);
  const postgresBefore = readUsage(postgresPid);
  const { count, failures, milliseconds, seconds: taken } = await load(server.url, requests, seconds);
  const after = readUsage(server.pid);
  const postgresAfter = readUsage(postgresPid);
  return {
    requestsPerSecond: count / taken,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
    cpu: (after.cpuMilliseconds - before.cpuMilliseconds) / count,
    postgresCpu: (postgresAfter.cpuMilliseconds - postgresBefore.cpuMilliseconds) / count,
    residentBytes: after.residentBytes,
    failures,
  };
}
