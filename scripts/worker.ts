// `npm run worker`: does the deferred work (mails, webhooks, spam, bookings, catalog) beside an app that has
// MAIL_WORKER=separate.
import "./load-env-file.ts";
import { hourMilliseconds } from "../lib/domain/durations.ts";
import { disconnect } from "../lib/server/db.ts";
import { parseEnv } from "../lib/server/env.ts";
import { logConsole } from "../lib/server/log.ts";
import { deleteMailFiles } from "../lib/server/mail/mail-files.ts";
import { startMailWorker } from "../lib/server/mail/mail-worker.ts";
import { requireContactAddress } from "../lib/server/mail/recipients.ts";
import type { QueueWorker } from "../lib/server/queue/worker.ts";
import { requireFolderPath, setEnvFromRunningApp } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";

logConsole();
let worker: QueueWorker | undefined;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));
// Stop when the parent process has died.
process.on("disconnect", () => stop(1));

try {
  // Takes over the app's AUTH_SECRET, too, because it signs the Message-IDs.
  setEnvFromRunningApp();
  const env = parseEnv(process.env);
  const { DATABASE_URL, DIRECT_URL, DATA_DIR, SMTP_URL } = env;
  requireContactAddress(env);
  requireFolderPath(DATA_DIR);
  if (!DATABASE_URL)
    throw new Error("Start the app first, or set DATABASE_URL: the worker has no database of its own.");
  await migrateAtStart(DIRECT_URL ?? DATABASE_URL);
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
