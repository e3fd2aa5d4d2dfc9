// `npm run check -- lighthouse`: runs Lighthouse's mobile preset on every page of the built app, in both languages.

import os from "node:os";
import { parseArgs } from "node:util";
import lighthouse, { type Result } from "lighthouse";
import { entryWithOpenApi } from "../../e2e/support/site-states.ts";
import { locales } from "../../lib/i18n/locales.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { median, printTable } from "../bench/print-table.ts";
import { runCheck } from "../run-check.ts";
import { launchBrowser, serveSample } from "./sample-site.ts";

const pages: Record<string, Href> = {
  home: "/",
  evaluation: "/evaluation",
  contact: "/contact",
  catalog: "/catalog",
  entry: { pathname: "/catalog/[slug]", params: { slug: entryWithOpenApi } },
};

const categories = {
  performance: { title: "performance", min: 95 },
  accessibility: { title: "accessibility", min: 100 },
  "best-practices": { title: "best practices", min: 100 },
  seo: { title: "SEO", min: 100 },
};
const metrics = {
  "largest-contentful-paint": { title: "LCP s", max: 1.8, unit: 1_000, digits: 2 },
  "cumulative-layout-shift": { title: "CLS", max: 0.02, unit: 1, digits: 3 },
  "total-blocking-time": { title: "TBT ms", max: 100, unit: 1, digits: 0 },
};

/** Measured times are reliable while other programs use at most this share of the processor's cores. */
const busyShareMax = 0.5;
const placesMax = 10;
const placeLengthMax = 500;
/** Details of an element that are not printed, because its HTML snippet is enough. */
const omittedKeys = new Set(["type", "lhId", "path", "boundingRect", "nodeLabel", "selector", "relatedNodes"]);

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, runs: { type: "string", default: "1" } },
});

await runCheck(
  async () => {
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs must be a whole number from 1.");
    const wanted = Object.entries(pages).filter(([name]) => name.includes(values.only));
    if (!wanted.length) throw new Error(`--only must be part of one of ${Object.keys(pages).join(", ")}.`);
    const siteUrl = await serveSample();
    warnIfBusy();
    const port = await findFreePort();
    await launchBrowser([`--remote-debugging-port=${port}`]);
    const measured: MeasuredPage[] = [];
    for (const [name, href] of wanted) {
      for (const locale of locales) {
        const results: Result[] = [];
        for (let run = 0; run < runs; run++)
          results.push(await runLighthouse(siteUrl + getPathname({ href, locale }), port));
        measured.push(summarizeResults(`${name}, ${locale}`, results));
      }
    }
    printTable(
      `Lighthouse, mobile preset${runs > 1 ? `, medians of ${runs} runs` : ""}`,
      measured.map(({ row }) => row),
    );
    console.log(`  targets: ${formatTargets()}\n`);
    for (const page of measured.filter(({ missed }) => missed.length)) printFailedAudits(page);
    const missing = measured.filter(({ missed }) => missed.length).length;
    console.log(missing ? `Targets missed on ${missing} of ${measured.length} pages.` : "Every target is met.");
    return missing === 0;
  },
  { minutes: 30 },
);

function warnIfBusy(): void {
  const [load = 0] = os.loadavg();
  const cores = os.availableParallelism();
  if (load <= busyShareMax * cores) return;
  console.log(
    `This machine is busy (load ${load.toFixed(1)} on ${cores} cores): the measured times will be worse than on an idle machine.`,
  );
}

type MeasuredPage = { name: string; row: Record<string, string | number>; missed: string[]; results: Result[] };

async function runLighthouse(url: string, port: number): Promise<Result> {
  const answer = await lighthouse(url, { port, output: "json", logLevel: "error" });
  if (!answer) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { runtimeError } = answer.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed at ${url}: ${runtimeError.message}`);
  return answer.lhr;
}

function summarizeResults(name: string, results: Result[]): MeasuredPage {
  const row: MeasuredPage["row"] = { page: name };
  const missed: string[] = [];
  for (const [id, { title, min }] of Object.entries(categories)) {
    const score = Math.round(median(results.map((result) => (result.categories[id]?.score ?? 0) * 100)));
    row[title] = score;
    if (score < min) missed.push(id);
  }
  for (const [id, { title, max, unit, digits }] of Object.entries(metrics)) {
    const value = median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN)) / unit;
    row[title] = value.toFixed(digits);
    if (!(value <= max)) missed.push(id);
  }
  return { name, row: { ...row, missed: missed.length ? `${missed.length}!` : "" }, missed, results };
}

function formatTargets(): string {
  const scores = Object.values(categories).map(({ title, min }) => `${title} ≥ ${min}`);
  return [...scores, ...Object.values(metrics).map(({ title, max }) => `${title} ≤ ${max}`)].join(", ");
}

/** Prints a page's failed audits and where they failed. For performance, prints every possible improvement. */
function printFailedAudits({ name, missed, results }: MeasuredPage): void {
  console.log(`${name}: ${missed.join(", ")}`);
  const [result] = results;
  const ids = missed.map((id) => (id in categories ? id : "performance"));
  for (const id of new Set(ids)) {
    for (const { id: auditId } of result?.categories[id]?.auditRefs ?? []) {
      const audit = result?.audits[auditId];
      if (!audit || audit.score === null || audit.score >= 0.9) continue;
      console.log(`  ${auditId}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ""}`);
      for (const line of formatAuditItems(audit.details)) console.log(`    ${line}`);
    }
  }
  console.log();
}

/** Formats one line for each item of an audit: its element, URL or values. */
function formatAuditItems(details: Result["audits"][string]["details"]): string[] {
  const items: unknown[] = details && "items" in details && Array.isArray(details.items) ? details.items : [];
  return items.slice(0, placesMax).map((item) => {
    const text = JSON.stringify(item, (key, value: unknown) => (omittedKeys.has(key) ? undefined : value));
    return text.length > placeLengthMax ? `${text.slice(0, placeLengthMax)} …` : text;
  });
}
