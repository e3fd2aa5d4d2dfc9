// What the scripts about the site stand on: the built app with a database of its own, and a browser.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { buildFloorIfNeeded } from "../../bench/floor/build.ts";
import { findChromium } from "../../e2e/support/chromium.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { buildIfNeeded } from "../build.ts";
import { readAuthSecret } from "../database.ts";
import { EmbeddedPostgres } from "../embedded-postgres.ts";
import { type App, startApp, startServer } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";

/** A way through pages and their states. */
export type Journey = {
  /** Whether the browser runs scripts. */
  isScripted: boolean;
  /** Whether something fails to load, because the journey is about that. */
  hasFailures?: boolean;
  /** By name, each reached from the one before. The pages are asked for below the base address of their context. */
  states: Record<string, (page: Page, locale: Locale) => Promise<void>>;
};

export class SampleSite {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-site-"));

  constructor() {
    void atEnd(() => fs.rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** Serves the app as `npm start` does, with the sample catalog, and returns its address: the one it calls its own. */
  async serve(): Promise<string> {
    // Set to nothing rather than unset: an .env file must not decide what is measured. One proxy is played by visitors.
    const ours = { DATABASE_URL: "", DATA_DIR: path.join(this.#folder, "data"), TRUSTED_PROXY_HOPS: "1" };
    const unset = ["SITE_URL", "RATE_LIMIT_IP_MAX", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "LOG_LEVEL"];
    const env = { ...Object.fromEntries(unset.map((name) => [name, ""])), ...ours };
    // The build shows some of them, and must be the one that the app asks for.
    Object.assign(process.env, env);
    buildIfNeeded();
    return this.#start(startApp({ ...env, MAIL_WORKER: "app" }));
  }

  /** Lets the end-to-end tests' own means, such as sessions without a sign-in, work on what `serve` has started. */
  reachDatabase(siteUrl: string): void {
    const data = path.join(this.#folder, "data");
    process.env.E2E_DATABASE_URL = EmbeddedPostgres.findRunning(data);
    process.env.E2E_AUTH_SECRET = readAuthSecret(data);
    process.env.E2E_URL = siteUrl;
  }

  /** Serves an empty app of the same Next version, and returns the address of its empty page. */
  async serveFloor(): Promise<string> {
    buildFloorIfNeeded();
    return this.#start(startServer(path.join("bench", "floor", "serve.ts"), {}));
  }

  async launchBrowser(extraArgs: string[] = []): Promise<Browser> {
    const { executablePath, args } = await findChromium();
    const browser = await chromium.launch({
      executablePath,
      // The texture of an emulated GPU is shorter than our longest pages: a picture would begin again from the top.
      args: [...args, "--disable-gpu", ...extraArgs],
      // A signal is for the script, which ends the browser itself.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    });
    await atEnd(() => browser.close());
    return browser;
  }

  async #start(starting: Promise<App>): Promise<string> {
    const { url, stop } = await starting;
    await atEnd(() => stop());
    return url.replace("127.0.0.1", "localhost");
  }
}

type Work = {
  /** Longest time that it may take, then it is ended. */
  minutes: number;
  /** Returns whether all is as it should be. */
  run: (site: SampleSite) => Promise<boolean>;
};

/** Runs a script on a site of its own. */
export function runOnSite({ minutes, run }: Work): Promise<never> {
  return runCheck(() => run(new SampleSite()), { minutes });
}
