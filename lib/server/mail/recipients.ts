import "server-only";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { defaultContactEmail } from "../env-schema.ts";

/** `operator`: whose address it is; null for the company's, and for a person's. */
export type Recipient = { operator: string | null; address: string };

/**
 * Where a call to all operators goes: to everyone who may sign in, or to the company as long as nobody may. Empty when
 * there is neither.
 */
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
  if (operators.length) return operators.map(({ id, email }) => ({ operator: id, address: email }));
  return hasCompanyAddress() ? [{ operator: null, address: env().CONTACT_EMAIL }] : [];
}

/** Nobody of ours reads the default address: it may stand in files, and nothing is mailed there. */
function hasCompanyAddress(): boolean {
  return !env().SMTP_URL || env().CONTACT_EMAIL !== defaultContactEmail;
}

/**
 * Refuses a start whose calls to operators would reach nobody. Someone who is invited becomes an operator only while
 * the app runs, so an open invitation is enough: calls wait for them.
 * @throws Error that says what to set or to run
 */
export async function requireOperatorAddress({ now }: { now: Date }): Promise<void> {
  if ((await listOperatorAddresses()).length) return;
  const isOpen = { usedAt: null, expiresAt: { gt: now } };
  if (await database((db) => db.operatorInvitation.findFirst({ select: { email: true }, where: isOpen }), "mail"))
    return;
  throw new Error(
    [
      "SMTP_URL is set, but nobody would be told of new submissions: there is no operator, and CONTACT_EMAIL is not set.",
      "Create the first operator with: npm run operator -- create you@your-company.example",
      "Or set CONTACT_EMAIL to an address that your team reads.",
    ].join("\n"),
  );
}
