import "server-only";
import { hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.ts";
import { oncePerProcess } from "./once-per-process.ts";

const keys = oncePerProcess("derived keys", () => new Map<string, Buffer>());
const ownSecret = oncePerProcess("own secret", () => ({ value: randomBytes(32).toString("hex") }));

/** Derives a 256-bit key for one purpose. Without AUTH_SECRET, the key is random and lost when the process ends. */
export function deriveKey(purpose: string): Buffer {
  const secret = env().AUTH_SECRET ?? ownSecret.value;
  const name = `${purpose}\n${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  keys.set(name, key);
  return key;
}

/** Reveals nothing about the key. Null without AUTH_SECRET. */
export function findErasureKeyId(): string | null {
  return env().AUTH_SECRET === undefined ? null : deriveKey("name of the key of erasures").toString("hex").slice(0, 16);
}
