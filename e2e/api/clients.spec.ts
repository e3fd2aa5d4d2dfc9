import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { query, test } from "../support/test.ts";

const clients = path.join(import.meta.dirname, "..", "..", "clients");

test("the typed client's example runs without an error and stores its submissions", async () => {
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
