import "server-only";
import type { MailType } from "../../domain/mail/mail.ts";
import { replyHours, replyWarningHours } from "../../domain/submissions/reply-hours.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { mailQueue, mailQueueOptions } from "./queue.ts";

const {
  retryLimit,
  retryDelay,
  retryBackoff,
  retryDelayMax,
  expireInSeconds,
  heartbeatSeconds,
  retentionSeconds,
  deleteAfterSeconds,
} = mailQueueOptions;

/** What pg-boss's own insert would write, as constants: the queue need not be read for each submission. */
const settings = {
  name: `'${mailQueue}'`,
  policy: "'standard'",
  retry_limit: retryLimit,
  retry_delay: retryDelay,
  retry_backoff: retryBackoff,
  retry_delay_max: retryDelayMax,
  expire_seconds: expireInSeconds,
  heartbeat_seconds: heartbeatSeconds,
  deletion_seconds: deleteAfterSeconds,
};
const settingNames = Object.keys(settings).join(", ");
const settingValues = Object.values(settings).join(", ");

/** The mails that follow from a submission: at once, or so many hours after it was sent. */
const atOnce = { notice: 0, acknowledgement: 0 } as const satisfies Partial<Record<MailType, number>>;
const clockHours = { warning: replyWarningHours, breach: replyHours } as const satisfies Partial<
  Record<MailType, number>
>;

/**
 * SQL that inserts a submission's jobs in the statement that inserts the submission: killed in between, there are both
 * or neither. `source` names a row set with the columns `id` and `created_at`, and `has_clock` where replies are awaited.
 */
export function insertJobsSql(kind: SubmissionKind, source: string): string {
  const due = [
    ...Object.keys(atOnce).map((mail) => `('${mail}', 0, false)`),
    ...Object.entries(clockHours).map(([mail, hours]) => `('${mail}', ${hours}, true)`),
  ].join(", ");
  return `
    INSERT INTO pgboss.job (${settingNames}, data, created_on, start_after, keep_until)
    SELECT ${settingValues}, jsonb_build_object('mail', due.mail, 'kind', '${kind}', 'id', ${source}.id), now(),
      due_at, due_at + interval '${retentionSeconds} seconds'
    FROM ${source}, (VALUES ${due}) AS due (mail, hours, is_clock),
      LATERAL (SELECT CASE WHEN due.is_clock THEN ${source}.created_at + due.hours * interval '1 hour' ELSE now() END)
        AS at (due_at)
    WHERE NOT due.is_clock OR ${source}.has_clock`;
}
