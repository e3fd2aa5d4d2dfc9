// `npm run db:seed`: stores the sample catalog when the catalog is empty.
import "./load-env-file.ts";
import { disconnect } from "../lib/server/db.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { seed } from "./seed.ts";

const database = await openDatabase();
try {
  await migrate(database.url);
  const count = await seed();
  console.log(count ? `Stored ${count} sample entries.` : "The catalog is not empty: nothing was stored.");
} finally {
  await disconnect();
  await database.close();
}
process.exit(0);
