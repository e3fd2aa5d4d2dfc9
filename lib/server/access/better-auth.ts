import "server-only";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Pool } from "pg";
import { sessionIdleSeconds, sessionSeconds } from "../../domain/access/operator.ts";
import { passwordCharactersMax, passwordCharactersMin } from "../../domain/access/sign-in.ts";
import { getSiteUrl, isSiteSecure } from "../env.ts";

export { isAPIError };

const challengeSeconds = 600;

/**
 * better-auth checks passwords and codes, and creates sessions, challenges, secrets and cookies. We handle these
 * ourselves:
 * - changes of passwords, recovery codes, sessions, roles and invitations: its endpoints cannot share a transaction
 *   with the audit log (audit.db.test.ts). Version 1.7 also let two simultaneous changes of a password succeed, gave
 *   out recovery codes that did not work, and kept pending sign-ins (credential.db.test.ts);
 * - disabling: its ban does not protect the last admin (operators.db.test.ts) and leaves pending sign-ins valid;
 * - counting attempts: its limits count clients, not accounts and known places (lock-out.db.test.ts).
 */
function buildAuthOptions(pool: Pool, secret: string) {
  const isSecure = isSiteSecure();
  return {
    baseURL: getSiteUrl(),
    secret,
    database: pool,
    // Disabled, because better-auth's log messages quote addresses and accounts.
    logger: { disabled: true },
    telemetry: { enabled: false },
    // These limits protect only better-auth's own HTTP routes, which are not mounted. attempts.ts counts instead.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordCharactersMin,
      maxPasswordLength: passwordCharactersMax,
    },
    user: {
      modelName: "operators",
      fields: {
        emailVerified: "email_verified",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "member" },
        language: { type: "string", input: false, required: false },
        disabledAt: { type: "date", input: false, required: false, fieldName: "disabled_at" },
      },
    },
    session: {
      modelName: "operator_sessions",
      fields: {
        userId: "operator_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      // Lifetime of the cookie. `findVisitor` extends the database row of the session with each use.
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "operator_accounts",
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "operator_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "operator_verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session: { createdAt: Date }) => ({
            data: { expiresAt: new Date(session.createdAt.getTime() + sessionIdleSeconds * 1000) },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: "desk",
      useSecureCookies: isSecure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "strict", secure: isSecure, path: "/" },
      // With "lax", an operator stays signed in when opening a link in a mail.
      cookies: { session_token: { attributes: { sameSite: "lax" } } },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: challengeSeconds,
        // With it, strangers could lock operators out of known devices. attempts.ts counts codes per place instead.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "operator_two_factors",
            fields: {
              backupCodes: "backup_codes",
              userId: "operator_id",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
  } satisfies BetterAuthOptions;
}

export const createAuth = (pool: Pool, secret: string) => betterAuth(buildAuthOptions(pool, secret));
export type Auth = ReturnType<typeof createAuth>;
