import { createHash, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time, whatever their length. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hashText(given), hashText(expected));

const hashText = (text: string) => createHash("sha256").update(text).digest();

/** Checks the bearer token of an Authorization header (RFC 6750, section 2.1). */
export function hasBearer(authorization: string | null | undefined, expected: string): boolean {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token !== undefined && isSameSecret(token, expected);
}
