import "server-only";
import { createHmac } from "node:crypto";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { RawTransaction } from "../../db.ts";
import { deriveKey } from "../../derived-keys.ts";

/** Hash that identifies a person in the records of erasures. */
export const hashAddress = (email: string): string =>
  createHmac("sha256", deriveKey("erasures")).update(foldAddress(email)).digest("hex");

/**
 * Serializes the storing of a person's mail with the person's erasure. A mail stored before is erased; a later one
 * finds the erasure recorded. Call it before locking rows.
 */
export async function lockPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${hashAddress(email)}`}, 0))::text`;
}

/** Returns whether this person was erased after that time. Knows only erasures under the current AUTH_SECRET. */
export async function isErasedSince(tx: RawTransaction, email: string, at: Date): Promise<boolean> {
  const found =
    await tx.$executeRaw`SELECT FROM erasures WHERE hash = ${hashAddress(email)} AND at > ${at}::timestamptz`;
  return found > 0;
}
