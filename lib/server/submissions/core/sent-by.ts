import "server-only";
import { Prisma } from "../../generated/prisma/client.ts";

const listAddressForms = (
  email: string,
) => Prisma.sql`ARRAY[lower(${email}::text), lower(${email.normalize("NFC")}::text),
    lower(${email.normalize("NFD")}::text)]`;

/** Ignores case and Unicode form. Uses the index on lower(email), so it misses an address that mixes NFC and NFD. */
export function whereSentBy(email: string): Prisma.Sql {
  return Prisma.sql`lower(email) = ANY (${listAddressForms(email)})`;
}

export function whereMailFrom(email: string): Prisma.Sql {
  return Prisma.sql`lower(from_address) = ANY (${listAddressForms(email)})`;
}
