import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

type Call = { path: string; body: string | undefined; needsReceipt: boolean };

/** Lists the curl calls in README.md and docs/api.md that need no key of an admin, parsed like a shell would. */
function listDocumentedCalls(): Call[] {
  const root = path.join(import.meta.dirname, "..", "..");
  const texts = ["README.md", "docs/api.md"].map((file) => fs.readFileSync(path.join(root, file), "utf8"));
  const blocks = [...texts.join("\n").matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const commands = blocks
    .join("\n")
    .split(/^(?=curl )/m)
    .filter((command) => command.startsWith("curl ") && !command.includes("Bearer enc_"));
  return commands.map((command) => ({
    path: /http:\/\/localhost:3000([^\s']*)/.exec(command)?.[1] ?? "",
    body: /-d '([\s\S]*?)'/.exec(command)?.[1],
    needsReceipt: command.includes('-H "Submission-Receipt: $receipt"'),
  }));
}

test("accepts every curl example of the README and docs/api.md", async ({ client }) => {
  const calls = listDocumentedCalls().filter(({ needsReceipt }) => !needsReceipt);
  expect(calls.length).toBe(7);
  for (const { path: where, body } of calls) {
    const answer = body === undefined ? await client.get(where) : await client.post(where, body);
    expect({ where, status: answer.status }).toEqual({ where, status: body === undefined ? 200 : 201 });
    if (where.includes("search=")) {
      expect(answer.json).toContainEqual(expect.objectContaining({ slug: "prize-shipments" }));
    }
  }
});

test("accepts the curl examples with a receipt, except the booking", async ({ client }) => {
  const [first, ...rest] = listDocumentedCalls();
  const calls = rest.filter(({ needsReceipt }) => needsReceipt);
  const { json, headers } = await client.post(first?.path ?? "", first?.body);
  const reference = headers.get("location")?.replace("/api/submissions/", "") ?? "";
  expect(json).toMatchObject({ id: Number(reference.replace("E-", "")) });
  const receipt = headers.get("submission-receipt") ?? "";
  const statuses = [];
  for (const { path: where, body } of calls) {
    const url = `${process.env.E2E_URL}${where.replace("$reference", reference)}`;
    const sent = { "submission-receipt": receipt, "content-type": "application/json" };
    const { status } = await fetch(url, { headers: sent, ...(body ? { method: "POST", body } : {}) });
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 503]);
});
