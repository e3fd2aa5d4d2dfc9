// Runs `npm test` and its parts: `verify` (needs no database and no browser), `unit`, `db` and `e2e`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readReport, type TestResults } from "./test-reports.ts";

const root = path.join(import.meta.dirname, "..");
const packages = path.join(root, "node_modules");

/** A program to run. With `report`, the program is a test runner that writes a JSON report to a file. */
type TestStep = {
  title: string;
  args: string[];
  report?: "vitest" | "playwright";
  env?: Record<string, string>;
};
type Outcome = { title: string; seconds: number; isGreen: boolean; results: TestResults };

const biome = path.join(packages, "@biomejs", "biome", "bin", "biome");
const tsc = path.join(packages, "typescript", "bin", "tsc");
const vitest = path.join(packages, "vitest", "vitest.mjs");
const playwright = path.join(packages, "@playwright", "test", "cli.js");

const staticSteps: TestStep[] = [
  { title: "Format and lint", args: [biome, "check", "--error-on-warnings", "."] },
  { title: "Types", args: [tsc, "--noEmit"] },
];
const buildStep: TestStep = { title: "Build", args: [path.join("scripts", "build.ts"), "--if-needed"] };
const unitStep: TestStep = {
  title: "Unit tests",
  args: [vitest, "run", "--project", "unit*"],
  report: "vitest",
};
const dbStep: TestStep = { title: "Database tests", args: [vitest, "run", "--project", "db"], report: "vitest" };
const unitAndDbStep: TestStep = { title: "Unit and database tests", args: [vitest, "run"], report: "vitest" };
const e2eStep: TestStep = {
  title: "HTTP contract and browser tests",
  args: [playwright, "test", "--config", path.join("e2e", "playwright.config.ts")],
  report: "playwright",
};

/** Tests the HTTP contract while Next itself serves the built app. `names` are tests of e2e/api; none means all. */
function createNextServerStep(title: string, server: "next" | "standalone", names: string[] = []): TestStep {
  // A few short tests take less time than starting more workers.
  const files = names.length ? ["--workers=1", ...names.map((name) => `/api/${name}.spec`)] : [];
  return { ...e2eStep, title, args: [...e2eStep.args, ...files], env: { E2E_SERVER: server } };
}

/**
 * Tests the HTTP contract under `next start`, with PgBouncer in transaction mode and Redis over REST, to simulate
 * serverless functions, a managed pooler and Upstash.
 */
function createServerlessStep(): TestStep {
  const env = { E2E_SERVER: "next", E2E_POOLER: "transaction" };
  return { ...e2eStep, title: "HTTP contract as serverless, behind a pooler and with Redis", env };
}

/** Tests the HTTP contract with Debian's PgBouncer in front of Postgres. */
function createPoolerStep(mode: string): TestStep {
  return { ...e2eStep, title: `HTTP contract behind PgBouncer in ${mode} mode`, env: { E2E_POOLER: mode } };
}

/**
 * Runs the groups one after the other, and the steps of a group in parallel. Continues after a failure. Prints
 * times and counts, and exits with 0 or 1.
 */
async function runSteps(groups: TestStep[][]): Promise<never> {
  const outcomes: Outcome[] = [];
  for (const group of groups) outcomes.push(...(await Promise.all(group.map(runStep))));
  const failures = outcomes.filter(({ isGreen }) => !isGreen);
  printTimes(outcomes);
  for (const { title, results } of failures) console.log([`\nFAILED: ${title}`, ...results.failures].join("\n  "));
  const sumResults = (key: "passed" | "failed" | "skipped") =>
    outcomes.reduce((sum, { results }) => sum + results[key], 0);
  const failed = Math.max(sumResults("failed"), failures.length);
  console.log(`\n${sumResults("passed")} passed, ${failed} failed, ${sumResults("skipped")} skipped`);
  process.exit(failed ? 1 : 0);
}

async function runStep({ title, args, report, env }: TestStep): Promise<Outcome> {
  const startedAt = performance.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-report-"));
  const file = path.join(folder, "report.json");
  const reporter = report === "vitest" ? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`] : [];
  console.log(`\n— ${title}`);
  const child = spawn(process.execPath, [...args, ...reporter], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      NODE_ENV: report === "vitest" ? "test" : "production",
    },
  });
  const [status] = await once(child, "exit");
  const results = readReport(report && fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {});
  fs.rmSync(folder, { recursive: true });
  const isGreen = status === 0 && (!report || results.passed > 0);
  return { title, seconds: (performance.now() - startedAt) / 1000, isGreen, results };
}

const filesShown = 10;

function printTimes(outcomes: Outcome[]): void {
  const print = (name: string, seconds: number) => console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  console.log("\nSteps:");
  for (const { title, seconds } of outcomes) print(title, seconds);
  const files = outcomes.flatMap(({ results }) => Object.entries(results.files)).sort(([, a], [, b]) => b - a);
  if (files.length) console.log("Slowest test files:");
  for (const [file, seconds] of files.slice(0, filesShown)) print(file, seconds);
}

// The static steps also check types that a build writes, so they must not run during a build.
const everything = [
  staticSteps,
  [unitAndDbStep, buildStep],
  [e2eStep],
  // One case of each kind: what Next routes, how it reads bodies, and what the output has, such as worker threads, whose
  // code Next compiles separately. The part `ways` tests the rest.
  [
    createNextServerStep("HTTP contract under next start", "next", ["json-answers", "payloads"]),
    createNextServerStep("HTTP contract of the standalone output", "standalone", ["service", "inbound-mail"]),
  ],
];
const parts: Record<string, TestStep[][]> = {
  verify: [[...staticSteps, unitStep]],
  unit: [[unitStep]],
  db: [[dbStep]],
  e2e: [[buildStep], [e2eStep]],
  screenshots: [
    [buildStep],
    [{ ...e2eStep, args: [...e2eStep.args, ...process.argv.slice(3)], env: { SCREENSHOTS: "1", NIGHTLY: "1" } }],
  ],
  ways: [
    [buildStep],
    [createNextServerStep("HTTP contract under next start", "next")],
    [createNextServerStep("HTTP contract of the standalone output", "standalone")],
  ],
  serverless: [[buildStep], [createServerlessStep()]],
  poolers: [[buildStep], [createPoolerStep("session")], [createPoolerStep("transaction")]],
  nightly: [
    [buildStep],
    [{ ...e2eStep, env: { NIGHTLY: "1" } }],
    [{ ...dbStep, args: [...dbStep.args, "erase-person-many"], env: { NIGHTLY: "1" } }],
  ],
};
await runSteps(parts[process.argv[2] ?? ""] ?? everything);
