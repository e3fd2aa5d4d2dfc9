import { beforeEach, describe, expect, test } from "vitest";
import { connectMcp, inquiryArguments } from "../../e2e/support/mcp.ts";
import { operations } from "../contract/operations.ts";
import type { AssistantHost, RequestContext } from "../domain/request-context.ts";
import { inquiry, post, randomAddress } from "./exchange.fixture.ts";
import { contactFields, contactPaths, inLocale, postForm } from "./form.fixture.ts";
import { handle } from "./handle.ts";
import { contactForm, handleForm } from "./handle-form.ts";
import { askMcp, mcpUrl, stored } from "./mcp.fixture.ts";
import { toFormRoute, toRoute } from "./web.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  ASSISTANT_RANGES: "Claude=160.79.104.0/21",
  ASSISTANT_CERTIFICATE_HEADER: "X-Client-Certificate",
  TRUSTED_PROXY_HOPS: "1",
  UPSTASH_REDIS_REST_URL: "",
});

/** What reached the use case. */
const seen: (AssistantHost | undefined)[] = [];
beforeEach(() => {
  seen.length = 0;
  stored.length = 0;
});

const submitInquiry = async (_input: object, { assistantHost }: RequestContext) => {
  seen.push(assistantHost);
  return { id: 1, success: true, createdAt: new Date() };
};
const contact = toRoute(handle(operations.submitContact, submitInquiry));
const form = toFormRoute(handleForm(contactForm, submitInquiry, contactPaths));

const by = (address: string, headers: Record<string, string> = {}) => ({ from: `${address}, 10.0.0.1`, headers });
const certificate = { "x-client-certificate": "mtls.prod.connectors.openai.com" };
const callers = [by("160.79.104.9"), by(randomAddress(), certificate), by(randomAddress())];
const hosts = [{ name: "Claude", evidence: "egress" }, { name: "ChatGPT", evidence: "mtls" }, undefined];

describe("the host that was recognised reaches the use case, with what shows it,", () => {
  test("by HTTP", async () => {
    for (const caller of callers) await contact(post(inquiry(), caller));
    expect(seen).toEqual(hosts);
  });

  test("by the form without script", async () => {
    for (const caller of callers) await form(postForm(contactFields(), caller), inLocale());
    expect(seen).toEqual(hosts);
  });

  test("by MCP", async () => {
    for (const { from, headers } of callers) {
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
