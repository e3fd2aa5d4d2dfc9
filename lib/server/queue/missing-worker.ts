import "server-only";
import type { MissingWorker } from "../../domain/mail/mail.ts";
import { database, type Work } from "../db.ts";
import { env } from "../env.ts";
import { isServerless } from "../host.ts";
import { log } from "../log.ts";
import { isClockMailDue } from "./clock-mails.ts";
import { isDue } from "./mails.ts";

const missingMinutesMin = 2;
const watchMilliseconds = 60_000;

/** Null if no mail is due or a worker runs, which reports every five seconds. Ignores reports of a clock set ahead. */
export async function findMissingWorker(kind: Work): Promise<MissingWorker | null> {
  const [row] = await database(
    (db) => db.$queryRaw<{ minutes: number | null }[]>`
      SELECT floor(extract(epoch FROM now() - coalesce(seen_at, due_at)) / 60)::int AS minutes
      FROM (SELECT least(
          (SELECT min(created_at) FROM submissions WHERE NOT is_processed),
          (SELECT min(clock_mail_at) FROM submissions WHERE ${isClockMailDue}),
          (SELECT min(due_at) FROM mails WHERE state = 'sending' OR ${isDue})
        ) AS due_at) AS due
        LEFT JOIN (SELECT seen_at FROM mail_workers WHERE seen_at < now() + interval '1 minute') AS worker ON true
      WHERE due_at IS NOT NULL`,
    kind,
  );
  const minutes = row?.minutes ?? 0;
  return minutes >= missingMinutesMin ? { minutes, place: isServerless() ? "cron" : env().MAIL_WORKER } : null;
}

/** Logs a warning every minute while a mail worker is missing. @returns a function that stops the warnings */
export function warnOfMissingWorker(): () => Promise<void> {
  const look = async () => {
    const missing = await findMissingWorker("mail");
    if (!missing) return;
    log().warn({ minutes: missing.minutes }, `mails are waiting, but no worker is running: ${advice[missing.place]}`);
  };
  // Ignores errors while the database is unavailable, because the worker and the requests already log them.
  const timer = setInterval(() => void look().catch(() => undefined), watchMilliseconds).unref();
  return async () => clearInterval(timer);
}

const advice = {
  separate: "start npm run worker",
  app: "the log above says why the app's own worker could not start",
  cron: "have the cron call /api/tasks every minute",
};
