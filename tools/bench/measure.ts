// Runs one load on one server, and measures its rate, latencies, CPU time and memory (by /proc).
import fs from "node:fs";
import autocannon, { type LoadRequest, type Result } from "autocannon";
import type { App } from "../processes.ts";
import { quantile } from "./print-table.ts";
import { idPlace, type Workload } from "./workloads.ts";

/** Number of failed requests by status, or under "no answer". */
export type Failures = Record<string, number>;

/** Linux's unit of CPU time in /proc: USER_HZ is 100 per second. */
const tickMilliseconds = 10;

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

export async function measure(server: App, postgresPid: number, workload: Workload, seconds: number): Promise<Measure> {
  const before = readUsage(server.pid);
  const postgresBefore = readUsage(postgresPid);
  const clientBefore = process.cpuUsage();
  const { count, failures, milliseconds, seconds: taken } = await generateLoad(server.url, workload, seconds);
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

/**
 * Sends the requests of `workload` for `seconds`. Each connection repeats its own part of the list, so that no two
 * connections send the same request at once.
 */
async function generateLoad(url: string, { requests, connections }: Workload, seconds: number) {
  const parts = splitAmongConnections(connections, requests);
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
    /** Number of responses with a 2xx status. */
    count: result["2xx"],
    failures,
    seconds: (performance.now() - startedAt) / 1000,
    /** Latencies of all responses, sorted. */
    milliseconds: Float64Array.from(milliseconds).sort(),
  };
}

function splitAmongConnections(connections: number, requests: LoadRequest[]): LoadRequest[][] {
  if (requests.length < connections) return [requests];
  return Array.from({ length: connections }, (_, part) => requests.filter((_, at) => at % connections === part));
}

type Stat = { parent: number; ticks: number };

/** Reads a process tree's CPU time so far, including ended children, and its current memory. */
function readUsage(root: number) {
  const stats = readStats();
  const usage = { cpuMilliseconds: 0, residentBytes: 0 };
  for (const pid of listProcessTree(root, stats)) {
    usage.cpuMilliseconds += (stats.get(pid)?.ticks ?? 0) * tickMilliseconds;
    usage.residentBytes += readResidentBytes(pid);
  }
  return usage;
}

function listProcessTree(root: number, stats: Map<number, Stat>): Set<number> {
  const tree = new Set([root]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const [pid, { parent }] of stats) if (tree.has(parent)) tree.add(pid);
  }
  return tree;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = readIfAlive(`/proc/${name}/stat`);
    // The program's name may contain any character, even ")", so count the fields after it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    stats.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  return stats;
}

function readResidentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readIfAlive(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function readIfAlive(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
