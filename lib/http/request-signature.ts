import { createVerifier, httpbis } from "http-message-signatures";
import { LRUCache } from "lru-cache";
import { getSiteUrl } from "../server/env.ts";
import type { NetworkAccess } from "../server/fetch-public-text.ts";
import { oncePerProcess } from "../server/process.ts";
import { findHostByOrigin, findSigningKey } from "../server/signing-keys.ts";
import type { ApiRequest } from "./message.ts";

/** Maximum age of a signature, even if the signature expires later: ChatGPT's signatures are valid for an hour. */
const ageSecondsMax = 300;
/** How far the signer's clock may be ahead of ours. */
const clockSkewSecondsMax = 30;
const nonceCharactersMax = 256;
const inputCharactersMax = 2_048;

const usedNonces = oncePerProcess(
  "used nonces",
  () => new LRUCache<string, true>({ max: 20_000, ttl: (ageSecondsMax + 2 * clockSkewSecondsMax) * 1000 }),
);

const agentPattern = /^(?:[a-z*][\w.*-]*=)?"(https:\/\/[^"]+)"$/;

const onlySignature = /^\s*[a-z*][\w.*-]*=\([^()]*\)[^()]*$/;

type SignedRequest = Pick<ApiRequest, "method" | "url" | "headers">;
type Params = Parameters<Parameters<typeof httpbis.verifyMessage>[0]["keyLookup"]>[0];

/**
 * RFC 9421, Web Bot Auth. The signature must cover the site's authority and Signature-Agent, and be at most 5 minutes
 * old. Each process accepts it once. It proves who called, not what was sent, so it need not cover the body.
 * @returns undefined for any invalid signature
 */
export async function findSigner(
  request: SignedRequest,
  now: Date,
  network?: Partial<NetworkAccess>,
): Promise<string | undefined> {
  const origin = readAgentOrigin(request);
  const host = findHostByOrigin(origin);
  if (host === undefined) return undefined;
  let signed: string | undefined;
  const keyLookup = async (params: Params) => {
    const { keyid, nonce } = params;
    if (typeof keyid !== "string" || typeof nonce !== "string" || !isAcceptable(params, nonce, now)) return null;
    const key = await findSigningKey({ origin, keyId: keyid, now: now.getTime() }, network);
    if (!key) return null;
    signed = `${keyid} ${nonce}`;
    return { id: keyid, algs: ["ed25519"], verify: createVerifier(key, "ed25519") };
  };
  try {
    const message = toSignedMessage(request);
    const isValid = await httpbis.verifyMessage({ keyLookup, requiredFields, tolerance: clockSkewSecondsMax }, message);
    return isValid && signed !== undefined && isFirstUse(signed) ? host : undefined;
  } catch {
    return undefined;
  }
}

const requiredFields = ["@authority", "signature-agent"];

function readAgentOrigin(request: SignedRequest): string {
  const [, agent = ""] = agentPattern.exec(request.headers.get("signature-agent") ?? "") ?? [];
  const url = URL.parse(agent);
  return url && url.href === `${url.origin}/` ? url.origin : "";
}

/** Uses this site's authority: the caller controls Host. @throws Error unless there is exactly one signature */
function toSignedMessage({ method, url, headers }: SignedRequest) {
  const input = headers.get("signature-input") ?? "";
  if (input.length > inputCharactersMax || !onlySignature.test(input))
    throw new Error("expected exactly one signature");
  const names = [...input.matchAll(/"([a-z][a-z\d-]*)"/g)].map(([, name = ""]) => name);
  const covered = ["signature", "signature-input", ...names].flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const { pathname, search } = new URL(url);
  const own = new URL(getSiteUrl());
  Object.assign(own, { pathname, search });
  return { method, url: own, headers: Object.fromEntries(covered) };
}

function isAcceptable({ tag, created, expires }: Params, nonce: string, now: Date): boolean {
  const age = (now.getTime() - Number(created)) / 1000;
  // The library's type says that this is a date, but it returns seconds.
  const end = expires instanceof Date ? expires.getTime() : Number(expires) * 1000;
  const isTimely = age <= ageSecondsMax && age >= -clockSkewSecondsMax && end > now.getTime();
  return tag === "web-bot-auth" && isTimely && nonce !== "" && nonce.length <= nonceCharactersMax;
}

/** Counts only uses in this process. Call this for valid signatures only: forged ones must not use up a nonce. */
function isFirstUse(signed: string): boolean {
  if (usedNonces.has(signed)) return false;
  usedNonces.set(signed, true);
  return true;
}
