// Import this module only if METRICS_PORT is set, because it loads prom-client.
import { subscribe } from "node:diagnostics_channel";
import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "#package.json" with { type: "json" };
import { findLastBackupTime } from "../server/audit.ts";
import { readCatalogVersion } from "../server/catalog/entries.ts";
import { readConnections } from "../server/check-health.ts";
import { env } from "../server/env.ts";
import { describeError, log } from "../server/log.ts";
import { countMailsByType, findMissingWorker } from "../server/queue/pending-mails.ts";
import { withoutOverlap } from "../server/repeat.ts";
import { type SeenRequest, seen } from "../server/seen.ts";
import { countReplies } from "../server/submissions/overview/count-replies.ts";
import { listen } from "./listen.ts";
import { hasBearer } from "./secrets.ts";

/** Bounds in seconds: a submission waits up to 2.3 s for an unavailable database, and up to 10 s for a busy one. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** No label may have a value that a caller can choose. */
export function createMetrics(): { contentType: string; scrape: () => Promise<string> } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "encaje_build_info",
    help: "Always 1; the version of the service and of Node.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version: packageJson.version, node: process.version }, 1);
  addRequestMetrics([registry]);
  addConnectionMetrics([registry]);
  const readStored = addDatabaseMetrics([registry]);
  const readOnce = withoutOverlap(readStored);
  return { contentType: registry.contentType, scrape: () => readOnce().then(() => registry.metrics()) };
}

function addRequestMetrics(registers: Registry[]): void {
  const requests = new Histogram({
    name: "encaje_request_duration_seconds",
    help: "Answered requests by operation, or the pattern of the page's address; failed forms and tools by their error.",
    labelNames: ["operation", "status"],
    buckets,
    registers,
  });
  subscribe(seen.request.name, (message) => {
    const { operation, status, milliseconds } = message as SeenRequest;
    requests.observe({ operation, status }, milliseconds / 1000);
  });
  const fallbacks = new Counter({
    name: "encaje_limiter_fallbacks_total",
    help: "Times that Redis was slow or gone and this instance began to count submissions in its own memory.",
    registers,
  });
  subscribe(seen.limiterFallback.name, () => fallbacks.inc());
}

function addConnectionMetrics(registers: Registry[]): void {
  new Gauge({
    name: "encaje_database_connections",
    help: "Connections of this instance by kind of work.",
    labelNames: ["kind", "state"],
    registers,
    collect() {
      for (const { kind, used, idle } of readConnections()) {
        this.set({ kind, state: "used" }, used);
        this.set({ kind, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "encaje_database_waiting",
    help: "Calls that wait for a connection by kind of work.",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const { kind, waiting } of readConnections()) this.set({ kind }, waiting);
    },
  });
}

/** While the database is unavailable these metrics are absent, and `encaje_database_up` is 0. */
function addDatabaseMetrics(registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const byMail = (name: string, help: string) => new Gauge({ name, help, labelNames: ["mail"], registers });
  const up = gauge("encaje_database_up", "Whether the database answered this scrape.");
  const mails = {
    waiting: byMail("encaje_mails_waiting", "Due mails by type."),
    oldestSeconds: byMail("encaje_mails_oldest_seconds", "For how long the oldest due mail has waited by type."),
    dead: byMail("encaje_mails_dead", "Dead mails, by type."),
  };
  const worker = gauge("encaje_mail_worker_missing_minutes", "For how long due mails have had no worker; 0 with one.");
  const due = gauge("encaje_replies_due", "Promised replies still within their time.");
  const late = gauge("encaje_replies_late", "Promised replies past their time.");
  const backup = gauge("encaje_backup_age_seconds", "Since the last backup by npm run backup; absent without one.");
  const catalog = gauge("encaje_catalog_version", "Another number after every change of the catalog.");
  return async () => {
    for (const known of Object.values(mails)) known.reset();
    try {
      const now = new Date();
      const work = [
        countMailsByType(),
        findMissingWorker("mail"),
        countReplies({ now }),
        readCatalogVersion(),
        findLastBackupTime("mail"),
      ] as const;
      const [types, missing, replies, version, backedUpAt] = await Promise.all(work);
      for (const { mail, ...counts } of types) {
        for (const name of ["waiting", "oldestSeconds", "dead"] as const) mails[name].set({ mail }, counts[name]);
      }
      worker.set(missing?.minutes ?? 0);
      due.set(replies.due);
      late.set(replies.late);
      catalog.set(version);
      if (backedUpAt) backup.set((now.getTime() - backedUpAt.getTime()) / 1_000);
      else backup.remove();
      up.set(1);
    } catch (error) {
      for (const known of [worker, due, late, catalog, backup]) known.remove();
      up.set(0);
      log().warn({ error: describeError(error) }, "metrics of the database could not be read");
    }
  };
}

/** Callers need METRICS_TOKEN if it is set. @throws Error when the port is in use */
export async function serveMetrics(port = env().METRICS_PORT, token = env().METRICS_TOKEN): Promise<Server> {
  const { contentType, scrape } = createMetrics();
  const server = createServer(async ({ method, url, headers }, response) => {
    if (url !== "/metrics" || method !== "GET") return response.writeHead(404).end();
    if (token !== undefined && !hasBearer(headers.authorization, token)) {
      return response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
    }
    return response.writeHead(200, { "Content-Type": contentType }).end(await scrape());
  });
  await listen(server, port, env().HOST, "METRICS_PORT");
  return server.unref();
}
