import "server-only";
import { Prisma } from "../../generated/prisma/client.ts";

const forms = (email: string) => Prisma.sql`ARRAY[lower(${email}::text), lower(${email.normalize("NFC")}::text),
    lower(${email.normalize("NFD")}::text)]`;

/**
 * SQL condition: the row's `email` equals this one, ignoring case and Unicode form (NFC or NFD). Uses the index on
 * lower(email), so it misses an address that mixes both forms.
 */
export function isSentBy(email: string): Prisma.Sql {
  return Prisma.sql`lower(email) = ANY (${forms(email)})`;
}

/** SQL condition: a mail came from this address, compared as in `isSentBy`. */
export function isMailFrom(email: string): Prisma.Sql {
  return Prisma.sql`lower(from_address) = ANY (${forms(email)})`;
}
