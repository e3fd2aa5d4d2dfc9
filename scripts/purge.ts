// `npm run purge`: purges what has been closed for more than RETENTION_DAYS, as the app does by itself every hour.
import "./load-env-file.ts";
import { purgeAccess } from "../lib/server/auth/purge-access.ts";
import { disconnect } from "../lib/server/db.ts";
import { purgeClosed } from "../lib/server/desk/purge-closed.ts";
import { parseEnv } from "../lib/server/env.ts";
import { runOnDatabase } from "./database.ts";
import { EmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const { DATABASE_URL, DATA_DIR } = parseEnv(process.env);
const running = DATABASE_URL ? undefined : EmbeddedPostgres.findRunning(DATA_DIR);
// The app has it open: this command is its guest.
if (running !== undefined) process.env.DATABASE_URL = running;

await runOnDatabase(async (url) => {
  await migrate(url);
  const { leads, inquiries } = await purgeClosed({ now: new Date() });
  await purgeAccess({ now: new Date() });
  await disconnect();
  return `Purged ${leads} leads and ${inquiries} inquiries.`;
});
