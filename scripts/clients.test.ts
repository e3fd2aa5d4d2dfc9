import fs from "node:fs";
import path from "node:path";
import { bruToJsonV2 } from "@usebruno/lang";
import { expect, expectTypeOf, test } from "vitest";
import type { ContactInput, EvaluationInput } from "../clients/typescript/client.ts";
import { requestExamples } from "../lib/contract/examples.ts";
import { operations } from "../lib/contract/operations.ts";
import { listGeneratedFiles } from "./clients.ts";

const root = path.join(import.meta.dirname, "..");
const bruno = path.join(root, "clients", "bruno");
const requests = fs.globSync("*.bru", { cwd: bruno }).map((file) => ({
  file,
  ...bruToJsonV2(fs.readFileSync(path.join(bruno, file), "utf8")),
}));

test("the clients are what `npm run client` writes today", async () => {
  const generated = await listGeneratedFiles();
  for (const [file, text] of generated) {
    expect(fs.readFileSync(path.join(root, file), "utf8"), `${file}: run npm run client`).toBe(text);
  }
  const found = fs.globSync("clients/bruno/**/*.*", { cwd: root }).map((file) => file.replaceAll(path.sep, "/"));
  expect(found.filter((file) => !generated.has(file))).toEqual([]);
});

test("the types ask for whole bodies, and neither for a channel nor for consent", () => {
  expectTypeOf<EvaluationInput["userConsent"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<ContactInput["channel"]>().toEqualTypeOf<"web" | "ai_agent" | undefined>();
  expectTypeOf<Omit<EvaluationInput, "userConsent" | "channel">>().toExtend<EvaluationInput>();
  // @ts-expect-error The name is missing.
  expectTypeOf<Omit<EvaluationInput, "name">>().toExtend<EvaluationInput>();
});

test("the collection has every operation, and each example of a body whole", () => {
  const paths = new Set(requests.map(({ http }) => `${http.method} ${http.url.replace(/\?.*/, "")}`));
  const expected = Object.values(operations).map(
    ({ method, path: address }) => `${method.toLowerCase()} {{baseUrl}}${address.replace(/\{(\w+)\}/, ":$1")}`,
  );
  expect([...paths].sort()).toEqual(expected.sort());
  for (const [operationId, examples] of Object.entries(requestExamples)) {
    for (const [name, { value }] of Object.entries(examples)) {
      const request = requests.find(({ file }) => file === `${operationId}-${name}.bru`);
      expect(JSON.parse(request?.body?.json ?? "null")).toEqual(value);
    }
  }
});
