// `npm run db:migrate` applies migrations, and `npm run db:seed` stores the sample catalog.
import "./load-env-file.ts";
import { parseEnv } from "../lib/server/env.ts";
import { runOnDatabase } from "./database.ts";
import { migrate, migrateAtStart, prepareOneWayMigration } from "./migrate.ts";
import { seed } from "./seed.ts";

const commands: Record<string, (url: string) => Promise<string>> = { migrate: applyMigrations, seed: storeSamples };

await runOnDatabase((url) => {
  const command = commands[process.argv[2] ?? ""];
  if (!command) throw new Error("Usage: npm run db:migrate or npm run db:seed");
  return command(url);
});

async function applyMigrations(url: string): Promise<string> {
  await prepareOneWayMigration(url, { isAllowed: parseEnv(process.env).MIGRATE === "one-way" });
  const names = await migrate(url);
  return [...names.map((each) => `Applied the migration ${each}.`), "The database is up to date."].join("\n");
}

async function storeSamples(url: string): Promise<string> {
  await migrateAtStart(url);
  const count = await seed(url);
  return count ? `Stored ${count} sample entries.` : "The catalog is not empty: nothing was stored.";
}
