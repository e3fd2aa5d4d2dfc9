import { expect } from "@playwright/test";
import { contactFields } from "../../lib/http/form.fixture.ts";
import { connectMcp, inquiryArguments } from "../support/mcp.ts";
import { inquiry, query, randomAddress, randomEmail, test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const headers = (from: string) => ({ "x-forwarded-for": from });

/** Ways to send one inquiry from a given IP address. */
const doors: Record<string, (email: string, from: string) => Promise<unknown>> = {
  HTTP: (email, from) =>
    fetch(`${url}/api/leads/contact`, {
      method: "POST",
      headers: { ...headers(from), "content-type": "application/json" },
      body: JSON.stringify(inquiry({ email })),
    }),
  "the form": (email, from) =>
    fetch(`${url}/en/contact/send`, {
      method: "POST",
      redirect: "manual",
      headers: headers(from),
      body: new URLSearchParams(contactFields({ email })),
    }),
  MCP: async (email, from) => {
    const { call, close } = await connectMcp(url, { from });
    await call("submit_inquiry", inquiryArguments({ email }));
    await close();
  },
};

for (const [door, send] of Object.entries(doors)) {
  test(`recognises a hosted assistant by its IP address when it submits by ${door}`, async () => {
    for (const [from, host_evidence, assistant_host] of [
      ["160.79.104.7", "egress", "Claude"],
      [randomAddress(), "none", null],
    ] as const) {
      const email = randomEmail();
      await send(email, from);
      const rows = await query("SELECT host_evidence, assistant_host FROM submissions WHERE email = $1", [email]);
      expect(rows).toEqual([{ host_evidence, assistant_host }]);
    }
  });
}
