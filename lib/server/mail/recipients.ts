import "server-only";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { defaultContactEmail } from "../env-schema.ts";

/** `operator` is the id of the address's owner; null for the company's address and a person's. */
export type Recipient = { operator: string | null; address: string };

/** All active operators; without any, the company's address; empty if that is not set either. */
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

/** Nobody reads the default address, so mails to it are never sent, only written to files. */
function hasCompanyAddress(): boolean {
  return !env().SMTP_URL || env().CONTACT_EMAIL !== defaultContactEmail;
}

/**
 * Refuses to start without a recipient for operators' mails. An open invitation is enough: it can be accepted only while
 * the app runs, and the mails wait until then.
 * @throws Error that says what to set or run
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
