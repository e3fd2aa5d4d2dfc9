import "server-only";
import { Prisma } from "../generated/prisma/client.ts";
import { type Purged, purgeBatches } from "./purge-batches.ts";

type Options = { now: Date; minutes?: number; signal?: AbortSignal };

/**
 * Erases the submissions whose person has withdrawn the consent at least `minutes` minutes ago; a day is what the person
 * was told.
 * @throws AppError `unavailable`
 */
export function purgeWithdrawn({ now, minutes = 0, signal }: Options): Promise<Purged> {
  const before = new Date(now.getTime() - minutes * 60_000);
  const which = Prisma.sql`consent_withdrawn_at <= ${before}::timestamptz`;
  return purgeBatches({ which, action: "withdrawn_erased", now, signal });
}
