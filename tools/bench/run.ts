// `npm run bench`: compares the app with "the limit", a bare node:http server (limit.ts), the fastest that Node could
// be; or, with --against, with the built app of another checkout. --only selects loads by a part of their name;
// --rounds and --seconds lengthen each.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../../scripts/build.ts";
import { runCheck } from "../run-check.ts";
import { requireLinux } from "./measure.ts";
import { printReport } from "./report.ts";
import { type Length, measureServers, type Server } from "./rounds.ts";
import { Stage } from "./stage.ts";
import { fetchWorkloads } from "./workloads.ts";

await runCheck(run);

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "1" },
      against: { type: "string", default: "" },
      only: { type: "string", default: "" },
    },
  });
  const { against, only } = values;
  const rounds = parseWholeNumber("--rounds", values.rounds, 1, 50);
  const length = { rounds, seconds: parseWholeNumber("--seconds", values.seconds, 1, 60) };
  requireLinux();
  const stage = await Stage.open();
  const isFlawless = await (against
    ? compareWithCheckout(stage, against, only, length)
    : compareWithLimit(stage, only, length));
  if (!isFlawless) {
    console.error("\nFailed: some requests were not answered with 2xx. The servers' last errors:");
    for (const line of stage.listLoggedErrors()) console.error(`  ${line}`);
  }
  return isFlawless;
}

function parseWholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, and was ${JSON.stringify(text)}.`);
}

/** Measures the app and the limit, and prints their ratios. @returns true if every request succeeded */
async function compareWithLimit(stage: Stage, only: string, length: Length): Promise<boolean> {
  buildIfNeeded();
  const url = await stage.createCatalog("bench");
  const results = await measureServers(stage, (number) => startServers(stage, url, only, number), length);
  return printReport(results, "app", "limit");
}

async function startServers(stage: Stage, databaseUrl: string, only: string, number: number): Promise<Server[]> {
  const app = await stage.startApp(`app-${number}`, databaseUrl);
  const workloads = await fetchWorkloads(app.url, only);
  const env = { DATABASE_URL: databaseUrl, APP_URL: app.url };
  const limit = await stage.startYardstick(`limit-${number}`, "tools/bench/limit.ts", env);
  return [
    { name: "app", app, workloads },
    { name: "limit", app: limit, workloads },
  ];
}

/** Compares this checkout with the built checkout in `folder`. @returns true if every request succeeded */
async function compareWithCheckout(stage: Stage, folder: string, only: string, length: Length): Promise<boolean> {
  const root = path.resolve(folder);
  if (!fs.existsSync(path.join(root, ".next", "BUILD_ID"))) throw new Error(`${folder} contains no built app.`);
  buildIfNeeded();
  const urls = { ours: await stage.createCatalog("ours"), other: await stage.createCatalog("other", root) };
  const start = async (name: keyof typeof urls, number: number, otherFolder?: string): Promise<Server> => {
    const app = await stage.startApp(`${name}-${number}`, urls[name], {}, otherFolder);
    const workloads = await fetchWorkloads(app.url, only);
    // Drop the targets, which apply only to the comparison with the limit.
    return { name, app, workloads: workloads.map(({ target: _, ...workload }) => workload) };
  };
  const startBoth = async (number: number) => [await start("ours", number), await start("other", number, root)];
  return printReport(await measureServers(stage, startBoth, length), "ours", "other");
}
