import fs from "node:fs";
import { chromium } from "@playwright/test";

/** Keep the browser from looking up updates, accounts or component lists. */
const quietArgs = [
  "--disable-background-networking",
  "--disable-component-update",
  // Without a GPU, drawing through an emulated one doubles the cost of a page.
  "--disable-gpu",
  "--disable-sync",
  "--no-first-run",
  // Chromium's own sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** Arguments of the packaged browser that disable features the tests rely on, exit early, or emulate a GPU. */
const unwanted =
  /^--(single-process|no-zygote|disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** Finds a browser: an installed one, Playwright's own, or the one from the registry package. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ];
  const found = installed.find((file) => file && fs.existsSync(file));
  if (found) return { executablePath: found, args: quietArgs };
  const { default: packaged } = await import("@sparticuz/chromium");
  const args = packaged.args.filter((arg) => !unwanted.test(arg));
  return { executablePath: await packaged.executablePath(), args: [...args, ...quietArgs] };
}
