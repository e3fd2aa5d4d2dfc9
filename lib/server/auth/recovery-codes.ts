import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { RecoveryCode } from "../../domain/desk/sign-in.ts";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { siteUrl } from "../env.ts";
import { recordAudit } from "./audit.ts";
import { isRefused, withAuth } from "./auth.ts";
import { requirePassword } from "./password.ts";
import type { SignInClient } from "./sign-in.ts";

/** How many of the operator's recovery codes are left. */
export async function countRecoveryCodes(operator: Operator): Promise<number> {
  const found = await withAuth((auth) => auth.api.viewBackupCodes({ body: { userId: operator.id } }));
  return isRefused(found) ? 0 : found.backupCodes.length;
}

/**
 * Gives the operator new recovery codes; the old ones stop working.
 * @throws AppError `invalid_input` when the password is wrong; `rate_limited`; `unavailable`.
 */
export async function renewRecoveryCodes(
  operator: Operator,
  { current }: { current: string },
  { clientIp, headers }: SignInClient,
  { now }: { now: Date },
): Promise<string[]> {
  await requirePassword(operator, current, { clientIp }, { now });
  const renewed = await withAuth((auth) => auth.api.generateBackupCodes({ body: { password: current }, headers }));
  if (isRefused(renewed)) throw new AppError("unavailable", "The recovery codes cannot be renewed right now.");
  await database((db) => recordAudit(db, { at: now, actor: operator, action: "recovery_codes_renewed" }), "desk");
  return renewed.backupCodes;
}

/** Carries new codes from the form to the page that shows them, once: they are stored nowhere in clear. */
export const recoveryCodesCookie = "desk.recovery_codes";
const shownSeconds = 60;

export function writeRecoveryCodesCookie(codes: string[]): string {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  const value = codes.join(".");
  return `${recoveryCodesCookie}=${value}; Path=/admin/account; Max-Age=${shownSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Empty where the cookie is none of ours. */
export function readRecoveryCodesCookie(value = ""): string[] {
  const codes = value.split(".").map((code) => RecoveryCode.safeParse(code).data);
  return codes.every((code) => code !== undefined) ? codes : [];
}
