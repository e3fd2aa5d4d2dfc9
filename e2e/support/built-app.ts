import path from "node:path";
import * as z from "zod/mini";
import { findFreePort } from "../../scripts/processes.ts";
import { type App, launchProgram, launchScript, startApp } from "../../tools/processes.ts";
import { poolModes } from "./pgbouncer.ts";
import { startRedis, startUpstashBridge, token } from "./redis.ts";

/** The way to start the built app: by `npm start` ("own"), by `next start`, or from the standalone output. */
export const server = z
  ._default(z.enum(["own", "next", "standalone"]), "own")
  .parse(process.env.E2E_SERVER || undefined);

/** Mode of the PgBouncer that global-setup.ts starts in front of the shared Postgres; undefined for no PgBouncer. */
export const pooler = z.optional(z.enum(poolModes)).parse(process.env.E2E_POOLER || undefined);

/** Returns `env` with DATABASE_URL through the pooler, unless the test has a Postgres of its own. */
function withPooler(env: Record<string, string>): Record<string, string> {
  const { E2E_POOLER_PORT: port, ADMIN_DATABASE_URL = "" } = process.env;
  if (!env.DATABASE_URL || !pooler || !port) return env;
  const url = new URL(env.DATABASE_URL);
  if (url.host !== new URL(ADMIN_DATABASE_URL).host) return env;
  return { ...env, DATABASE_URL: Object.assign(url, { port }).href, DATABASE_POOLER: pooler };
}

const scripts = {
  next: [path.join("node_modules", "next", "dist", "bin", "next"), "start", "--hostname", "localhost"],
  standalone: [path.join(".next", "standalone", "server.js")],
};

/**
 * Returns the settings of a serverless host. With a pooler, a real Redis serves Upstash's REST protocol; without one,
 * Redis is unreachable, and each app counts submissions for its rate limits itself.
 */
async function prepareServerlessSettings(env: Record<string, string>) {
  const isCounted = env.REDIS_URL || env.UPSTASH_REDIS_REST_URL;
  const redis = pooler && !isCounted ? await startRedis() : undefined;
  const bridge = redis && (await startUpstashBridge(redis.port));
  const atBridge = { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${bridge?.port}`, UPSTASH_REDIS_REST_TOKEN: token };
  const nowhere: Record<string, string> = isCounted ? {} : { REDIS_URL: "redis://127.0.0.1:9" };
  const settings: Record<string, string> = {
    ENCAJE_HOST: "serverless",
    CRON_SECRET: cronSecret,
    SMTP_URL: "smtp://127.0.0.1:9",
    DATABASE_CONNECTIONS: "10",
    DATABASE_POOLER: "transaction",
    ...(bridge ? atBridge : nowhere),
    ...withPooler(env),
  };
  const stop = async () => {
    await bridge?.stop();
    await redis?.stop();
  };
  return { settings, stop };
}

export const cronSecret = "cron-secret-of-the-tests-with-its-length";
export const inboundMailSecret = "a-secret-of-the-mail-provider-long";

/**
 * Starts the app, on a free port unless `env` sets PORT. Stores the sample catalog in its database first if another
 * server than our own serves the app, because only our own stores it at start.
 */
export async function startBuiltApp(env: Record<string, string>): Promise<App> {
  if (server === "own") return startApp(withPooler(env));
  const { DATABASE_URL = "" } = env;
  // The shared database already has the sample catalog.
  if (DATABASE_URL !== process.env.E2E_DATABASE_URL) {
    const { code } = await launchScript("db.ts", ["seed"], { DATABASE_URL }).ended;
    if (code !== 0) throw new Error("The sample catalog could not be stored.");
  }
  const PORT = env.PORT ?? String(await findFreePort());
  const serverless = await prepareServerlessSettings(env);
  const settings = { HOSTNAME: "localhost", ...serverless.settings, PORT };
  const running = launchProgram(
    process.execPath,
    ["--dns-result-order=ipv4first", ...scripts[server]],
    "Ready in",
    settings,
  );
  const url = `http://127.0.0.1:${PORT}`;
  const stop: App["stop"] = async (signal) => {
    await running.stop(signal);
    await serverless.stop();
  };
  try {
    await running.ready;
    // Next prints too early that it is ready, but responds to this request only once it is.
    await fetch(`${url}/api/healthz`);
  } catch (error) {
    await stop("SIGKILL");
    throw error;
  }
  return { ...running, url, stop };
}
