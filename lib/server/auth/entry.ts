import "server-only";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** What a way in rests upon: the operator's password, as its hash. */
export type Credential = { operatorId: string; password: string | null };

/** The credential of an operator who is not disabled. */
export async function findCredential(operator: { id: string } | { email: string }): Promise<Credential | null> {
  const where = { providerId: "credential", operator: { ...operator, disabledAt: null } };
  return database(
    (db) => db.operatorAccount.findFirst({ where, select: { operatorId: true, password: true } }),
    "desk",
  );
}

/**
 * Whether a credential still counts: it has not been changed, and its operator is not shut out. Waits for whoever is
 * about to change that: they change these rows first and look for sessions and challenges after, so that each of those
 * is either found by them or refused here.
 */
export async function isValidCredential(
  db: Prisma.TransactionClient,
  { operatorId, password }: Credential,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT operators.id FROM operators JOIN operator_accounts ON operator_id = operators.id
    WHERE operators.id = ${operatorId} AND disabled_at IS NULL AND two_factor_enabled = ${hasSecondFactor}
      AND provider_id = 'credential' AND password = ${password}
    FOR SHARE`;
  return rows.length > 0;
}

/**
 * Asks again, when better-auth has made the session or the challenge of `setCookies`, whether the credential that was
 * read before counts. Where it does not, what was made is removed.
 */
export async function confirmEntry(
  setCookies: string[],
  credential: Credential,
  state: { hasSecondFactor: boolean },
): Promise<boolean> {
  return database(async (db) => {
    if (await isValidCredential(db, credential, state)) return true;
    const made = { in: setCookies.map(signedValueOf) };
    await db.operatorSession.deleteMany({ where: { operatorId: credential.operatorId, token: made } });
    await db.operatorVerification.deleteMany({ where: { value: credential.operatorId, identifier: made } });
    return false;
  }, "desk");
}

/** Of `name=value.signature`, as cookies are written and sent, the value. Whether it is signed is not looked at. */
export function signedValueOf(cookie: string): string {
  const [pair = ""] = cookie.split(";", 1);
  const [value = ""] = pair.slice(pair.indexOf("=") + 1).split(/\.|%2E/i, 1);
  return value;
}
