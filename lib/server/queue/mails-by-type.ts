import "server-only";
import { mailsAtOnce } from "../../domain/submissions/core/mails.ts";
import { database } from "../db.ts";
import { dueAt, isClockMailDue } from "./clock-mails.ts";
import { isDue, isFixable } from "./mails.ts";

export type MailTypeCounts = { mail: string; waiting: number; oldestSeconds: number; dead: number };

/**
 * Counts due and dead mails per type, without mails to unmailable addresses and without types that have none. An
 * unprocessed submission counts as the mails that it will cause at once.
 * @throws AppError `unavailable`
 */
export function countMailsByType(): Promise<MailTypeCounts[]> {
  return database(
    (db) => db.$queryRaw<MailTypeCounts[]>`
      SELECT mail, (count(*) FILTER (WHERE NOT is_dead))::int AS waiting, (count(*) FILTER (WHERE is_dead))::int AS dead,
        greatest(0, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE NOT is_dead)), 0))::float8
          AS "oldestSeconds"
      FROM (
        SELECT unnest(${[...mailsAtOnce]}::text[]) AS mail, created_at AS due_at, false AS is_dead
        FROM submissions WHERE NOT is_processed
        UNION ALL
        SELECT CASE WHEN ${dueAt} > now() THEN 'warning' ELSE 'breach' END, clock_mail_at, false
        FROM submissions WHERE ${isClockMailDue}
        UNION ALL
        SELECT mail, due_at, state = 'dead' FROM mails
        WHERE state = 'sending' OR ${isFixable} OR ${isDue}
      ) AS mails
      GROUP BY mail ORDER BY mail`,
    "mail",
  );
}
