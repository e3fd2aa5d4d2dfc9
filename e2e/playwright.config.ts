import "../scripts/allow-server-only.mjs";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./support/chromium.ts";

const { executablePath, args } = await findChromium();

export default defineConfig({
  testDir: ".",
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
