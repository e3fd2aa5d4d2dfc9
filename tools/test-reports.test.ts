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
  return readReport(JSON.parse(fs.readFileSync(report, "utf8")));
}

/** Sample tests for the runners. One is skipped, which our own tests never are. */
const sampleTests = `
test("add up", () => expect(1 + 1).toBe(2));
test("are wrong", () => expect(1 + 1).toBe(3));
test.skip("are late", () => {});`;

test("reads the counts and files of a Vitest report", () => {
  const files = {
    "sums.test.mjs": `import { expect, test } from "vitest";${sampleTests}`,
    "broken.test.mjs": 'throw new Error("cannot be read");',
  };
  const vitest = path.join(packages, "vitest", "vitest.mjs");
  const results = runTests(files, [vitest, "run", "--reporter=json", "--outputFile=report.json"]);

  expect(results).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  const names = Object.keys(results.files).map((file) => path.basename(file));
  expect(names.sort()).toEqual(["broken.test.mjs", "sums.test.mjs"]);
});

test("reads the counts and files of a Playwright report", () => {
  const files = { "sums.spec.mjs": `import { expect, test } from "@playwright/test";${sampleTests}` };
  const playwright = path.join(packages, "@playwright", "test", "cli.js");
  const results = runTests(files, [playwright, "test", "--reporter=json"]);

  expect(results).toEqual({ passed: 1, failed: 1, skipped: 1, files: { "sums.spec.mjs": expect.any(Number) } });
});

test("counts nothing in an empty report", () => {
  expect(readReport({})).toEqual({ passed: 0, failed: 0, skipped: 0, files: {} });
});
