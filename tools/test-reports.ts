import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

/** `failures` has the file, names and first error lines of each failed test, `files` the seconds that each took. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  files: Record<string, number>;
};

/** A report of Vitest or of Playwright. */
type TestReport = Partial<JsonTestResults & JSONReport>;

/** Reads counts and failures from a test runner's report. For an empty report, everything is zero or empty. */
export function readReport({ numPassedTests, numFailedTests, numPendingTests, ...report }: TestReport): TestResults {
  const stats = report.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  return {
    passed: numPassedTests ?? stats.expected,
    failed: numFailedTests ?? stats.unexpected + stats.flaky,
    skipped: numPendingTests ?? stats.skipped,
    failures: [
      ...listVitestFailures(report),
      ...(report.suites ?? []).flatMap((suite) => listPlaywrightFailures(suite)),
      ...(report.errors ?? []).map(({ message }) => formatFailure(["outside of a test"], message)),
    ],
    files: sumSeconds([
      ...(report.testResults ?? []).map(({ name, startTime, endTime }) => [toFile(name), endTime - startTime] as const),
      ...(report.suites ?? []).flatMap(listDurations),
    ]),
  };
}

function listVitestFailures({ testResults = [] }: TestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [formatFailure([toFile(name)], message)];
    return failed.map(({ fullName, failureMessages }) => formatFailure([toFile(name), fullName], failureMessages?.[0]));
  });
}

function listPlaywrightFailures({ title, suites = [], specs }: JSONReportSuite, parents: string[] = []): string[] {
  const names = [...parents, title];
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => formatFailure([...names, spec.title], spec.tests[0]?.results[0]?.error?.message)),
    ...suites.flatMap((suite) => listPlaywrightFailures(suite, names)),
  ];
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

function formatFailure(names: string[], error = ""): string {
  const firstLines = stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, 5);
  return [`  ${names.join(" › ")}`, ...firstLines.map((line) => `      ${line}`)].join("\n");
}
