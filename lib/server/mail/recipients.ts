import "server-only";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { defaultContactEmail } from "../env-schema.ts";

/** `operator` is the id of the address's owner; null for the company's address and a person's. */
export type Recipient = { operator: string | null; address: string };

/** All active operators; without any, the company's address. */
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
  return [{ operator: null, address: env().CONTACT_EMAIL }];
}

/** One active operator, and their language. @throws AppError `unavailable` */
export async function findOperatorAddress(id: string): Promise<(Recipient & { language: Locale | null }) | null> {
  const select = { id: true, email: true, language: true } as const;
  const row = await database((db) => db.operator.findFirst({ select, where: { id, disabledAt: null } }), "mail");
  return row && { operator: row.id, address: row.email, language: Locale.safeParse(row.language).data ?? null };
}

/**
 * Whoever sends mails calls it first: the default address is an example, which nobody reads.
 * @throws AppError `unavailable` that says what to set
 */
export function requireContactAddress({ SMTP_URL, CONTACT_EMAIL } = env()): void {
  if (!SMTP_URL || CONTACT_EMAIL !== defaultContactEmail) return;
  const reason = `SMTP_URL is set and CONTACT_EMAIL is not: people would be told to write to ${defaultContactEmail}.`;
  throw new AppError("unavailable", `${reason} Set CONTACT_EMAIL to an address that your team reads.`);
}
