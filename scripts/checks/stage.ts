// What a check runs on, and how it ends: everything that it has started ends with it, also when it is interrupted.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type App, startApp } from "../../e2e/support/app.ts";
import { type Running, startScript } from "../../e2e/support/script.ts";

const closers: (() => unknown)[] = [];

/** What was added last ends first. */
export function atEnd(closer: () => unknown): void {
  closers.unshift(closer);
}

export async function endAll(): Promise<void> {
  for (const closer of closers.splice(0)) await closer();
}

/** Runs a check and ends the process: with 0 where it returns true. */
export async function runCheck(check: () => Promise<boolean>): Promise<never> {
  let isInterrupted = false;
  const interrupt = async () => {
    isInterrupted = true;
    await endAll();
    process.exit(1);
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.once(event, interrupt);
  const isPassed = await check().catch((error) => {
    if (!isInterrupted) console.error(error instanceof Error ? error.message : error);
    return false;
  });
  await endAll();
  process.exit(isPassed ? 0 : 1);
}

/** The built app with an embedded Postgres, and workers that send its mails. */
export class Stage {
  readonly folder: string;
  /** The environment of the app and of its workers. */
  readonly env: Record<string, string>;

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-check-"));
    atEnd(() => fs.rmSync(this.folder, { recursive: true, force: true }));
    // Postgres and mail servers may run as other users.
    fs.chmodSync(this.folder, 0o755);
    this.env = { DATABASE_URL: "", DATA_DIR: path.join(this.folder, "data"), TRUSTED_PROXY_HOPS: "1" };
  }

  async startApp(): Promise<App> {
    const app = await startApp(this.env);
    atEnd(() => app.stop());
    return app;
  }

  async startWorker(smtpUrl: string): Promise<Running> {
    const env = { ...this.env, SMTP_URL: smtpUrl, CONTACT_EMAIL: "company@example.com" };
    const worker = await startScript(path.join("scripts", "worker.ts"), "The worker sends mails.", env);
    atEnd(() => worker.stop());
    return worker;
  }
}
