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

test("reads Vitest's counts, failed tests with their error, and files that could not run", () => {
  const files = {
    "sums.test.mjs": `import { expect, test } from "vitest";${sampleTests}`,
    "broken.test.mjs": 'throw new Error("cannot be read");',
  };
  const vitest = path.join(packages, "vitest", "vitest.mjs");
  const {
    failures,
    files: times,
    ...counts
  } = runTests(files, [vitest, "run", "--reporter=json", "--outputFile=report.json"]);

  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
  expect(
    Object.keys(times)
      .map((file) => path.basename(file))
      .sort(),
  ).toEqual(["broken.test.mjs", "sums.test.mjs"]);
  expect(failures.sort()).toEqual([
    expect.stringMatching(/broken\.test\.mjs\n +cannot be read/),
    expect.stringMatching(/sums\.test\.mjs › are wrong\n +AssertionError: expected 2 to be 3/),
  ]);
});

const playwright = [path.join(packages, "@playwright", "test", "cli.js"), "test", "--reporter=json"];

test("reads Playwright's counts and failed tests with their error", () => {
  const files = { "sums.spec.mjs": `import { expect, test } from "@playwright/test";${sampleTests}` };
  const { failures, files: times, ...counts } = runTests(files, playwright);

  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
  expect(times).toEqual({ "sums.spec.mjs": expect.any(Number) });
  expect(failures).toEqual([expect.stringMatching(/sums\.spec\.mjs › are wrong\n +Error: expect/)]);
});

test("reads Playwright's files that could not run", () => {
  const files = { "broken.spec.mjs": 'throw new Error("cannot be read");' };
  const { failures } = runTests(files, playwright);

  expect(failures).toContainEqual(expect.stringMatching(/outside of a test\n +Error: cannot be read/));
});

test("counts nothing in an empty report", () => {
  expect(readReport({})).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [], files: {} });
});
