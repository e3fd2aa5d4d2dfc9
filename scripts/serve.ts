// `npm start` and `npm run dev`: database, migrations, sample catalog, build, server; and the way back down.
import "./load-env-file.ts";
import { createServer, type Server } from "node:http";
import path from "node:path";
import next from "next";
import { answerBeforeNext, answerClientError } from "../lib/http/front.ts";
import { lingerOnClose } from "../lib/http/linger.ts";
import { createPages } from "../lib/http/pages/pages.ts";
import { disconnect } from "../lib/server/db.ts";
import { purgeHourly } from "../lib/server/desk/purge-hourly.ts";
import { parseEnv } from "../lib/server/env.ts";
import { requireOperatorAddress } from "../lib/server/notify/list-operator-addresses.ts";
import { type MailWorker, startMailWorker } from "../lib/server/notify/mail-worker.ts";
import { warnOfMissingWorker } from "../lib/server/outbox/find-missing-worker.ts";
import { buildIfNeeded } from "./build.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { formPaths } from "./form-paths.ts";
import { mailPages } from "./mail-pages.ts";
import { migrate } from "./migrate.ts";
import { seed } from "./seed.ts";

const workerMilliseconds = 60_000;
const dev = process.argv.includes("--dev");
const startedAt = performance.now();
const closers: (() => Promise<unknown>)[] = [];
let isStopping = false;
let opening: Promise<OpenDatabase> | undefined;

process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
process.on("SIGHUP", () => stop(0));
// The parent has gone without saying so.
process.on("disconnect", () => stop(1));

await start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
});

async function start(): Promise<void> {
  const env = parseEnv(process.env);
  // Read by Next's own code and by the app alike.
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  if (!dev) buildIfNeeded();
  opening = openDatabase();
  const database = await opening;
  closers.unshift(database.close);
  await prepare(database);
  const isSecure = env.SITE_URL?.startsWith("https:") ?? false;
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 65_000 });
  const dir = path.join(import.meta.dirname, "..");
  // Next takes its rewrites for other hosts' unless this is the name that it gives to loopback itself.
  const app = next({ dev, dir, hostname: "localhost", port: env.PORT, httpServer: server });
  await app.prepare();
  closers.unshift(() => app.close());
  const handler = app.getRequestHandler();
  // In development, Next's own tools need what the policy refuses.
  const pages = dev ? undefined : createPages({ isSecure, formPaths, buildFolder: path.join(dir, ".next") });
  lingerOnClose(server);
  server.on("clientError", answerClientError);
  server.on("request", (request, response) => {
    // A connection that is kept alive would be served, and keep the server from closing, until it is cut.
    if (isStopping) response.setHeader("Connection", "close");
    response.once("finish", () => isStopping && setImmediate(() => server.closeIdleConnections()));
    const answer = async () => {
      if (!(await answerBeforeNext(request, response, pages))) await handler(request, response);
    };
    answer().catch((error: unknown) => {
      console.error(error instanceof Error ? error.name : typeof error);
      response.destroy();
    });
  });
  await listen(server, env.PORT, env.HOST);
  // No new request is taken while mails and purges under way come to their end.
  const running = [() => close(server)];
  closers.unshift(() => Promise.all(running.map((end) => end())));
  const host = env.HOST === "127.0.0.1" || env.HOST === "0.0.0.0" ? "localhost" : env.HOST;
  if (!process.env.SCHEDULING_URL) console.log("SCHEDULING_URL is not set: qualified people get a sample link.");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${env.SITE_NAME} is ready at http://${host}:${env.PORT} (${seconds} s)`);
  if (!isStopping) running.push(purgeHourly());
  if (!env.SMTP_URL) console.log(`SMTP_URL is not set: mails are written to ${path.join(env.DATA_DIR, "mail")}.`);
  if (!isStopping && env.MAIL_WORKER === "app") running.push(keepMailWorker());
  if (!isStopping) running.push(warnOfMissingWorker());
}

async function prepare({ url }: OpenDatabase): Promise<void> {
  for (const name of await migrate(url)) console.log(`Applied the migration ${name}.`);
  const count = await seed(url);
  if (count) console.log(`Stored ${count} sample entries in the empty catalog.`);
  await requireOperatorAddress({ now: new Date() });
  await disconnect();
}

/** Mail is not worth the site: a worker that cannot start is tried again. */
function keepMailWorker(): () => Promise<void> {
  let worker: MailWorker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  const start = async () => {
    try {
      worker = await startMailWorker({ pages: mailPages });
    } catch (error) {
      console.error(`Mails wait: ${error instanceof Error ? error.message : error}`);
      if (isEnding) return;
      timer = setTimeout(() => {
        starting = start();
      }, workerMilliseconds).unref();
    }
  };
  let starting = start();
  return async () => {
    isEnding = true;
    clearTimeout(timer);
    await starting;
    await worker?.stop();
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new Error(`PORT ${port} is in use: choose another one.`) : error),
    );
    server.listen(port, host, resolve);
  });
}

/** Takes no new connection and lets the running requests end. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}

/** Ends everything in the reverse order of its start: the database last. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A database that is just being made or started cannot be left alone.
  await opening?.catch(() => undefined);
  for (const closer of closers) await closer().catch((error) => console.error(error));
  process.exit(code);
}
