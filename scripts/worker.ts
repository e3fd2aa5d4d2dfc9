// `npm run worker`: sends mails in a separate process, for an app with MAIL_WORKER=separate.
import "./load-env-file.ts";
import { disconnect } from "../lib/server/db.ts";
import { parseEnv } from "../lib/server/env.ts";
import { logConsole } from "../lib/server/log.ts";
import { deleteMailFiles } from "../lib/server/mail/mail-files.ts";
import { startMailWorker } from "../lib/server/mail/mail-worker.ts";
import { requireContactAddress } from "../lib/server/mail/recipients.ts";
import type { QueueWorker } from "../lib/server/queue/worker.ts";
import { readAuthSecret, requireFolderPath } from "./database.ts";
import { EmbeddedPostgres } from "./embedded-postgres.ts";
import { migrateAtStart } from "./migrate.ts";

const hourMilliseconds = 60 * 60 * 1000;

logConsole();
let worker: QueueWorker | undefined;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));
// Stop when the parent process has died.
process.on("disconnect", () => stop(1));

try {
  const env = parseEnv(process.env);
  const { AUTH_SECRET, DATABASE_URL, DIRECT_URL, DATA_DIR, SMTP_URL } = env;
  requireContactAddress(env);
  requireFolderPath(DATA_DIR);
  const url = DATABASE_URL ?? EmbeddedPostgres.findRunning(DATA_DIR);
  if (!url) throw new Error("Start the app first, or set DATABASE_URL: the worker has no database of its own.");
  process.env.DATABASE_URL = url;
  // AUTH_SECRET signs the Message-IDs, so it must be the same as the app's.
  if (!DATABASE_URL) process.env.AUTH_SECRET = AUTH_SECRET ?? readAuthSecret(DATA_DIR);
  await migrateAtStart(DIRECT_URL ?? url);
  worker = await startMailWorker();
  // The app deletes mail files of erased submissions only in its own DATA_DIR, so the worker does so in its own.
  if (!SMTP_URL) setInterval(() => void deleteMailFiles().catch(() => undefined), hourMilliseconds).unref();
  console.log(
    SMTP_URL ? "The worker sends mails." : `The worker writes mails to ${DATA_DIR}/mail: SMTP_URL is not set.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await worker?.stop();
  await disconnect();
  process.exit(code);
}
