import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** `failures` has the file, names and first error lines of each failed test, `files` the seconds that each took. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  files: Record<string, number>;
};

/** Parts of the JSON reports of Vitest and Playwright that `readReport` reads. */
export type TestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  /** Test files of Vitest. A file that could not run has a message but no tests. */
  testResults?: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: VitestTest[];
  }[];
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: PlaywrightSuite[];
  /** Errors of Playwright outside tests, for example of a file that could not run. */
  errors?: { message?: string }[];
};
type VitestTest = { status: string; fullName: string; failureMessages: string[] | null };
type PlaywrightSuite = { title: string; suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] };
type PlaywrightSpec = {
  title: string;
  file: string;
  ok: boolean;
  tests: { results: { duration: number; error?: { message?: string } }[] }[];
};

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

function listPlaywrightFailures({ title, suites = [], specs }: PlaywrightSuite, parents: string[] = []): string[] {
  const names = [...parents, title];
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => formatFailure([...names, spec.title], spec.tests[0]?.results[0]?.error?.message)),
    ...suites.flatMap((suite) => listPlaywrightFailures(suite, names)),
  ];
}

function listDurations({ suites = [], specs }: PlaywrightSuite): (readonly [file: string, milliseconds: number])[] {
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
