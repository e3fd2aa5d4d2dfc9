// `npm run purge`: what the app does every hour: purges and erases what is due.
import "./load-env-file.ts";
import { purgeAccess } from "../lib/server/auth/sessions.ts";
import { disconnect } from "../lib/server/db.ts";
import { purgeClosed, purgeWithdrawn } from "../lib/server/people/retain.ts";
import { purgeConsentLinks } from "../lib/server/submissions/consent.ts";
import { joinRunningApp, runOnDatabase } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";

joinRunningApp();
await runOnDatabase(async (url) => {
  await migrateAtStart(url);
  const now = new Date();
  const withdrawn = await purgeWithdrawn({ now });
  const { evaluations, inquiries } = await purgeClosed({ now });
  await purgeAccess({ now });
  await purgeConsentLinks({ now });
  await disconnect();
  const erased = `Erased ${withdrawn.evaluations} evaluations and ${withdrawn.inquiries} inquiries that were withdrawn.`;
  return `Purged ${evaluations} evaluations and ${inquiries} inquiries. ${erased}`;
});
