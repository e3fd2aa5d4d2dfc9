// Runs the built app with an embedded Postgres, and workers that send its mails, for checks.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type App, type Running, startApp, startScript } from "../processes.ts";
import { atEnd } from "../run-check.ts";

export class MailStage {
  readonly folder: string;
  readonly env: Record<string, string>;

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-check-"));
    void atEnd(() => fs.rmSync(this.folder, { recursive: true, force: true }));
    // Postgres and mail servers may run as other users, who must be able to read the folder.
    fs.chmodSync(this.folder, 0o755);
    this.env = { DATABASE_URL: "", DATA_DIR: path.join(this.folder, "data"), TRUSTED_PROXY_HOPS: "1" };
  }

  async startApp(): Promise<App> {
    const app = await startApp(this.env);
    await atEnd(() => app.stop());
    return app;
  }

  async startWorker(smtpUrl: string): Promise<Running> {
    const env = { ...this.env, SMTP_URL: smtpUrl, CONTACT_EMAIL: "company@example.com" };
    const worker = await startScript(path.join("scripts", "worker.ts"), "The worker sends mails.", env);
    await atEnd(() => worker.stop());
    return worker;
  }
}
