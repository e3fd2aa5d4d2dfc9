import "server-only";
import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;

/** Creates the secret of a link: 256 random bits, in base64url. Store only its hash. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** Hashes a token with SHA-256, in hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
