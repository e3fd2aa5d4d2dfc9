// `npm run db:migrate`: applies the migrations; `-- --retry NAME` first forgets a failed attempt.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { openDatabase } from "./database.ts";
import { forgetFailed, migrate } from "./migrate.ts";

const { retry } = parseArgs({ options: { retry: { type: "string" } } }).values;
let code = 0;
const database = await openDatabase();
try {
  if (retry) await forgetFailed(database.url, retry);
  const names = await migrate(database.url);
  console.log(names.length ? `Applied: ${names.join(", ")}` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  code = 1;
} finally {
  await database.close();
}
process.exit(code);
