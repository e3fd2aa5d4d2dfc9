import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readReport } from "./test-reports.ts";

const root = path.join(import.meta.dirname, "..");
const packages = path.join(root, "node_modules");
let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-test-reports-"));
  fs.symlinkSync(packages, path.join(folder, "node_modules"));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs a test runner on these files. @returns the results of its report */
function runTests(files: Record<string, string>, args: string[]) {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const report = path.join(folder, "report.json");
  spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  const { failures, ...results } = readReport(JSON.parse(fs.readFileSync(report, "utf8")));
  return { ...results, failures: failures.map((line) => path.basename(line)).sort() };
}

/** Sample tests for the runners. One is skipped, which our own tests never are. */
const sampleTests = `
test("add up", () => expect(1 + 1).toBe(2));
describe("sums", () => void test("are wrong", () => Promise.reject(new Error("one\\nand more"))));
test.skip("are late", () => {});`;

test("reads the counts, files and failures of a Vitest report", () => {
  const files = {
    "sums.test.mjs": `import { describe, expect, test } from "vitest";${sampleTests}`,
    "broken.test.mjs": 'throw new Error("cannot be read");',
  };
  const vitest = path.join(packages, "vitest", "vitest.mjs");
  const results = runTests(files, [vitest, "run", "--reporter=json", "--outputFile=report.json"]);

  expect(results).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  expect(results.failures).toEqual(["broken.test.mjs | cannot be read", "sums.test.mjs | sums are wrong | Error: one"]);
  const names = Object.keys(results.files).map((file) => path.basename(file));
  expect(names.sort()).toEqual(["broken.test.mjs", "sums.test.mjs"]);
});

test("reads the counts, files and failures of a Playwright report", () => {
  const head = 'import { expect, test } from "@playwright/test"; const { describe } = test;';
  const playwright = path.join(packages, "@playwright", "test", "cli.js");
  const run = (files: Record<string, string>) => runTests(files, [playwright, "test", "--reporter=json"]);

  expect(run({ "sums.spec.mjs": head + sampleTests })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    files: { "sums.spec.mjs": expect.any(Number) },
    failures: ["sums.spec.mjs | sums are wrong | Error: one"],
  });
  // Playwright runs no test if one file cannot be loaded.
  expect(run({ "broken.spec.mjs": 'throw new Error("cannot be read");' })).toMatchObject({
    passed: 0,
    failures: ["broken.spec.mjs | Error: cannot be read"],
  });
});

test("counts nothing in an empty report", () => {
  expect(readReport({})).toEqual({ passed: 0, failed: 0, skipped: 0, files: {}, failures: [] });
});
