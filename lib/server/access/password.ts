import "server-only";
import { hashPassword } from "better-auth/crypto";
import type { Operator } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { requirePassword, wrongPassword } from "./credential.ts";

/**
 * Changes the operator's own password and ends all other sessions and pending sign-ins.
 * @throws AppError `invalid_input` when the current password is wrong or the new one weak; `rate_limited`;
 * `unavailable`
 */
export async function changePassword(
  { current, password }: { current: string; password: string },
  { operator, clientIp, now }: { operator: Operator; clientIp: string; now: Date },
): Promise<void> {
  const known = await requirePassword(current, { operator, clientIp, now });
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
        // Must follow the change of the password, because isValidCredential() relies on this order.
        await db.operatorSession.deleteMany({ where: { operatorId: operator.id, id: { not: operator.sessionId } } });
        await db.operatorVerification.deleteMany({ where: { value: operator.id } });
        await recordAudit(db, { at: now, actor: operator, action: "password_changed" });
      }),
    "desk",
  );
}

/** Minimum score on zxcvbn's scale of 0 to 4. A score of 3 means at least 100 million guesses. */
const scoreMin = 3;

/** Loaded on first use, because the list of common passwords takes 10 MB of memory. */
async function loadChecker() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let checker: ReturnType<typeof loadChecker> | undefined;

/**
 * Refuses common passwords, and passwords built from common ones, patterns or `known` words about the owner.
 * @throws AppError `invalid_input`
 */
export async function requireStrongPassword(password: string, known: string[]): Promise<void> {
  checker ??= loadChecker().catch((error: unknown) => {
    checker = undefined;
    throw error;
  });
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  if ((await checker).check(password, words).score >= scoreMin) return;
  throw new AppError("invalid_input", "This password is too easy to guess. Choose a few unrelated words.", {
    fields: ["password"],
  });
}
