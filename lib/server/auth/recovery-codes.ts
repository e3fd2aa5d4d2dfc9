import "server-only";
import { generateRandomString, symmetricEncrypt } from "better-auth/crypto";
import type { Operator } from "../../domain/desk/operator.ts";
import { RecoveryCode } from "../../domain/desk/sign-in.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { isRefused, withAuth } from "./auth.ts";
import { isValidCredential } from "./entry.ts";
import { requirePassword } from "./password.ts";
import { clearShownOnce, type ShownOnce, writeShownOnce } from "./shown-once.ts";

const codesCount = 10;

/** How many of the operator's recovery codes are left. */
export async function countRecoveryCodes(operator: Operator): Promise<number> {
  const found = await withAuth((auth) => auth.api.viewBackupCodes({ body: { userId: operator.id } }));
  return isRefused(found) ? 0 : found.backupCodes.length;
}

/**
 * Gives the operator new recovery codes; the old ones stop working. Of several who ask at once, one gets them.
 * @throws AppError `invalid_input` when the password is wrong; `conflict` when the codes or the password have changed
 * meanwhile; `rate_limited`; `unavailable`.
 */
export async function renewRecoveryCodes(
  operator: Operator,
  { current }: { current: string },
  { clientIp }: { clientIp: string },
  { now }: { now: Date },
): Promise<string[]> {
  const where = { operatorId: operator.id, verified: true };
  const before = await database(
    (db) => db.operatorTwoFactor.findFirst({ where, select: { id: true, backupCodes: true } }),
    "desk",
  );
  if (!before) throw new AppError("conflict", "There are no recovery codes to renew.");
  const password = await requirePassword(operator, current, { clientIp }, { now });
  const codes = Array.from({ length: codesCount }, generateRecoveryCode);
  const backupCodes = await encrypt(codes);
  await database(
    (client) =>
      client.$transaction(async (db) => {
        const credential = { operatorId: operator.id, password };
        const isValid = await isValidCredential(db, credential, { hasSecondFactor: true });
        const { count } = await db.operatorTwoFactor.updateMany({ where: before, data: { backupCodes } });
        if (!isValid || count === 0) throw new AppError("conflict", "This was changed meanwhile. Look at it again.");
        await recordAudit(db, { at: now, actor: operator, action: "recovery_codes_renewed" });
      }),
    "desk",
  );
  return codes;
}

/** As better-auth makes them, whose own renewal would overwrite what another has just handed out. */
function generateRecoveryCode(): string {
  const signs = generateRandomString(10, "a-z", "A-Z", "0-9");
  return `${signs.slice(0, 5)}-${signs.slice(5)}`;
}

/** As better-auth stores them. No two results are the same. */
async function encrypt(codes: string[]): Promise<string> {
  const encrypted = await withAuth(async (auth) => {
    const { secretConfig } = await auth.$context;
    return symmetricEncrypt({ key: secretConfig, data: JSON.stringify(codes) });
  });
  if (isRefused(encrypted)) throw new AppError("unavailable", "The recovery codes cannot be renewed right now.");
  return encrypted;
}

export const recoveryCodesCookie = "desk.recovery_codes";
const cookie: ShownOnce = { name: recoveryCodesCookie, path: "/admin/account" };

export function writeRecoveryCodesCookie(codes: string[]): string {
  return writeShownOnce(cookie, codes.join("."));
}

export const clearRecoveryCodesCookie = () => clearShownOnce(cookie);

/** Empty where the cookie is none of ours. */
export function readRecoveryCodesCookie(value = ""): string[] {
  const codes = value.split(".").map((code) => RecoveryCode.safeParse(code).data);
  return codes.every((code) => code !== undefined) ? codes : [];
}
