import "server-only";
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { hourMilliseconds } from "../domain/durations.ts";
import { parseAssistantOrigins } from "./assistant-hosts.ts";
import { env } from "./env.ts";
import { fetchPublicText, type NetworkAccess } from "./fetch-public-text.ts";
import { log } from "./log.ts";
import { oncePerProcess } from "./process.ts";

const directoryPath = "/.well-known/http-message-signatures-directory";
const bounds = { bytesMax: 64 * 1024, redirectsMax: 0, userAgent: "encaje-signatures" };
const fetchMilliseconds = 2_000;
/** Time after which keys are fetched again, so that a withdrawn key stops working. */
const freshMilliseconds = hourMilliseconds;
/** Time for which keys stay valid while the key directory is unavailable. */
const keptMilliseconds = 24 * freshMilliseconds;
/** Minimum time between two fetches, whatever their result: otherwise callers could make us fetch in a loop. */
const pauseMilliseconds = 60_000;

/** Schema of an Ed25519 key as a JWK (RFC 8037). Times are in seconds. */
const Jwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().regex(/^[\w-]{43}$/),
  nbf: z.number().default(0),
  exp: z.number().default(Number.POSITIVE_INFINITY),
});
const Directory = z.object({ keys: z.array(z.unknown()).max(50) });

type SigningKey = { key: KeyObject; nbf: number; exp: number };
type KeyDirectory = { keys: Map<string, SigningKey>; fetchedAt: number; askedAt: number; pending?: Promise<void> };

const directories = oncePerProcess("signing keys", () => new Map<string, KeyDirectory>());

let hostsByOrigin: Map<string, string> | undefined;

export function findHostByOrigin(origin: string): string | undefined {
  hostsByOrigin ??= parseAssistantOrigins(env().ASSISTANT_ORIGINS) ?? new Map();
  return hostsByOrigin.get(origin);
}

/**
 * `origin` must be known (`findHostByOrigin`). Waits at most two seconds for the directory and never throws.
 * @param keyId JWK thumbprint (RFC 7638)
 * @param now in milliseconds since the epoch
 */
export async function findSigningKey(
  { origin, keyId, now }: { origin: string; keyId: string; now: number },
  network: Partial<NetworkAccess> = {},
): Promise<KeyObject | undefined> {
  const kept: KeyDirectory = directories.get(origin) ?? { keys: new Map(), fetchedAt: 0, askedAt: 0 };
  directories.set(origin, kept);
  const known = findKey(kept, keyId, now);
  if (known && Math.abs(now - kept.fetchedAt) < freshMilliseconds) return known;
  if (Math.abs(now - kept.askedAt) >= pauseMilliseconds) {
    kept.askedAt = now;
    kept.pending = refreshKeys(kept, origin, now, network);
  }
  await kept.pending;
  return findKey(kept, keyId, now);
}

function findKey({ keys, fetchedAt }: KeyDirectory, keyId: string, now: number): KeyObject | undefined {
  const found = keys.get(keyId);
  const isKept = Math.abs(now - fetchedAt) < keptMilliseconds;
  return found && isKept && found.nbf * 1000 <= now && now < found.exp * 1000 ? found.key : undefined;
}

/** Keeps the old keys if the key directory is unavailable. */
async function refreshKeys(
  kept: KeyDirectory,
  origin: string,
  now: number,
  network: Partial<NetworkAccess>,
): Promise<void> {
  const fetched = await fetchPublicText(origin + directoryPath, bounds, {
    milliseconds: fetchMilliseconds,
    ...network,
  });
  const keys = "text" in fetched ? parseKeyDirectory(fetched.text) : undefined;
  if (keys) Object.assign(kept, { keys, fetchedAt: now });
  else log().warn({ origin, error: "fault" in fetched ? fetched.fault : "no directory" }, "No signing keys were read");
}

/** Reads the Ed25519 keys and skips keys of other types. Returns undefined if the text is not a key directory. */
function parseKeyDirectory(text: string): Map<string, SigningKey> | undefined {
  try {
    const { keys } = Directory.parse(JSON.parse(text));
    return new Map(keys.flatMap((given) => toSigningKey(given)));
  } catch {
    return undefined;
  }
}

function toSigningKey(given: unknown): [string, SigningKey][] {
  const { data } = Jwk.safeParse(given);
  if (!data) return [];
  const { kty, crv, x, nbf, exp } = data;
  const thumbprint = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  return [[thumbprint, { key: createPublicKey({ key: { kty, crv, x }, format: "jwk" }), nbf, exp }]];
}
