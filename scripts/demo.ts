// `npm run demo`: stores forty submissions of the last eight weeks, so that a demonstration's desk is not empty.
import "./load-env-file.ts";
import { requireDemonstration, storeDemo } from "../lib/server/submissions/intake/store-demo.ts";
import { runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { listDemoSubmissions } from "./demo-submissions.ts";
import { migrateAtStart } from "./migrate.ts";
import { seed } from "./seed.ts";

setEnvFromRunningApp();
await runOnDatabase(async (url) => {
  requireDemonstration();
  await migrateAtStart(url);
  await seed(url);
  const count = await storeDemo(listDemoSubmissions(), { now: new Date() });
  return `Stored ${count} submissions of the last eight weeks; no mail was queued. See them at the desk.`;
});
