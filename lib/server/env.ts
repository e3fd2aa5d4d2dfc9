import "server-only";
import type { z } from "zod";
import { EnvSchema } from "./env-schema.ts";

type Env = z.output<typeof EnvSchema>;

let cached: Env | undefined;

/** Reads and checks the environment variables once. @throws Error that lists each wrong variable on its own line */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

export function parseEnv(variables: Record<string, string | undefined>): Env {
  const known = Object.keys(EnvSchema.shape);
  const given = Object.fromEntries(known.map((name) => [name, variables[name]?.trim() || undefined]));
  const parsed = EnvSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const value = given[name];
    const was =
      value === undefined ? "is not set" : `was ${isConfidential(name, value) ? "(hidden)" : JSON.stringify(value)}`;
    return `  ${name} ${was}: ${issue.message}`;
  });
  throw new Error(`These environment variables are wrong:\n${faults.join("\n")}`);
}

/** An error message must not quote verdict thresholds (contract 8.4) or values that may contain a password. */
function isConfidential(name: string, value: string): boolean {
  return (
    /^(DATABASE_URL|DIRECT_URL|REDIS_URL|SMTP_URL|FIT_.*|.*_(TOKEN|SECRET|KEY))$/.test(name) || /:\/\/.*@/.test(value)
  );
}

export function getSiteUrl(): string {
  return env().SITE_URL ?? `http://localhost:${env().PORT}`;
}

export function isSiteSecure(): boolean {
  return getSiteUrl().startsWith("https:");
}
