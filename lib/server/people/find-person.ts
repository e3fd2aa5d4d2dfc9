import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { onlyAdmins } from "../auth/only-admins.ts";
import { database } from "../db.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { nobodyFound } from "./people-errors.ts";

/**
 * The newest submission of an e-mail address, in any case.
 * @throws AppError `forbidden` to a member; `not_found`; `unavailable`
 */
export async function findPerson(operator: Operator, { email }: { email: string }): Promise<SubmissionRef> {
  if (operator.role !== "admin") throw onlyAdmins();
  const [newest] = await database(
    (db) => db.$queryRaw<SubmissionRef[]>`
      SELECT kind, id FROM (
        SELECT 'lead' AS kind, id, created_at FROM leads WHERE ${isSentBy(email)}
        UNION ALL SELECT 'inquiry', id, created_at FROM contacts WHERE ${isSentBy(email)}
      ) AS sent ORDER BY created_at DESC, kind COLLATE "C" DESC, id DESC LIMIT 1`,
    "desk",
  );
  if (!newest) throw nobodyFound();
  return newest;
}
