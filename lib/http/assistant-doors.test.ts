import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectMcp, inquiryArguments } from "../../e2e/support/mcp.ts";
import { operations } from "../contract/operations.ts";
import type { AssistantHost, RequestContext } from "../domain/request-context.ts";
import { startHttpsServer } from "../server/https-server.fixture.ts";
import { makeSigningKey, serveKeys } from "../server/signing-keys.fixture.ts";
import { findSigningKey } from "../server/signing-keys.ts";
import { contactUrl, inquiry, post, randomAddress } from "./exchange.fixture.ts";
import { acknowledgeInquiry, contactFields, contactPaths, formUrl, postForm, toFormRoute } from "./form.fixture.ts";
import { handle } from "./handle.ts";
import { contactForm, handleForm } from "./handle-form.ts";
import { askMcp, mcpUrl, stored } from "./mcp.fixture.ts";
import { toRoute } from "./next-router.ts";
import { signRequest } from "./signed-request.fixture.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  ASSISTANT_RANGES: "Claude=160.79.104.0/21",
  ASSISTANT_CERTIFICATE_HEADER: "X-Client-Certificate",
  TRUSTED_PROXY_HOPS: "1",
  UPSTASH_REDIS_REST_URL: "",
});

/** The assistant host that was recognized in each call to the use case. */
const seen: (AssistantHost | undefined)[] = [];
beforeEach(() => {
  seen.length = 0;
  stored.length = 0;
});

const submitInquiry = async (_input: object, { assistantHost }: RequestContext) => {
  seen.push(assistantHost);
  return acknowledgeInquiry(1);
};
const contact = toRoute(handle(operations.submitContact, submitInquiry));
const form = toFormRoute(handleForm(contactForm, submitInquiry, contactPaths));

const callerFrom = (address: string, headers: Record<string, string> = {}) => ({
  from: `${address}, 10.0.0.1`,
  headers,
});
const certificate = { "x-client-certificate": "mtls.prod.connectors.openai.com" };
const claude = "160.79.104.9";

const key = makeSigningKey();
let server: Awaited<ReturnType<typeof startHttpsServer>>;
let agent = "";
/** Loads the signing keys beforehand, because the service refuses to call a key server on this machine. */
beforeAll(async () => {
  server = await startHttpsServer("signer.test", serveKeys([key.jwk]));
  agent = `https://signer.test:${server.port}`;
  process.env.ASSISTANT_ORIGINS = `Signer=${agent},Inside=https://localhost:${server.port}`;
  const asked = { origin: agent, keyId: key.keyId, now: Date.now() };
  await findSigningKey(asked, { findAddress: async () => "127.0.0.1", milliseconds: 60_000 });
});
afterAll(() => server.close());

/** Makes callers that prove which assistant they are in each possible way, with valid and with invalid proofs. */
async function makeCallers(url: string) {
  const sign = () => signRequest({ key, agent: `"${agent}"`, url });
  const replayed = await sign();
  return [
    callerFrom(claude),
    callerFrom(randomAddress(), certificate),
    callerFrom(randomAddress(), replayed),
    callerFrom(randomAddress(), replayed),
    callerFrom(claude, await sign()),
    callerFrom(claude, replayed),
    callerFrom(randomAddress(), { ...(await sign()), ...certificate }),
    callerFrom(randomAddress(), { ...(await sign()), signature: "sig1=:AAAA:" }),
    callerFrom(randomAddress(), await signRequest({ key, agent: `"https://localhost:${server.port}"`, url })),
    callerFrom(randomAddress()),
  ];
}
const [known, certified, signer] = [
  { name: "Claude", evidence: "egress" },
  { name: "ChatGPT", evidence: "mtls" },
  { name: "Signer", evidence: "signature" },
];
const hosts = [known, certified, signer, undefined, signer, known, certified, undefined, undefined, undefined];

describe("the assistant host passed to the use case", () => {
  test("recognizes the assistant's host in an HTTP request", async () => {
    for (const caller of await makeCallers(contactUrl)) {
      expect((await contact(post(inquiry(), caller))).status).toBe(201);
    }
    expect(seen).toEqual(hosts);
  });

  test("recognizes the assistant's host in a form posted without JavaScript", async () => {
    for (const caller of await makeCallers(formUrl)) await form(postForm(contactFields(), caller));
    expect(seen).toEqual(hosts);
  });

  test("recognizes the assistant's host in an MCP call", async () => {
    for (const { from, headers } of await makeCallers(mcpUrl)) {
      const fetch: typeof askMcp = (input, init) => {
        const request = new Request(input, init);
        for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
        request.headers.set("x-forwarded-for", from);
        return askMcp(request);
      };
      const { call } = await connectMcp(new URL(mcpUrl).origin, { fetch });
      await call("submit_inquiry", inquiryArguments());
    }
    expect(stored.map(({ context }) => context.assistantHost)).toEqual(hosts);
  });
});
