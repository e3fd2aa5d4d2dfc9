import "server-only";
import { createHmac } from "node:crypto";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { RawTransaction } from "../../db.ts";
import { deriveKey } from "../../derived-keys.ts";

/** Identifies a person in the records of erasures. */
export const hashAddress = (email: string): string =>
  createHmac("sha256", deriveKey("erasures")).update(foldAddress(email)).digest("hex");

/**
 * Makes a person's mail and the person's erasure wait for each other: a mail stored before is erased, a later one finds
 * the erasure recorded. Call it before locking rows.
 */
export async function lockPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${hashAddress(email)}`}, 0))::text`;
}

/** Whether this person was erased after that time, under this AUTH_SECRET. */
export async function isErasedSince(tx: RawTransaction, email: string, at: Date): Promise<boolean> {
  const found =
    await tx.$executeRaw`SELECT FROM erasures WHERE hash = ${hashAddress(email)} AND at > ${at}::timestamptz`;
  return found > 0;
}
