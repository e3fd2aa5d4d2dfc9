import path from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

/** `files` has the seconds that each file took. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  files: Record<string, number>;
};

/** A report of Vitest or of Playwright. */
type TestReport = Partial<JsonTestResults & JSONReport>;

/** Reads counts and times from a test runner's report. For an empty report, everything is zero or empty. */
export function readReport({ numPassedTests, numFailedTests, numPendingTests, ...report }: TestReport): TestResults {
  const stats = report.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  return {
    passed: numPassedTests ?? stats.expected,
    failed: numFailedTests ?? stats.unexpected + stats.flaky,
    skipped: numPendingTests ?? stats.skipped,
    files: sumSeconds([
      ...(report.testResults ?? []).map(({ name, startTime, endTime }) => [toFile(name), endTime - startTime] as const),
      ...(report.suites ?? []).flatMap(listDurations),
    ]),
  };
}

function listDurations({ suites = [], specs }: JSONReportSuite): (readonly [file: string, milliseconds: number])[] {
  return [
    ...specs.flatMap(({ file, tests }) =>
      tests.flatMap(({ results }) => results.map(({ duration }) => [file, duration] as const)),
    ),
    ...suites.flatMap(listDurations),
  ];
}

function sumSeconds(durations: (readonly [file: string, milliseconds: number])[]): Record<string, number> {
  const files: Record<string, number> = {};
  for (const [file, milliseconds] of durations) files[file] = (files[file] ?? 0) + milliseconds / 1000;
  return files;
}

const toFile = (name: string) => path.relative(path.join(import.meta.dirname, ".."), name);
