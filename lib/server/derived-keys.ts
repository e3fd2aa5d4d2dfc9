import "server-only";
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { getOrCreate } from "../i18n/get-or-create.ts";
import { env } from "./env.ts";
import { oncePerProcess } from "./process.ts";

const keys = oncePerProcess("derived keys", () => new Map<string, KeyObject>());
const ownSecret = oncePerProcess("own secret", () => ({ value: randomBytes(32).toString("hex") }));

/**
 * Derives a 256-bit key for one purpose. Without AUTH_SECRET, the key is random and lost when the process ends. Returns
 * a key object, because Node 24 takes six times as long to sign with the same bytes in a buffer.
 */
export function deriveKey(purpose: string): KeyObject {
  const secret = env().AUTH_SECRET ?? ownSecret.value;
  const name = `${purpose}\n${secret}`;
  return getOrCreate(keys, name, () => createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32))));
}

/** HMAC-SHA-256: nobody can confirm a guess of `text` without the key of this purpose. */
export const hashForPurpose = (purpose: string, text: string, encoding: "hex" | "base64url" = "hex"): string =>
  createHmac("sha256", deriveKey(purpose)).update(text).digest(encoding);

/** Reveals nothing about the key. Null if AUTH_SECRET is not set. */
export function findErasureKeyId(): string | null {
  return env().AUTH_SECRET === undefined
    ? null
    : deriveKey("name of the key of erasures").export().toString("hex").slice(0, 16);
}

const sign = (purpose: string, content: string) => hashForPurpose(purpose, content, "base64url").slice(0, 24);

/** Joins the parts and an HMAC-SHA-256, cut to 144 bits, by dots. Each purpose has a key of its own. */
export function signText(purpose: string, parts: string[]): string {
  const content = parts.join(".");
  return `${content}.${sign(purpose, content)}`;
}

/** Returns the parts of a text that we signed for this purpose. */
export function readSignedText(purpose: string, text: unknown): string[] | undefined {
  if (typeof text !== "string") return undefined;
  const content = text.slice(0, text.lastIndexOf("."));
  const given = Buffer.from(text.slice(content.length + 1));
  const expected = Buffer.from(sign(purpose, content));
  return given.length === expected.length && timingSafeEqual(given, expected) ? content.split(".") : undefined;
}

const [nonceBytes, tagBytes] = [12, 16];

/** Encrypts and authenticates with AES-256-GCM, for a text that its holder must not read. */
export function sealText(purpose: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Returns the text that we sealed for this purpose. */
export function openText(purpose: string, sealed: unknown): string | undefined {
  if (typeof sealed !== "string") return undefined;
  const bytes = Buffer.from(sealed, "base64url");
  // Otherwise, several spellings would mean the same bytes.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== sealed) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8");
  try {
    return text + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

const tokenBytes = 32;

/** Creates the secret of a link: 256 random bits, in base64url. Store only its hash. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** Hashes a token with SHA-256, in hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
