// `npm run db:new-migration -- verb_noun`: adds a migration for the uncommitted changes of schema.prisma.
import "../scripts/load-env-file.ts";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { runOnDatabase } from "../scripts/database.ts";
import { migrationsFolder } from "../scripts/migrate.ts";
import { writePrismaClient } from "./prisma-client.ts";
import { diffSchemas } from "./schema-engine.ts";

const noChange = "-- schema.prisma has not changed since the last commit: the statements are yours.\n";
const schemaFile = path.join(migrationsFolder, "..", "schema.prisma");
const [name = ""] = process.argv.slice(2);

await runOnDatabase(async (url) => {
  if (!/^[a-z]+(_[a-z]+)+$/.test(name)) {
    throw new Error("Name the change by verb and noun: npm run db:new-migration -- add_lead_owner");
  }
  const sql = await diffSchemas(url, readCommittedSchema(), fs.readFileSync(schemaFile, "utf8"));
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = path.join(migrationsFolder, `${time}_${name}`, "migration.sql");
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, `-- Why: \n\n${sql || noChange}`);
  writePrismaClient();
  return `Wrote ${file}: say why on top, add its CHECKs.`;
});

/** @throws Error while a migration is not committed, because the committed schema does not contain its changes */
function readCommittedSchema(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: migrationsFolder, encoding: "utf8" });
  const uncommitted = git("status", "--porcelain", ".");
  if (uncommitted) throw new Error(`Commit your other migration first, or delete it:\n${uncommitted}`);
  return git("show", "HEAD:./../schema.prisma");
}
