import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

/** `files` has the seconds that each file took. `failures` names each failed test and its error. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  files: Record<string, number>;
  failures: string[];
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
    failures: [
      ...(report.testResults ?? []).flatMap(listVitestFailures),
      ...(report.errors ?? []).map(({ location, message }) => formatFailure(location?.file ?? "", "", message)),
      ...(report.suites ?? []).flatMap((suite) => listPlaywrightFailures(suite)),
    ],
  };
}

/** A file may also fail without a failed test, such as one that cannot be loaded. */
function listVitestFailures({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((result) => result.status === "failed");
  if (status === "failed" && failed.length === 0) return [formatFailure(name, "", message)];
  return failed.map(({ fullName, failureMessages }) => formatFailure(name, fullName, failureMessages?.[0]));
}

type VitestFile = JsonTestResults["testResults"][number];

function listPlaywrightFailures({ suites = [], specs }: JSONReportSuite, titles: string[] = []): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return formatFailure(file, [...titles, title].join(" "), error?.message);
      }),
  );
  return [...failed, ...suites.flatMap((suite) => listPlaywrightFailures(suite, [...titles, suite.title]))];
}

function formatFailure(file: string, test: string, error = ""): string {
  const [firstLine] = stripVTControlCharacters(error).split("\n");
  return [path.isAbsolute(file) ? toFile(file) : file, test, firstLine].filter(Boolean).join(" | ");
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
