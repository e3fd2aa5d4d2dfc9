import "server-only";
import { verifyPassword } from "better-auth/crypto";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { hashPassword } from "./auth.ts";
import { findCredential } from "./entry.ts";
import { spendConfirmation } from "./sign-in-attempts.ts";
import { requireStrongPassword } from "./strong-password.ts";

type Client = { clientIp: string };
type Now = { now: Date };

/**
 * Changes the operator's own password. Every other session ends, and so does a sign-in under way: whoever knew the old
 * one is out.
 * @throws AppError `invalid_input` when the current one is wrong or the new one easy to guess; `rate_limited`;
 * `unavailable`.
 */
export async function changePassword(
  operator: Operator,
  { current, password }: { current: string; password: string },
  { clientIp }: Client,
  { now }: Now,
): Promise<void> {
  const known = await requirePassword(operator, current, { clientIp }, { now });
  await requireStrongPassword(password, [operator.name, operator.email]);
  const hash = await hashPassword(password);
  await database(
    (client) =>
      client.$transaction(async (db) => {
        const changed = await db.operatorAccount.updateMany({
          where: { operatorId: operator.id, providerId: "credential", password: known },
          data: { password: hash, updatedAt: now },
        });
        if (changed.count === 0) throw wrongPassword();
        // After the change, for the reason that endAccess gives.
        await db.operatorSession.deleteMany({ where: { operatorId: operator.id, id: { not: operator.sessionId } } });
        await db.operatorVerification.deleteMany({ where: { value: operator.id } });
        await recordAudit(db, { at: now, actor: operator, action: "password_changed" });
      }),
    "desk",
  );
}

/**
 * Asks for the operator's password again. Counted apart from the sign-in: what strangers try there is no hindrance.
 * @returns its hash.
 * @throws AppError `invalid_input` when it is wrong; `rate_limited`; `unavailable`.
 */
export async function requirePassword(
  operator: Operator,
  password: string,
  { clientIp }: Client,
  { now }: Now,
): Promise<string> {
  await spendConfirmation({ operatorId: operator.id, clientIp }, now);
  const hash = (await findCredential({ id: operator.id }))?.password;
  if (!hash || !(await verifyPassword({ hash, password }))) throw wrongPassword();
  return hash;
}

const wrongPassword = () => new AppError("invalid_input", "The current password is wrong.");
