// `npm run db:migrate`: applies the migrations; `-- --retry NAME` first forgets a failed attempt.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { runOnDatabase } from "./database.ts";
import { forgetFailed, migrate } from "./migrate.ts";

const { retry } = parseArgs({ options: { retry: { type: "string" } } }).values;

await runOnDatabase(async (url) => {
  if (retry) await forgetFailed(url, retry);
  const names = await migrate(url);
  return names.length ? `Applied: ${names.join(", ")}` : "The database is up to date.";
});
