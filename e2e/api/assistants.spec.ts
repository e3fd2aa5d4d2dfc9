import { expect } from "@playwright/test";
import { createClient, inquiry, query, randomAddress, randomEmail, test } from "../support/test.ts";

test("recognizes a hosted assistant by its IP address, and stores how", async () => {
  for (const [from, host_evidence, assistant_host] of [
    ["160.79.104.7", "egress", "Claude"],
    [randomAddress(), "none", null],
  ] as const) {
    const email = randomEmail();
    await createClient(process.env.E2E_URL ?? "", from).post("/api/leads/contact", inquiry({ email }));
    const rows = await query("SELECT host_evidence, assistant_host FROM submissions WHERE email = $1", [email]);
    expect(rows).toEqual([{ host_evidence, assistant_host }]);
  }
});
