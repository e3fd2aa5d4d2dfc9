// Exports over HTTP, while the memory of the server is watched.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../scripts/processes.ts";
import { printTable } from "../print-table.ts";
import { timedGet } from "../timed-get.ts";
import { readUsage } from "../usage.ts";
import { countInquiries } from "./fill.ts";

const aboveIdleMaxBytes = 150e6;
const sampleMilliseconds = 50;
/** After the start, and after the first pages, the server comes to rest. */
const restMilliseconds = 3_000;
const warmUps = 20;

const exports = {
  everything: "snoozed=all&status=open,closed,spam",
  "everything, oldest first": "snoozed=all&status=open,closed,spam&sort=oldest",
  "language, route, channel, owner": "language=en&route=qualified&channel=ai_agent&owner=third",
  "search, word of 17 %": "q=loyalty",
  "search, word of 6 %": "q=sweepstakes",
};

type Download = { bytes: number; lines: number; isWhole: boolean };

/** @returns true if every file was complete, and the first had every row */
export async function exportAll({ url, pid }: App, cookie: string, leadCount: number): Promise<boolean> {
  console.log("Exporting …");
  const agent = new Agent({ keepAlive: true });
  for (let at = 0; at < warmUps; at++) await timedGet(agent, `${url}/admin/inbox`, { cookie });
  agent.destroy();
  await sleep(restMilliseconds);
  const idleBytes = readUsage(pid).residentBytes;
  const rows: Record<string, string | number>[] = [];
  let isFlawless = true;
  for (const [name, search] of Object.entries(exports)) {
    const startedAt = performance.now();
    const { result, peakBytes } = await watch(pid, download(`${url}/api/admin/inbox/export?${search}`, cookie));
    const aboveIdle = peakBytes - idleBytes;
    const exported = result.lines - 1;
    const isComplete = name !== "everything" || exported === leadCount + countInquiries(leadCount);
    if (!result.isWhole || !isComplete) isFlawless = false;
    rows.push({
      export: name,
      rows: exported,
      whole: result.isWhole && isComplete ? "yes" : "NO",
      MB: (result.bytes / 1e6).toFixed(0),
      seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
      "idle MB": (idleBytes / 1e6).toFixed(0),
      "peak above idle MB": (aboveIdle / 1e6).toFixed(0),
      [`target ${aboveIdleMaxBytes / 1e6} MB`]: aboveIdle <= aboveIdleMaxBytes ? "met" : "missed",
    });
  }
  printTable(`exports of ${leadCount} leads and ${countInquiries(leadCount)} inquiries over HTTP`, rows);
  return isFlawless;
}

async function watch<Result>(pid: number, work: Promise<Result>): Promise<{ result: Result; peakBytes: number }> {
  let peakBytes = 0;
  const sample = () => {
    peakBytes = Math.max(peakBytes, readUsage(pid).residentBytes);
  };
  const timer = setInterval(sample, sampleMilliseconds);
  const result = await work.finally(() => clearInterval(timer));
  sample();
  return { result, peakBytes };
}

/** Counts without keeping. No text of the bench has a line break. */
function download(url: string, cookie: string): Promise<Download> {
  return new Promise((resolve, reject) => {
    const counted: Download = { bytes: 0, lines: 0, isWhole: false };
    const sent = request(url, { headers: { cookie } }, (response) => {
      response.on("data", (chunk: Buffer) => {
        counted.bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) counted.lines++;
      });
      response.once("error", () => resolve(counted));
      response.once("end", () => resolve({ ...counted, isWhole: response.statusCode === 200 && response.complete }));
    });
    sent.once("error", reject);
    sent.end();
  });
}
