import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startHttpsServer } from "../server/https-server.fixture.ts";
import { makeSigningKey, serveKeys } from "../server/signing-keys.fixture.ts";
import { contactUrl, post } from "./exchange.fixture.ts";
import { findSigner } from "./request-signature.ts";
import { type Signing, signRequest } from "./signed-request.fixture.ts";

const key = makeSigningKey();
let server: Awaited<ReturnType<typeof startHttpsServer>>;
let agent = "";
beforeAll(async () => {
  server = await startHttpsServer("signer.test", serveKeys([key.jwk]));
  agent = `https://signer.test:${server.port}`;
  Object.assign(process.env, {
    SITE_URL: "https://encaje.test",
    ASSISTANT_ORIGINS: `Some Host=${agent},Inner Host=https://localhost:${server.port}`,
  });
});
afterAll(() => server.close());

// Signer and reader share one clock, in whole seconds like the times in signatures.
vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 1000) * 1000 });
afterAll(() => void vi.useRealTimers());

const url = "https://encaje.test/api/leads/contact?idempotencyKey=a";
const toServer = { findAddress: async () => "127.0.0.1", milliseconds: 60_000 };

type Change = Partial<Signing> & { sentTo?: string; later?: number };

/** Signs a request for `url`, sends it to `sentTo` and looks for its signer `later` seconds after. */
async function readSigner({ sentTo = url, later = 0, ...change }: Change = {}, headers: Record<string, string> = {}) {
  const signed = await signRequest({ key, agent: `"${agent}"`, url, ...change });
  const request = post({}, { url: sentTo, headers: { ...signed, ...headers } });
  return findSigner(request, new Date(Date.now() + later * 1000), toServer);
}

describe("the signer of a request", () => {
  test("recognizes an assistant host whose signature covers this site and the agent", async () => {
    expect(await readSigner()).toBe("Some Host");
    expect(await readSigner({ fields: ["@authority", "signature-agent"] })).toBe("Some Host");
    expect(await readSigner({ fields: ["@method", "@authority", "@path", "@query", "signature-agent"] })).toBe(
      "Some Host",
    );
    expect(await readSigner({ extra: "x".repeat(1500) })).toBe("Some Host");
    expect(await readSigner({ params: ["tag", "keyid", "expires", "created", "nonce"] })).toBe("Some Host");
  });

  test("accepts both syntaxes of the header Signature-Agent", async () => {
    expect(await readSigner({ agent: `"${agent}/"` })).toBe("Some Host");
    const fields = ["@authority", 'signature-agent;key="sig1"'];
    expect(await readSigner({ agent: `sig1="${agent}"`, fields })).toBe("Some Host");
    expect(await readSigner({ agent: `sig1="${agent}", sig2="https://chatgpt.com"`, fields })).toBeUndefined();
  });

  test("verifies the signature independently of the request's host name", async () => {
    expect(await readSigner({ sentTo: "http://10.0.0.7:3000/api/leads/contact?idempotencyKey=a" })).toBe("Some Host");
  });

  test.each([
    ["created at most 30 seconds ahead", { created: 30 }, "Some Host"],
    ["created further ahead", { created: 31 }, undefined],
    ["created five minutes ago", { created: -300 }, "Some Host"],
    ["created longer ago", { created: -301 }, undefined],
    ["about to expire", { created: -10, expires: 1 }, "Some Host"],
    ["expired", { created: -10, expires: 0 }, undefined],
    ["received over five minutes later", { later: 301 }, undefined],
  ])("for a signature that is %s, with %j, finds the signer %s", async (_name, change, host) => {
    expect(await readSigner(change)).toBe(host);
  });

  test.each<[string, Change]>([
    ["for another site", { url: "https://other.test/api/leads/contact" }],
    ["for another covered path", { sentTo: contactUrl.replace("contact", "evaluate") }],
    ["for another purpose", { tag: "http-message-signatures-directory" }],
    ["without a nonce", { params: ["created", "keyid", "expires", "tag"] }],
    ["without an expiry", { params: ["created", "keyid", "nonce", "tag"] }],
    ["without a creation time", { params: ["expires", "keyid", "nonce", "tag"] }],
    ["without a key", { params: ["created", "expires", "nonce", "tag"] }],
    ["without a purpose", { params: ["created", "expires", "nonce", "keyid"] }],
    ["with a nonce of over 256 characters", { nonce: "x".repeat(257) }],
    ["that is too long", { extra: "x".repeat(2048) }],
    ["that does not cover this site", { fields: ["@method", "signature-agent"] }],
    ["that does not cover the agent", { fields: ["@authority", "@method"] }],
    ["with a key that is not in the directory", { key: makeSigningKey() }],
    ["with another key under the same id", { key: { ...makeSigningKey(), keyId: key.keyId } }],
    ["with another algorithm", { alg: "hmac-sha256" }],
    ["of an unlisted agent", { agent: '"https://chatgpt.com.example"' }],
    ["of an agent without a URL", { agent: '"Some Host"' }],
    ["of an agent without quotes", { agent: "https://signer.test" }],
  ])("recognizes no signer for a signature %s", async (_name, change) => {
    expect(await readSigner(change)).toBeUndefined();
  });

  test("recognizes no signer whose key directory is inside our network", async () => {
    const inner = `https://localhost:${server.port}`;
    const headers = await signRequest({ key, agent: `"${inner}"`, url });
    const before = server.connections();
    expect(await findSigner(post({}, { url, headers }), new Date())).toBeUndefined();
    expect(server.connections()).toBe(before);
  });

  test("accepts each nonce only once, but ignores those of forged signatures", async () => {
    const nonce = "b".repeat(256);
    expect(await readSigner({ nonce, key: { ...makeSigningKey(), keyId: key.keyId } })).toBeUndefined();
    expect(await readSigner({ nonce })).toBe("Some Host");
    expect(await readSigner({ nonce })).toBeUndefined();
    const headers = await signRequest({ key, agent: `"${agent}"`, url });
    const [first, again] = [1, 2].map(() => findSigner(post({}, { url, headers }), new Date(), toServer));
    expect([await first, await again].sort()).toEqual(["Some Host", undefined]);
  });

  test("recognizes no signer if headers are missing, duplicated or malformed", async () => {
    const signed = await signRequest({ key, agent: `"${agent}"`, url });
    const other = await signRequest({ key, agent: `"${agent}"`, url });
    const { signature = "", "signature-input": input = "" } = signed;
    const changes: Record<string, string>[] = [
      { signature: "" },
      { "signature-input": "" },
      { signature: other.signature ?? "" },
      { signature: "sig1=:AAAA:" },
      { signature: "sig1" },
      { signature: signature.replace("sig1", "sig2") },
      { "signature-input": `${input}, ${input.replace("sig1", "sig2")}` },
      { "signature-input": "sig1=()" },
      { "signature-input": '"' },
      { "signature-agent": `"${agent}", "${agent}"` },
    ];
    for (const change of changes) {
      const request = post({}, { url, headers: { ...signed, ...change } });
      expect(await findSigner(request, new Date(), toServer)).toBeUndefined();
    }
    expect(await findSigner(post({}, { url, headers: signed }), new Date(), toServer)).toBe("Some Host");
  });
});
