import { createHmac } from "node:crypto";
import { AppError } from "../domain/errors.ts";
import type { ApiRequest } from "./message.ts";
import { isSameSecret } from "./secrets.ts";

/** Allowed clock difference between sender and receiver. A signed request can be replayed for this long. */
const clockSkewSecondsMax = 300;

/** A signature to verify against the body. */
export type Claim = { timestamp: string; signature: string };

/**
 * Authenticates the mail provider before the body is read. A provider that cannot sign may send the secret as the Basic
 * password; the user name is ignored.
 * @returns undefined if the password matches
 * @throws AppError `unauthorized`
 */
export function readClaim(headers: ApiRequest["headers"], secret: string, now: Date): Claim | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (encoded !== undefined) {
    const pair = Buffer.from(encoded, "base64").toString();
    if (isSameSecret(pair.slice(pair.indexOf(":") + 1), secret)) return undefined;
    throw refused();
  }
  const timestamp = headers.get("inbound-timestamp") ?? "";
  const [, signature] = /^sha256=([0-9a-f]{64})$/i.exec(headers.get("inbound-signature") ?? "") ?? [];
  if (signature === undefined || !/^\d{1,12}$/.test(timestamp)) throw refused();
  if (Math.abs(Number(timestamp) - now.getTime() / 1_000) > clockSkewSecondsMax) throw refused();
  return { timestamp, signature: signature.toLowerCase() };
}

/** Verifies the HMAC-SHA-256 over the timestamp, a dot and the body. @throws AppError `unauthorized` */
export function confirmClaim(claim: Claim, body: Uint8Array, secret: string): void {
  const expected = createHmac("sha256", secret).update(`${claim.timestamp}.`).update(body).digest("hex");
  if (!isSameSecret(claim.signature, expected)) throw refused();
}

const refused = () => new AppError("unauthorized", "Sign the request, or send the password, with INBOUND_MAIL_SECRET.");
