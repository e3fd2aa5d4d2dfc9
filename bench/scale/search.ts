// The search on 100,000 published entries, through HTTP.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { storeEntries } from "../entries.ts";
import { printTable, quantile } from "../print-table.ts";
import type { Stage } from "../stage.ts";
import { timedGet } from "../timed-get.ts";
import { scaleDrafts } from "./entries.ts";
import { describeMix, drawQueries, type Query } from "./queries.ts";

const entryCount = 100_000;
const p95Max = 20;
/** The app reuses an answer for a second (lib/server/catalog/entries): a query must not come again earlier. */
const passMilliseconds = 1_200;

type Answer = Query & { milliseconds: number; bytes: number; count: number; status: number };

/** @returns true if every request succeeded */
export async function searchAtScale(stage: Stage, passes: number): Promise<boolean> {
  const url = await stage.createDatabase("catalog");
  console.log(`Storing ${entryCount} entries …`);
  const averageBytes = await fill(stage, url);
  await stage.settle(url);
  const app = await stage.startApp("catalog", url);
  const queries = drawQueries(entryCount);
  console.log("Searching …");
  await pass(app.url, queries, 1);
  const answers: Record<"1" | "4", Answer[]> = { 1: [], 4: [] };
  for (let at = 0; at < passes; at++) {
    answers[1].push(...(await pass(app.url, queries, 1)));
    answers[4].push(...(await pass(app.url, queries, 4)));
  }
  await app.stop();
  report(answers, averageBytes, passes);
  return Object.values(answers).every((all) => all.every(({ status }) => status === 200));
}

/** Fills the table with its indexes away, as a restore does, and returns the average length of the searched text. */
async function fill(stage: Stage, url: string): Promise<number> {
  const indexes = await stage.onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'catalog_entries'::regclass AND NOT indisunique`,
    );
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
    return rows;
  });
  await storeEntries(url, scaleDrafts(entryCount));
  return stage.onDatabase(url, async (client) => {
    for (const { definition } of indexes) await client.query(definition);
    const { rows } = await client.query("SELECT round(avg(octet_length(search_text))) AS bytes FROM catalog_entries");
    return Number(rows[0].bytes);
  });
}

/** Every query once over some connections, each waiting for its answer before it asks again. */
async function pass(url: string, queries: Query[], connections: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    for (let query = queries[next++]; query; query = queries[next++]) answers.push(await ask(agent, url, query));
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  await sleep(Math.max(0, passMilliseconds - (performance.now() - startedAt)));
  return answers;
}

async function ask(agent: Agent, url: string, query: Query): Promise<Answer> {
  const address = `${url}/api/catalog?search=${encodeURIComponent(query.text)}`;
  const { status, body, milliseconds } = await timedGet(agent, address);
  const found: unknown[] = status === 200 ? JSON.parse(body.toString()) : [];
  return { ...query, milliseconds, bytes: body.byteLength, count: found.length, status };
}

function report(answers: Record<"1" | "4", Answer[]>, averageBytes: number, passes: number): void {
  const kinds = Object.groupBy(answers[1], ({ kind }) => kind);
  const rows = Object.entries(kinds).map(([kind, all = []]) => toRow(kind, all));
  printTable(
    `search among ${entryCount} entries of ${averageBytes} bytes of searched text (${passes} passes; one connection)`,
    [...rows, toRow("the mix", answers[1]), toRow("the mix, 4 connections", answers[4])],
  );
  console.log(
    `  The mix: ${describeMix(answers[1].slice(0, answers[1].length / passes))}; shuffled, none twice within the second for which an answer is reused.`,
  );
  const p95 = quantile(sortedTimes(answers[1]), 0.95);
  const hasFailed = answers[1].some(({ status }) => status !== 200);
  const verdict = hasFailed ? "not judged, requests failed" : p95 <= p95Max ? "met" : "missed";
  console.log(`  p95 of the mix, one connection: ${p95.toFixed(1)} ms, target at most ${p95Max} ms: ${verdict}`);
}

function toRow(kind: string, answers: Answer[]): Record<string, string | number> {
  const times = sortedTimes(answers);
  const average = (key: "count" | "bytes") => answers.reduce((sum, answer) => sum + answer[key], 0) / answers.length;
  return {
    queries: kind,
    asked: answers.length,
    "entries found": average("count").toFixed(1),
    "answer kB": (average("bytes") / 1000).toFixed(1),
    "p50 ms": quantile(times, 0.5).toFixed(1),
    "p95 ms": quantile(times, 0.95).toFixed(1),
    "p99 ms": quantile(times, 0.99).toFixed(1),
    failed: answers.filter(({ status }) => status !== 200).length,
  };
}

function sortedTimes(answers: Answer[]): number[] {
  return answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
}
