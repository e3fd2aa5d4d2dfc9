import "server-only";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { generateRandomString, hashPassword } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Pool } from "pg";
import { passwordCharactersMax, passwordCharactersMin } from "../../domain/desk/sign-in.ts";
import { database } from "../db.ts";
import { env, siteUrl } from "../env.ts";
import { requireSecret } from "./keyed-hash.ts";

/** A session that is not used for so long has ended. */
export const sessionIdleSeconds = 8 * 60 * 60;
/** However much it is used, a session has ended by then. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** As better-auth makes and checks them: scrypt. */
export { hashPassword };

export function generateOperatorId(): string {
  return generateRandomString(32);
}

const challengeSeconds = 600;

function optionsFor(pool: Pool, secret: string) {
  const isSecure = siteUrl().startsWith("https:");
  return {
    appName: env().SITE_NAME,
    baseURL: siteUrl(),
    secret,
    database: pool,
    // Its messages quote addresses and accounts.
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Attempts are counted in sign_in_attempts, for all instances.
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
      // The cookie's age. Our own statement moves the row's expiry with each use (sessions.ts).
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
      // A link in a mail to the desk leads there, not to the sign-in.
      cookies: { session_token: { attributes: { sameSite: "lax" } } },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    plugins: [
      twoFactor({
        issuer: env().SITE_NAME,
        twoFactorCookieMaxAge: challengeSeconds,
        // Codes are counted in sign_in_attempts too, so that strangers do not keep a known device out.
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

const create = (pool: Pool, secret: string) => betterAuth(optionsFor(pool, secret));
export type Auth = ReturnType<typeof create>;

const instances = new WeakMap<Pool, Auth>();

/** Whether operators can sign in at all. */
export function isDeskOn(): boolean {
  return env().AUTH_SECRET !== undefined;
}

/** What better-auth refuses, as far as a caller decides by it. */
export type Refused = { refused: string };

/**
 * Runs `work` with better-auth on the desk's connections. A refusal of its own comes back as its code.
 * @throws AppError `unavailable` when the desk is switched off or the database is away.
 */
export async function withAuth<Result>(work: (auth: Auth) => Promise<Result>): Promise<Result | Refused> {
  const secret = requireSecret();
  return database(async (_client, pool) => {
    const auth = instances.get(pool) ?? create(pool, secret);
    instances.set(pool, auth);
    try {
      return await work(auth);
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return { refused: String(error.body?.code ?? error.status) };
      throw error;
    }
  }, "desk");
}

export function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "refused" in result;
}
