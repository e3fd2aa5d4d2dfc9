// Measures rates, CPU time and memory of one load on one server.
import type { App } from "../processes.ts";
import { type Failures, load } from "./load.ts";
import { quantile } from "./print-table.ts";
import { readUsage } from "./usage.ts";
import type { Work } from "./works.ts";

/**
 * Result of one load. Times are in milliseconds. `cpu`, of the server's process tree, and `postgresCpu` are per
 * successful request.
 */
export type Measure = {
  /** Number of responses with a 2xx status. */
  count: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpu: number;
  postgresCpu: number;
  residentBytes: number;
  /** Share of one core that the load generator used. Near 1, the load generator is the bottleneck. */
  clientLoad: number;
  failures: Failures;
};

export async function measure(server: App, postgresPid: number, work: Work, seconds: number): Promise<Measure> {
  const before = readUsage(server.pid);
  const postgresBefore = readUsage(postgresPid);
  const clientBefore = process.cpuUsage();
  const { count, failures, milliseconds, seconds: taken } = await load(server.url, work, seconds);
  const client = process.cpuUsage(clientBefore);
  const after = readUsage(server.pid);
  const postgresAfter = readUsage(postgresPid);
  return {
    count,
    requestsPerSecond: count / taken,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
    cpu: (after.cpuMilliseconds - before.cpuMilliseconds) / count,
    postgresCpu: (postgresAfter.cpuMilliseconds - postgresBefore.cpuMilliseconds) / count,
    residentBytes: after.residentBytes,
    clientLoad: (client.user + client.system) / 1e6 / taken,
    failures,
  };
}
