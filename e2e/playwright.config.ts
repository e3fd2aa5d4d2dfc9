import "../scripts/allow-server-only.mjs";
import { defineConfig } from "@playwright/test";
import { pooler, server } from "./support/built-app.ts";
import { findChromium } from "./support/chromium.ts";

const { executablePath, args } = await findChromium();

/** Tests of our own server alone: README.md lists what differs without it. */
const ownServer = ["client-errors", "lifecycle", "nobody-to-tell", "shutdown-delay"];
const part =
  server === "own" && !pooler
    ? { testDir: "." }
    : { testDir: "api", testIgnore: ownServer.map((name) => `${name}.spec.ts`), grepInvert: /@own-server/ };

export default defineConfig({
  ...part,
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [["dot"], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["json"] as const] : [])],
  use: { launchOptions: { executablePath, args } },
});
