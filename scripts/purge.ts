// `npm run purge`: purges what has been closed for more than RETENTION_DAYS and what was withdrawn, as the app does by itself every hour.
import "./load-env-file.ts";
import { purgeAccess } from "../lib/server/auth/sessions.ts";
import { disconnect } from "../lib/server/db.ts";
import { parseEnv } from "../lib/server/env.ts";
import { purgeClosed, purgeWithdrawn } from "../lib/server/people/retain.ts";
import { purgeConsentLinks } from "../lib/server/submissions/consent.ts";
import { runOnDatabase } from "./database.ts";
import { EmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const { DATABASE_URL, DATA_DIR } = parseEnv(process.env);
const running = DATABASE_URL ? undefined : EmbeddedPostgres.findRunning(DATA_DIR);
// The app has it open: this command is its guest.
if (running !== undefined) process.env.DATABASE_URL = running;

await runOnDatabase(async (url) => {
  await migrate(url);
  const now = new Date();
  const withdrawn = await purgeWithdrawn({ now });
  const { evaluations, inquiries } = await purgeClosed({ now });
  await purgeAccess({ now });
  await purgeConsentLinks({ now });
  await disconnect();
  const erased = `Erased ${withdrawn.evaluations} evaluations and ${withdrawn.inquiries} inquiries that were withdrawn.`;
  return `Purged ${evaluations} evaluations and ${inquiries} inquiries. ${erased}`;
});
