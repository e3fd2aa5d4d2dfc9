// What a check runs on: the built app with an embedded Postgres, and workers that send its mails.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type App, startApp } from "../support/app.ts";
import { type Running, startScript } from "../support/script.ts";

export class Stage {
  readonly folder: string;
  /** The environment of the app and of its workers. */
  readonly env: Record<string, string>;
  readonly #closers: (() => unknown)[] = [];

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-check-"));
    this.onClose(() => fs.rmSync(this.folder, { recursive: true, force: true }));
    // Postgres and mail servers may run as other users.
    fs.chmodSync(this.folder, 0o755);
    this.env = { DATABASE_URL: "", DATA_DIR: path.join(this.folder, "data"), TRUSTED_PROXY_HOPS: "1" };
  }

  async startApp(): Promise<App> {
    const app = await startApp(this.env);
    this.onClose(() => app.stop());
    return app;
  }

  async startWorker(smtpUrl: string): Promise<Running> {
    const env = { ...this.env, SMTP_URL: smtpUrl, CONTACT_EMAIL: "company@example.com" };
    const worker = await startScript(path.join("scripts", "worker.ts"), "The worker sends mails.", env);
    this.onClose(() => worker.stop());
    return worker;
  }

  /** What was added last ends first. */
  onClose(end: () => unknown): void {
    this.#closers.unshift(end);
  }

  async close(): Promise<void> {
    for (const end of this.#closers.splice(0)) await end();
  }
}

/** Runs a check on stages of its own, which end with it, and ends the process: with 0 where it has passed. */
export async function runCheck(check: (newStage: () => Stage) => Promise<boolean>): Promise<void> {
  const stages: Stage[] = [];
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    for (const stage of stages) await stage.close();
    process.exit(code);
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => stop(1));
  const newStage = () => {
    const stage = new Stage();
    stages.push(stage);
    return stage;
  };
  try {
    await stop((await check(newStage)) ? 0 : 1);
  } catch (error) {
    if (!isStopping) console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}
