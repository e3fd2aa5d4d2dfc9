import { createHash, generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";

/** Creates a key pair for signing, with the public key in the format of a key directory. */
export function makeSigningKey(change: object = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { kty, crv, x } = publicKey.export({ format: "jwk" });
  const keyId = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  return { privateKey, keyId, jwk: { kty, crv, x, kid: keyId, use: "sig", ...change } };
}

export function serveKeys(keys: unknown[]): RequestListener {
  return (request, answer) => {
    if (request.url !== "/.well-known/http-message-signatures-directory") return answer.writeHead(404).end();
    const type = "application/http-message-signatures-directory+json";
    return answer.setHeader("content-type", type).end(JSON.stringify({ keys }));
  };
}
