import "server-only";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** SQL: names a submission in the records of erasures. With its time, since a restore may give a number out again. */
export const submissionHash = Prisma.sql`encode(sha256(convert_to(
  concat_ws(' ', kind, id, (extract(epoch FROM created_at) * 1000)::bigint), 'UTF8')), 'hex')`;

/** Records the submissions that `where` selects as erased. Call it in the transaction that withdraws them. */
export async function recordErasedSubmissions(tx: RawTransaction, where: Prisma.Sql, at: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at) SELECT ${submissionHash}, ${at}::timestamptz FROM submissions WHERE ${where}
    ON CONFLICT DO NOTHING`;
}
