// What the scripts about the site stand on: the built app with a database of its own, and a browser.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { buildFloorIfNeeded } from "../../bench/floor/build.ts";
import { type ServerProcess, startServer } from "../../bench/server-process.ts";
import { findChromium } from "../../e2e/support/chromium.ts";
import { readAuthSecret } from "../auth-secret.ts";
import { buildIfNeeded } from "../build.ts";
import { EmbeddedPostgres } from "../embedded-postgres.ts";

export class SampleSite {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-site-"));
  readonly #closers: (() => Promise<unknown>)[] = [];
  #isClosing = false;

  /** Serves the app as `npm start` does, with the sample catalog, and returns its address: the one it calls its own. */
  async serve(): Promise<string> {
    // Set to nothing rather than unset: an .env file must not decide what is measured. One proxy is played by visitors.
    const ours = { DATABASE_URL: "", DATA_DIR: path.join(this.#folder, "data"), TRUSTED_PROXY_HOPS: "1" };
    const unset = ["SITE_URL", "RATE_LIMIT_IP_MAX", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "LOG_LEVEL"];
    const env = { ...Object.fromEntries(unset.map((name) => [name, ""])), ...ours };
    // The build shows some of them, and must be the one that the app asks for.
    Object.assign(process.env, env);
    buildIfNeeded();
    return this.#start("app", path.join("scripts", "serve.ts"), env, "/api/readyz");
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
    return this.#start("floor", path.join("bench", "floor", "serve.ts"), {}, "/");
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
    await this.#endLater(() => browser.close());
    return browser;
  }

  /** Ends all that was started, the last first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const end of this.#closers.reverse()) await end().catch((error: unknown) => console.error(error));
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(name: string, script: string, env: Record<string, string>, readyPath: string): Promise<string> {
    const server: ServerProcess = await startServer({ name, script, env, readyPath, logFolder: this.#folder });
    await this.#endLater(server.stop);
    return server.url.replace("127.0.0.1", "localhost");
  }

  async #endLater(end: () => Promise<unknown>): Promise<void> {
    this.#closers.push(end);
    // It came up while the rest was being ended.
    if (this.#isClosing) await end();
  }
}

type Work = {
  /** Longest time that it may take, then it is ended. */
  minutes: number;
  /** Returns whether all is as it should be. */
  run: (site: SampleSite) => Promise<boolean>;
};

/** Runs a script on a site of its own, ends all that it started, and the process: with 0 when `run` returns true. */
export async function runOnSite({ minutes, run }: Work): Promise<never> {
  const site = new SampleSite();
  let isEnding = false;
  const end = async (code: number): Promise<never> => {
    if (isEnding) return new Promise(() => undefined);
    isEnding = true;
    await site.close();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
  // The parent has gone without saying so.
  process.on("disconnect", () => end(1));
  const late = () => {
    console.error(`Ended: it took longer than ${minutes} minutes.`);
    return end(1);
  };
  setTimeout(late, minutes * 60_000).unref();
  return run(site).then(
    (isGood) => end(isGood ? 0 : 1),
    (error: unknown) => {
      if (!isEnding) console.error(error instanceof Error ? error.message : error);
      return end(1);
    },
  );
}
