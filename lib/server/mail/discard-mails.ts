import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { DeadMails } from "../../domain/mail/dead-mails.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { areDead } from "./dead-mails.ts";

/**
 * Deletes dead mails, for good: they are never sent. What is not dead any more is left as it is.
 * @returns how many mails it were
 * @throws AppError `unavailable`
 */
export function discardMails(operator: Operator, mails: DeadMails, { now }: { now: Date }): Promise<{ count: number }> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const count = await tx.$executeRaw`DELETE FROM pgboss.job WHERE ${areDead(mails)}`;
        if (count) await recordAudit(tx, { at: now, actor: operator, action: "mail_discarded", details: { count } });
        return { count };
      }),
    "desk",
  );
}
