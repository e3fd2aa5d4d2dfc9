import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { clientFolder, writePrismaClient } from "./prisma-client.ts";

function readFolder(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => path.join(parentPath, name));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")]));
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-client-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
// Outside of a test, because a busy machine may need more than a test's time.
writePrismaClient(folder);

test("the committed database client matches schema.prisma", () => {
  const [expected, committed] = [readFolder(folder), readFolder(clientFolder)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(committed)])];
  expect(names.filter((name) => expected[name] !== committed[name])).toEqual([]);
});
