// `npm run check -- lighthouse`: runs Lighthouse's mobile preset on every page of the built app, in both languages.

import lighthouse, { type Result } from "lighthouse";
import { entryWithOpenApi } from "../../e2e/support/site-states.ts";
import { locales } from "../../lib/i18n/locales.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { printTable } from "../bench/print-table.ts";
import { runCheck } from "../run-check.ts";
import { launchBrowser, serveSample } from "./sample-site.ts";

const detailsLengthMax = 1_000;

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

await runCheck(
  async () => {
    const siteUrl = await serveSample();
    const port = await findFreePort();
    await launchBrowser([`--remote-debugging-port=${port}`]);
    const rows = [];
    let failed = "";
    for (const [name, href] of Object.entries(pages)) {
      for (const locale of locales) {
        const result = await runLighthouse(siteUrl + getPathname({ href, locale }), port);
        const { row, missed } = summarizeResult(result);
        rows.push({ page: `${name}, ${locale}`, ...row, missed: missed.join(", ") });
        if (missed.length) failed += `\n${name}, ${locale}:\n${listFailedAudits(result).join("\n")}\n`;
      }
    }
    printTable("Lighthouse, mobile preset", rows);
    console.log(`  targets: ${formatTargets()}\n${failed}`);
    return !failed;
  },
  { minutes: 30 },
);

async function runLighthouse(url: string, port: number): Promise<Result> {
  const answer = await lighthouse(url, { port, output: "json", logLevel: "error" });
  if (!answer) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { runtimeError } = answer.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed at ${url}: ${runtimeError.message}`);
  return answer.lhr;
}

function summarizeResult(result: Result) {
  const row: Record<string, string | number> = {};
  const missed: string[] = [];
  for (const [id, { title, min }] of Object.entries(categories)) {
    const score = Math.round((result.categories[id]?.score ?? 0) * 100);
    row[title] = score;
    if (score < min) missed.push(title);
  }
  for (const [id, { title, max, unit, digits }] of Object.entries(metrics)) {
    const value = (result.audits[id]?.numericValue ?? Number.NaN) / unit;
    row[title] = value.toFixed(digits);
    if (!(value <= max)) missed.push(title);
  }
  return { row, missed };
}

function formatTargets(): string {
  const scores = Object.values(categories).map(({ title, min }) => `${title} ≥ ${min}`);
  return [...scores, ...Object.values(metrics).map(({ title, max }) => `${title} ≤ ${max}`)].join(", ");
}

/** Lists the audits of a page that failed, with the elements or URLs where they did. */
function listFailedAudits({ audits }: Result): string[] {
  const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  return failed.map(({ id, title, details }) => {
    const items = details && "items" in details && Array.isArray(details.items) ? details.items : [];
    return `  ${id}: ${title} ${JSON.stringify(items).slice(0, detailsLengthMax)}`;
  });
}
