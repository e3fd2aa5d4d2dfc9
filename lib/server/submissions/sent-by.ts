import "server-only";
import { Prisma } from "../generated/prisma/client.ts";

/**
 * Whether the row's `email` is this one, in any case, and with accents in one sign or in two. By the index: only an
 * address that has both kinds of accents is another one.
 */
export function isSentBy(email: string): Prisma.Sql {
  return Prisma.sql`lower(email) = ANY (ARRAY[lower(${email}::text), lower(${email.normalize("NFC")}::text),
    lower(${email.normalize("NFD")}::text)])`;
}
