import "server-only";
import type { MissingWorker } from "../../domain/mail/mail.ts";
import { database, type Work } from "../db.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { mailQueue, mailQueueOptions } from "./queue.ts";

const missedMinutes = 2;
const watchMilliseconds = 60_000;

/**
 * Whether mails are due and no worker takes them; null where nothing is due or a worker lives. Each worker, however busy,
 * stamps the queue's row every 15 seconds when it looks for dead workers. By SQL: pg-boss does not publish the stamp. A
 * stamp of the future was made by a clock that was ahead.
 * @throws AppError `unavailable`
 */
export async function findMissingWorker(kind: Work): Promise<MissingWorker | null> {
  const [row] = await database(
    (db) => db.$queryRaw<{ minutes: number | null }[]>`
      SELECT floor(extract(epoch FROM now() - coalesce(seen_at, due_at)) / 60)::int AS minutes
      FROM (SELECT least(
          (SELECT min(created_at) FROM submissions WHERE NOT is_processed),
          (SELECT min(keep_until - ${mailQueueOptions.retentionSeconds} * interval '1 second') FROM pgboss.job
            WHERE name = ${mailQueue} AND (state IN ('retry', 'active') OR state = 'created' AND start_after <= now()))
        ) AS due_at) AS due
        LEFT JOIN (SELECT monitor_claim_on AS seen_at FROM pgboss.queue
          WHERE name = ${mailQueue} AND monitor_claim_on < now() + interval '1 minute') AS worker ON true
      WHERE due_at IS NOT NULL`,
    kind,
  );
  const minutes = row?.minutes ?? 0;
  return minutes >= missedMinutes ? { minutes, place: env().MAIL_WORKER } : null;
}

/** Warns once a minute as long as a worker is missing. @returns what ends it */
export function warnOfMissingWorker(): () => Promise<void> {
  const look = async () => {
    const missing = await findMissingWorker("mail");
    if (missing)
      log().warn(
        { minutes: missing.minutes },
        `mails are waiting, and no worker has been seen: ${advice[missing.place]}`,
      );
  };
  // A database that is away is logged elsewhere.
  const timer = setInterval(() => void look().catch(() => undefined), watchMilliseconds).unref();
  return async () => clearInterval(timer);
}

const advice = { separate: "start npm run worker", app: "see above why the app's own could not start" };
