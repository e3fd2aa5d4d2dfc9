import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { diffSchemas } from "./schema-engine.ts";

const { DATABASE_URL = "" } = process.env;
const shelves = 'datasource db {\n  provider = "postgresql"\n}\n\nmodel shelves {\n  id Int @id\n}\n';

/** Creates a repository with a schema and a folder of migrations, and commits them. */
function createRepository(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-schema-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.mkdirSync(path.join(folder, "migrations"));
  fs.writeFileSync(path.join(folder, "schema.prisma"), shelves);
  const author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"];
  for (const args of [["init"], ["add", "."], [...author, "commit", "--message", "Add shelves"]])
    execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  return folder;
}

test("writes the statements for the uncommitted changes of the schema, and none without any", async () => {
  const folder = createRepository();
  expect(await diffSchemas(DATABASE_URL, folder)).toBe("");
  fs.writeFileSync(path.join(folder, "schema.prisma"), shelves.replace("@id", "@id\n  label String"));
  expect(await diffSchemas(DATABASE_URL, folder)).toContain(
    'ALTER TABLE "shelves" ADD COLUMN     "label" TEXT NOT NULL',
  );
});

test("refuses to add a migration to one that is not committed", async () => {
  const folder = createRepository();
  fs.writeFileSync(path.join(folder, "migrations", "add_label.sql"), "");
  await expect(diffSchemas(DATABASE_URL, folder)).rejects.toThrow("Commit your other migration first");
});
