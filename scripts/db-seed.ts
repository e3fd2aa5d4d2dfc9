// `npm run db:seed`: stores the sample catalog when the catalog is empty.
import "./load-env-file.ts";
import { disconnect } from "../lib/server/db.ts";
import { runOnDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { seed } from "./seed.ts";

await runOnDatabase(async (url) => {
  await migrate(url);
  const count = await seed(url);
  await disconnect();
  return count ? `Stored ${count} sample entries.` : "The catalog is not empty: nothing was stored.";
});
