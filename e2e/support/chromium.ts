import fs from "node:fs";
import { chromium } from "@playwright/test";

/** Arguments that keep the browser from requesting updates, accounts or component lists. */
const quietArgs = [
  "--disable-background-networking",
  "--disable-component-update",
  // On a machine without a GPU, drawing through an emulated one would double the time per page.
  "--disable-gpu",
  "--disable-sync",
  "--no-first-run",
  // Chromium's own sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** Default arguments of the packaged browser that would disable needed features, emulate a GPU or end it early. */
const unwanted =
  /^--(single-process|no-zygote|disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** Finds a browser: an installed one, Playwright's own, or the one in the npm package @sparticuz/chromium. */
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
