// Signatures of Standard Webhooks (spec/standard-webhooks.md).
import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { openText, sealText } from "../derived-keys.ts";

const purpose = "webhook secrets";
const prefix = "whsec_";

/** @returns the secret to show once, and what to store */
export function createSecret(): { secret: string; sealed: string } {
  const secret = prefix + randomBytes(32).toString("base64");
  return { secret, sealed: sealText(purpose, secret) };
}

/** @throws Error for a secret that another AUTH_SECRET has sealed */
export function openSecret(sealed: string): string {
  const secret = openText(purpose, sealed);
  if (secret === undefined) throw new Error("the secret of an endpoint cannot be opened");
  return secret;
}

/** Sign each attempt anew, because receivers reject old timestamps. Each secret adds a signature. */
export function signWebhook(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
