// `npm run db:migrate`, `npm run db:seed` and `npm run db:new-migration -- verb_noun`.
import "./load-env-file.ts";
import { parseEnv } from "../lib/server/env.ts";
import { runOnDatabase } from "./database.ts";
import { migrate, migrateAtStart, prepareOneWay } from "./migrate.ts";
import { seed } from "./seed.ts";

const [command = "", name = ""] = process.argv.slice(2);

await runOnDatabase(async (url) => {
  if (command === "migrate") return applyMigrations(url);
  if (command === "seed") return storeSamples(url);
  return addMigration(url);
});

async function applyMigrations(url: string): Promise<string> {
  await prepareOneWay(url, { isAllowed: parseEnv(process.env).MIGRATE === "one-way" });
  const names = await migrate(url);
  return [...names.map((each) => `Applied the migration ${each}.`), "The database is up to date."].join("\n");
}

async function storeSamples(url: string): Promise<string> {
  await migrateAtStart(url);
  const count = await seed(url);
  return count ? `Stored ${count} sample entries.` : "The catalog is not empty: nothing was stored.";
}

const noChange = "-- schema.prisma has not changed: the statements are yours.\n";

async function addMigration(url: string): Promise<string> {
  if (!/^[a-z]+(_[a-z]+)+$/.test(name)) {
    throw new Error("Name the change by verb and noun: npm run db:new-migration -- add_lead_owner");
  }
  // Imported only here, because it needs development dependencies.
  const { pendingSql, writeMigration } = await import("./schema-engine.ts");
  const sql = await pendingSql(url);
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = writeMigration(`${time}_${name}`, `-- Why: \n\n${sql || noChange}`);
  await import("./postinstall.mjs");
  return `Wrote ${file}: say why on top, add its CHECKs.`;
}
