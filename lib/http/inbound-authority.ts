import { createHmac } from "node:crypto";
import { AppError } from "../domain/errors.ts";
import type { ApiRequest } from "./message.ts";
import { isSameSecret } from "./secrets.ts";

/** How far the clocks of sender and receiver may differ, and how long a signed request may be sent again. */
const toleranceSeconds = 300;

/** A claim that the body must confirm. */
export type Claim = { timestamp: string; signature: string };

/**
 * Reads how a mail provider proves itself, before the body is read: by a signature, or by the password of Basic, where
 * the provider can do no better. Any user name will do.
 * @returns undefined when the request has proved itself by the password
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
  if (Math.abs(Number(timestamp) - now.getTime() / 1_000) > toleranceSeconds) throw refused();
  return { timestamp, signature: signature.toLowerCase() };
}

/** HMAC-SHA-256 over the timestamp, a dot and the body. @throws AppError `unauthorized` */
export function confirmClaim(claim: Claim, body: Uint8Array, secret: string): void {
  const expected = createHmac("sha256", secret).update(`${claim.timestamp}.`).update(body).digest("hex");
  if (!isSameSecret(claim.signature, expected)) throw refused();
}

const refused = () => new AppError("unauthorized", "Sign the request, or send the password, with INBOUND_MAIL_SECRET.");
