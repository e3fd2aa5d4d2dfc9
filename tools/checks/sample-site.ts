// Runs the built app with its own database, and a browser, for checks that measure the site.
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../e2e/support/chromium.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { startApp } from "../processes.ts";
import { addCleanUp, makeFolder, stopAtEnd } from "../run-check.ts";

/** Serves the app with the sample catalog. @returns its URL, with the host name that the app itself uses */
export async function serveSample(): Promise<string> {
  const ours = {
    DATABASE_URL: "",
    DATA_DIR: path.join(await makeFolder("site"), "data"),
    TRUSTED_PROXY_HOPS: "1",
    // With these addresses, the site is not a demonstration, which would exclude search engines.
    CONTACT_EMAIL: "team@encaje.example",
    SCHEDULING_URL: "https://book.encaje.example",
  };
  // Empty values keep an .env file from changing the measurement.
  const emptied = ["SITE_URL", "RATE_LIMIT_IP_MAX", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "LOG_LEVEL"];
  const env = { ...Object.fromEntries(emptied.map((name) => [name, ""])), ...ours };
  // The build needs the same values, because static pages show some of them.
  Object.assign(process.env, env);
  buildIfNeeded();
  const { url } = await stopAtEnd(startApp({ ...env, MAIL_WORKER: "app" }));
  return url.replace("127.0.0.1", "localhost");
}

export async function launchBrowser(extraArgs: string[] = []): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    // An emulated GPU's textures are shorter than our longest pages, so screenshots would repeat the top.
    args: [...args, "--disable-gpu", ...extraArgs],
    // The check closes the browser itself on these signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await addCleanUp(() => browser.close());
  return browser;
}
