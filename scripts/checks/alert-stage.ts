// The built app with its metrics, Postgres, Redis, a mail server and, once it is started, a worker; two submissions a second.
import path from "node:path";
import { MailServer } from "../../e2e/support/mail-server.ts";
import { queryAt } from "../../e2e/support/processes.ts";
import { type Running as Redis, startRedis } from "../../e2e/support/redis.ts";
import { createClient, inquiry } from "../../e2e/support/test.ts";
import { type App, freePort, startApp, startScript } from "../processes.ts";
import { atEnd, makeFolder } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";
import { OpenLoad } from "./open-load.ts";

const submissionsPerSecond = 2;

export class AlertStage {
  readonly metricsPort: number;
  app: App;
  redis: Redis;
  readonly #env: Record<string, string>;
  readonly #adminUrl: string;

  private constructor(env: Record<string, string>, adminUrl: string, app: App, redis: Redis) {
    this.metricsPort = Number(env.METRICS_PORT);
    this.app = app;
    this.redis = redis;
    this.#env = env;
    this.#adminUrl = adminUrl;
  }

  static async start(): Promise<AlertStage> {
    const database = await startTestDatabase();
    await atEnd(database.close);
    const mails = await MailServer.create(await makeFolder("mails"));
    await mails.start();
    await atEnd(() => mails.kill());
    const redis = await startRedis();
    const env = {
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      CONTACT_EMAIL: "team@encaje.example",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      TRUSTED_PROXY_HOPS: "1",
      LOG_LEVEL: "silent",
    };
    const stage = new AlertStage(env, database.adminUrl, await startApp(env), redis);
    await atEnd(() => stage.app.stop("SIGKILL"));
    await atEnd(() => stage.redis.stop());
    const load = new OpenLoad(submissionsPerSecond, () => stage.submit());
    await atEnd(() => load.stop());
    return stage;
  }

  /** From an address of its own; a failure is for the metrics to tell. */
  async submit(change: Record<string, unknown> = {}): Promise<void> {
    await createClient(this.app.url)
      .post("/api/leads/contact", inquiry(change))
      .catch(() => undefined);
  }

  query(sql: string): Promise<unknown[]> {
    return queryAt(this.#env.DATABASE_URL, sql);
  }

  /** Postgres runs, and lets nobody in; or everybody again. */
  async setAway(isAway: boolean): Promise<void> {
    const name = new URL(this.#env.DATABASE_URL ?? "").pathname.slice(1);
    await queryAt(this.#adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${!isAway}`);
    const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    if (isAway) await queryAt(this.#adminUrl, others, [name]);
  }

  async startWorker(): Promise<void> {
    const { METRICS_PORT: _, ...env } = this.#env;
    const worker = await startScript(path.join("scripts", "worker.ts"), "The worker sends mails.", env);
    await atEnd(() => worker.stop());
  }

  async startRedis(): Promise<void> {
    this.redis = await startRedis(this.redis.port);
  }

  /** Where the one before was. */
  async startApp(): Promise<void> {
    this.app = await startApp(this.#env);
  }
}
