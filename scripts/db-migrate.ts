// `npm run db:migrate`: applies the migrations.
import "./load-env-file.ts";
import { runOnDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

await runOnDatabase(async (url) => {
  const names = await migrate(url);
  return [...names.map((name) => `Applied the migration ${name}.`), "The database is up to date."].join("\n");
});
