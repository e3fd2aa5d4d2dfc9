import "server-only";
import { closedStatuses } from "../../domain/submissions/status.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { type Purged, purgeBatches } from "./purge-batches.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

type Options = { now: Date; days?: number; signal?: AbortSignal };

/**
 * Deletes what has been closed for more than `days` days, of RETENTION_DAYS unless told otherwise. What is closed by
 * then was created by then: the index of the inbox finds it.
 * @throws AppError `unavailable`
 */
export function purgeClosed({ now, days = env().RETENTION_DAYS, signal }: Options): Promise<Purged> {
  const before = new Date(now.getTime() - days * dayMilliseconds);
  const closed: string[] = [...closedStatuses];
  const which = Prisma.sql`status = ANY (${closed}::text[]) AND created_at < ${before}::timestamptz
    AND closed_at < ${before}::timestamptz`;
  return purgeBatches({ which, action: "submissions_purged", now, signal });
}
