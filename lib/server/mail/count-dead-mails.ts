import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import { areDead } from "./dead-mails.ts";

/**
 * How many mails were given up. Reads the queue alone: it holds only what is owed or dead.
 * @throws AppError `unavailable`
 */
export async function countDeadMails(_operator: Operator): Promise<number> {
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE ${areDead({ all: true })}`,
    "desk",
  );
  return row?.count ?? 0;
}
