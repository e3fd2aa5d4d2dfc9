import fs from "node:fs";
import { expect, test } from "vitest";
import { envExample, files, readmeWithTable } from "./env-docs.ts";

test(".env.example lists every variable with its default", () => {
  expect(fs.readFileSync(files.example, "utf8")).toBe(envExample());
});

test("the README's table lists every variable with its default", () => {
  const readme = fs.readFileSync(files.readme, "utf8");
  expect(readmeWithTable(readme)).toBe(readme);
});
