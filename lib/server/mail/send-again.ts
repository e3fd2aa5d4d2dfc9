import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { DeadMails } from "../../domain/mail/dead-mails.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { mailQueueOptions } from "../queue/queue.ts";
import { areDead } from "./dead-mails.ts";

/**
 * Has dead mails sent again, under the Message-ID that they had, with as many attempts as a new one: pg-boss's own retry
 * would give one. What is not dead any more is left as it is.
 * @returns how many mails it were
 * @throws AppError `unavailable`
 */
export function sendAgain(operator: Operator, mails: DeadMails, { now }: { now: Date }): Promise<{ count: number }> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        // The attempts are counted on: an earlier worker must not take a later attempt for its own.
        const count = await tx.$executeRaw`
          UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
            retry_limit = retry_count + ${mailQueueOptions.retryLimit}
          WHERE ${areDead(mails)}`;
        if (count) await recordAudit(tx, { at: now, actor: operator, action: "mail_sent_again", details: { count } });
        return { count };
      }),
    "desk",
  );
}
