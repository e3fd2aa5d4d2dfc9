import "server-only";
import type { MailedSubmission } from "../../domain/mail/mailed-submission.ts";
import { database } from "../db.ts";
import { isSentBy } from "../submissions/sent-by.ts";

/** How many acknowledgements an address gets in a day: whoever fills in forms with it must not fill its mailbox. */
export const acknowledgementsMax = 20;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Whether so many submissions came with this address in the 24 hours before this one that it is not acknowledged. It is
 * stored, and operators are called to it, all the same.
 * @throws AppError `unavailable`
 */
export async function isFlooded({ email, createdAt }: Pick<MailedSubmission, "email" | "createdAt">): Promise<boolean> {
  const since = new Date(createdAt.getTime() - dayMilliseconds);
  const rows = await database(
    (db) => db.$queryRaw<unknown[]>`
      SELECT created_at FROM submissions
      WHERE ${isSentBy(email)} AND created_at >= ${since}::timestamptz AND created_at < ${createdAt}::timestamptz
      LIMIT ${acknowledgementsMax}`,
    "mail",
  );
  return rows.length === acknowledgementsMax;
}
