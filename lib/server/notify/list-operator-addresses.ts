import "server-only";
import { database } from "../db.ts";
import { env } from "../env.ts";

/** `operator`: whose address it is; null for the company's, and for a person's. */
export type Recipient = { operator: string | null; address: string };

/** Where a call to all operators goes: to everyone who may sign in, or to the company as long as nobody may. */
export async function listOperatorAddresses(): Promise<Recipient[]> {
  const operators = await database(
    (db) =>
      db.operator.findMany({
        select: { id: true, email: true },
        where: { disabledAt: null },
        orderBy: { createdAt: "asc" },
      }),
    "mail",
  );
  if (!operators.length) return [{ operator: null, address: env().CONTACT_EMAIL }];
  return operators.map(({ id, email }) => ({ operator: id, address: email }));
}
