import "../scripts/allow-server-only.mjs";
import { defineConfig } from "@playwright/test";

// Import these after the module hooks above, because they import JSON.
const { pooler, server } = await import("./support/built-app.ts");
const { findChromium } = await import("./support/chromium.ts");
const { isNightly } = await import("./support/nightly.ts");
const { executablePath, args } = await findChromium();
// A test's page lives for seconds: optimizing its code would cost more than it saves, a seventh of the browser's time,
// and so would starting processes for its next pages, 0.1 seconds each.
const shortLivedArgs = ["--js-flags=--no-opt,--no-maglev", "--renderer-process-limit=1"];

/**
 * Test files that only our own server passes; `without` lists those that only other servers pass. docs/run.md says what
 * differs for operators.
 */
const ownServer = ["client-errors", "lifecycle", "nobody-to-tell"];
const without = ["serverless"];
const toFiles = (names: string[]) => names.map((name) => `**/api/${name}.spec.ts`);
const part =
  server === "own" && !pooler
    ? { testDir: ".", testIgnore: toFiles(without) }
    : {
        testDir: "api",
        testIgnore: toFiles(server === "own" ? [...ownServer, ...without] : ownServer),
      };
const leftOut = [...(isNightly ? [] : [/@nightly/]), ...(server === "own" && !pooler ? [] : [/@own-server/])];

export default defineConfig({
  ...part,
  grepInvert: leftOut,
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  fullyParallel: true,
  // One more than the slowest machine has cores, because tests often wait.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Playwright's default of five seconds would fail tests on a machine that runs other work at the same time.
  expect: { timeout: 30_000 },
  reporter: [["dot"], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["json"] as const] : [])],
  use: { launchOptions: { executablePath, args: [...args, ...shortLivedArgs] } },
});
