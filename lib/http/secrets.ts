import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time, whatever their length. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hashText(given), hashText(expected));

const hashText = (text: string) => createHash("sha256").update(text).digest();

/** `signature`: the HMAC-SHA-256 of the parts, one after the other, in hexadecimal digits. */
export function isSigned(signature: string, secret: string, ...parts: (string | Uint8Array)[]): boolean {
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return isSameSecret(signature.toLowerCase(), hmac.digest("hex"));
}

/** Checks the bearer token of an Authorization header (RFC 6750, section 2.1). */
export function hasBearer(authorization: string | null | undefined, expected: string): boolean {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token !== undefined && isSameSecret(token, expected);
}
