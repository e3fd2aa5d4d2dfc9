// `npm start` and `npm run dev`: prepares the build, the database and the sample catalog, runs the server and the work
// in the background, and shuts all of it down in order.
import "./load-env-file.ts";
import { isIPv6 } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { createFront } from "../lib/http/front/front.ts";
import { WebServer } from "../lib/http/front/web-server.ts";
import { prepareRequests, startTracing } from "../lib/http/prepare-requests.ts";
import { disconnect } from "../lib/server/db.ts";
import { getSiteUrl, parseEnv } from "../lib/server/env.ts";
import { markOwnServer } from "../lib/server/host.ts";
import { prepareLimits } from "../lib/server/limits/submission-limits.ts";
import { logConsole } from "../lib/server/log.ts";
import { requireContactAddress } from "../lib/server/mail/recipients.ts";
import { purgeHourly } from "../lib/server/people/retain.ts";
import { beginStopping, isStopping } from "../lib/server/process.ts";
import { startMissingWorkerWarnings } from "../lib/server/queue/pending-mails.ts";
import type { QueueWorker } from "../lib/server/queue/worker.ts";
import { repeatEvery } from "../lib/server/repeat.ts";
import { listIgnoredSources, readSite } from "../lib/server/site.ts";
import { readStartContent } from "../lib/server/site-start.ts";
import { buildIfNeeded, markBuildServed } from "./build.ts";
import { type OpenDatabase, openDatabase, storeSiteUrl } from "./database.ts";
import { listHarmfulSettings } from "./harmful-settings.ts";
import { migrateAtStart } from "./migrate.ts";
import { seed } from "./seed.ts";

const workerMilliseconds = 60_000;
const dev = process.argv.includes("--dev");
const startedAt = performance.now();
const closers: (() => Promise<unknown>)[] = [];
/** Ends the shutdown delay early when it is aborted. */
const skipDelay = new AbortController();
let shutdownDelaySeconds = 0;
let opening: Promise<OpenDatabase> | undefined;

process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0, { isGraceful: true }));
process.on("SIGHUP", () => stop(0));
// Stop when the parent process has died.
process.on("disconnect", () => stop(1));

await start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
});

async function start(): Promise<void> {
  if (!dev) logConsole();
  const env = parseEnv(process.env);
  if (env.ENCAJE_HOST === "serverless") throw new Error("Unset ENCAJE_HOST: npm start needs no cron.");
  requireContactAddress(env);
  readStartContent(env.SITE_NAME);
  markOwnServer();
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  if (!dev) {
    buildIfNeeded();
    markBuildServed();
  }
  await requireFreePort(env);
  opening = openDatabase();
  const database = await opening;
  closers.unshift(database.close);
  await prepareDatabase(database);
  // Be longer than a proxy's own timeout, often 60 seconds: if we closed first, the proxy's next request could fail.
  const keepAliveTimeout = env.TRUSTED_PROXY_HOPS ? 65_000 : undefined;
  const web = new WebServer({ keepAliveTimeout, takesUpgrades: dev });
  const dir = path.join(import.meta.dirname, "..");
  // Set `hostname` to Next's own name for loopback, or Next would treat rewrites as external.
  // Be quiet in production, where instrumentation.ts logs the errors of pages.
  const app = next({ dev, dir, hostname: "localhost", port: env.PORT, httpServer: web.server, quiet: !dev });
  await startTracing();
  // Serve metrics here: in instrumentation.ts, a failure would leave a server that counts as ready but serves no page.
  if (env.METRICS_PORT !== undefined) await (await import("../lib/http/metrics.ts")).serveMetrics();
  await prepareLimits();
  prepareRequests({ usesNextRouter: dev });
  await app.prepare();
  closers.unshift(() => app.close());
  const handler = app.getRequestHandler();
  // In development, let Next handle requests: it reloads changed code, while this process keeps its own modules.
  web.serve(dev ? handler : createFront({ next: handler, buildFolder: path.join(dir, ".next") }));
  await web.listen(env.PORT, env.HOST);
  if (!env.DATABASE_URL) storeSiteUrl(env.DATA_DIR, getSiteUrl());
  // Without a proxy, nobody needs time to notice that this instance stops.
  shutdownDelaySeconds = env.SHUTDOWN_DELAY_SECONDS ?? (env.TRUSTED_PROXY_HOPS ? 5 : 0);
  // Stop these together: mails and purges under way finish while the server accepts no new requests.
  const running = [() => web.close()];
  closers.unshift(() => Promise.all(running.map((end) => end())));
  const host = ["127.0.0.1", "0.0.0.0"].includes(env.HOST)
    ? "localhost"
    : isIPv6(env.HOST)
      ? `[${env.HOST}]`
      : env.HOST;
  const harmful = dev ? [] : listHarmfulSettings(env);
  const lines = harmful.map(({ subject, text, advice }) => `  ${subject} ${text}. ${advice}`);
  if (lines.length) console.log(["Not ready for the public:", ...lines].join("\n"));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${(await readSite()).name} is ready at http://${host}:${env.PORT} (${seconds} s)`);
  if (!isStopping()) running.push(purgeHourly());
  if (!isStopping() && env.MAIL_WORKER === "app") running.push(startMailWorkerWithRetries());
  if (!isStopping()) running.push(startMissingWorkerWarnings());
}

/** Fails if the port is in use. Called early, before a database is created. */
async function requireFreePort({ PORT, HOST }: { PORT: number; HOST: string }): Promise<void> {
  const probe = new WebServer();
  await probe.listen(PORT, HOST);
  await probe.close();
}

async function prepareDatabase({ url }: OpenDatabase): Promise<void> {
  for (const name of await migrateAtStart(url)) console.log(`Applied the migration ${name}.`);
  const count = await seed(url);
  if (count) console.log(`Stored ${count} sample entries in the empty catalog.`);
  for (const name of await listIgnoredSources()) {
    console.log(`${name} differs from what the site says, and is ignored: change the site at /admin/site.`);
  }
  await disconnect();
}

/** Starts the mail worker, and tries again each minute if it cannot start; meanwhile the site runs without mail. */
function startMailWorkerWithRetries(): () => Promise<void> {
  let worker: QueueWorker | undefined;
  const stopStarting = repeatEvery(workerMilliseconds, async () => {
    try {
      // Load it only now, so that the first visitors need not wait for it.
      const { startMailWorker } = await import("../lib/server/mail/mail-worker.ts");
      worker ??= await startMailWorker();
    } catch (error) {
      console.error(`The mail worker is not running: ${error instanceof Error ? error.message : error}`);
    }
  });
  return async () => {
    await stopStarting();
    await worker?.stop();
  };
}

/**
 * Stops everything in reverse order, the database last. If `isGraceful`, keeps accepting requests during the shutdown
 * delay.
 */
async function stop(code: number, { isGraceful = false } = {}): Promise<void> {
  if (!isGraceful) skipDelay.abort();
  if (isStopping()) return;
  beginStopping();
  // Wait for a database that is still being created or started, because it must be closed, too.
  await opening?.catch(() => undefined);
  await sleep(shutdownDelaySeconds * 1000, undefined, { signal: skipDelay.signal }).catch(() => undefined);
  for (const closer of closers) await closer().catch((error) => console.error(error));
  process.exit(code);
}
