import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { bruToJsonV2 } from "@usebruno/lang";
import { query, test } from "../support/test.ts";

const clients = path.join(import.meta.dirname, "..", "..", "clients");

test("the example of the typed client evaluates once, inquires, searches and hands over", async () => {
  const example = path.join(clients, "typescript", "example.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [example, process.env.E2E_URL ?? ""]);
  const [, id] = /^Evaluation (\d+): qualified\. .+ https:\S+$/m.exec(stdout) ?? [];
  expect(stdout).toContain(`Sent again: still evaluation ${id}\n`);
  expect(stdout).toMatch(/^Inquiry \d+$/m);
  expect(stdout).toContain("receipts-validation: ");
  expect(stdout).toContain("404: There is no API with this slug.");
  expect(stdout).toContain(`: ${process.env.E2E_URL}/es/evaluacion?budget=over_20k&`);
  const stored = await query("SELECT kind FROM submissions WHERE source_page = 'typescript-example' ORDER BY kind");
  expect(stored.map(({ kind }) => kind)).toEqual(["evaluation", "inquiry"]);
});

for (const file of fs.globSync("bruno/*.bru", { cwd: clients })) {
  test(`${path.basename(file)} gets the status that it asserts`, async ({ client }) => {
    const { http, params = [], body, assertions } = bruToJsonV2(fs.readFileSync(path.join(clients, file), "utf8"));
    const slug = params.find(({ type }) => type === "path")?.value ?? "";
    const target = http.url.replace("{{baseUrl}}", "/api").replace(":slug", slug);
    const { status } = body?.json ? await client.post(target, body.json) : await client.get(target);
    expect(assertions).toEqual([{ name: "res.status", value: `eq ${status}`, enabled: true }]);
  });
}
