import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { findFreePort } from "../../scripts/processes.ts";
import { type App, type Running, startApp, startScript } from "../../tools/processes.ts";
import { MailServer } from "./mail-server.ts";
import { newOperator, newSession } from "./operators.ts";
import { queryAt } from "./processes.ts";
import { test as siteTest } from "./site.ts";
import { type Client, createClient, createDatabase } from "./test.ts";

export const sender = "mail@encaje.example";
export const company = "company@example.com";

export class MailedApp {
  readonly #url: string;
  readonly databaseUrl: string;
  readonly server: MailServer;

  constructor(url: string, databaseUrl: string, server: MailServer) {
    this.#url = url;
    this.databaseUrl = databaseUrl;
    this.server = server;
  }

  /** Creates a new client, so that no test uses up the rate limit of another. */
  client(): Client {
    return createClient(this.#url);
  }

  query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.databaseUrl, sql, values);
  }

  /** Counts mails that are due or being sent, and submissions whose mails have not been created yet. */
  async countBacklog(): Promise<number> {
    const sql = `SELECT FROM mails WHERE state = 'sending' OR (state = 'waiting' AND (attempts > 0 OR next_at <= now()))
      UNION ALL SELECT FROM submissions WHERE NOT is_processed`;
    return (await this.query(sql)).length;
  }
}

/** An app with its own database and mail server, and workers that a test can start. */
export class MailService extends MailedApp {
  readonly app: App;
  /** Addresses of the enabled operators. */
  readonly operators: string[];
  readonly #env: Record<string, string>;
  readonly #folder: string;
  readonly #workers: Running[] = [];

  private constructor(app: App, server: MailServer, env: Record<string, string>, folder: string, operators: string[]) {
    super(app.url, env.DATABASE_URL ?? "", server);
    this.operators = operators;
    this.app = app;
    this.#env = env;
    this.#folder = folder;
  }

  /** Starts the app; the mail server and workers are not started yet. */
  static async start(): Promise<MailService> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-mail-"));
    const server = await MailServer.create(folder);
    const env = {
      DATABASE_URL: await createDatabase(),
      SMTP_URL: server.url,
      MAIL_FROM: sender,
      CONTACT_EMAIL: company,
      PORT: String(await findFreePort()),
      DATA_DIR: path.join(folder, "data"),
      AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "",
      TRUSTED_PROXY_HOPS: "1",
      LOG_LEVEL: "trace",
    };
    const operators: string[] = [];
    for (const role of ["admin", "member", "member"] as const) {
      operators.push((await newOperator(role, true, env.DATABASE_URL)).email);
    }
    const disabled = operators.pop();
    const service = new MailService(await startApp(env), server, env, folder, operators);
    await service.query("UPDATE operators SET language = 'en'", []);
    await service.query("UPDATE operators SET disabled_at = now() WHERE email = $1", [disabled]);
    return service;
  }

  /** Creates an operator with a session. @returns the value of the session cookie */
  async signIn(): Promise<string> {
    const { id } = await newOperator("member", true, this.databaseUrl);
    await this.query("UPDATE operators SET language = 'en' WHERE id = $1", [id]);
    return (await newSession(id, this.databaseUrl)).value;
  }

  async startWorker(): Promise<Running> {
    const worker = await startScript(path.join("scripts", "worker.ts"), "The worker sends mails.", this.#env);
    this.#workers.push(worker);
    return worker;
  }

  /** The environment variables of the app and its workers, to run other scripts with. */
  get env(): Record<string, string> {
    return this.#env;
  }

  output(): string {
    return [this.app, ...this.#workers].map(({ output }) => output()).join("\n");
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop("SIGKILL")));
    await this.app.stop();
    await this.server.kill();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

type MailFixtures = { newMailService: () => Promise<MailService> };

/**
 * `mailService` has a running worker and mail server, and is shared by the tests of a process. `newMailService` starts
 * a service without them for a single test.
 */
export const test = siteTest.extend<MailFixtures, { mailService: MailService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function wants from this pattern
  newMailService: async ({}, use) => {
    const services: MailService[] = [];
    await use(async () => {
      const service = await MailService.start();
      services.push(service);
      return service;
    });
    for (const service of services) await service.stop();
  },
  mailService: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const service = await MailService.start();
      await service.server.start();
      await service.startWorker();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
});
