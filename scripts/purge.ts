// `npm run purge [-- --erasures FILE …]`: purges and erases due data, as the app does every hour. Also repeats the
// erasures in files of newer backups.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { purgeDue } from "../lib/server/people/retain.ts";
import { formatErasedCounts, repeatErasuresFromFiles } from "./backup/erasure-files.ts";
import { resolveFromCaller, runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";

setEnvFromRunningApp();
await runOnDatabase(async (url) => {
  const { values } = parseArgs({
    options: {
      erasures: { type: "string", multiple: true, default: [] },
      "allow-unknown-erasures": { type: "boolean", default: false },
    },
  });
  await migrateAtStart(url);
  const files = values.erasures.map(resolveFromCaller);
  const allowed = { allowsUnknown: values["allow-unknown-erasures"] };
  const again = files.length ? await repeatErasuresFromFiles(url, files, allowed) : undefined;
  const { withdrawn, closed } = await purgeDue();
  const erased = `Erased because withdrawn: evaluations ${withdrawn.evaluations}, inquiries ${withdrawn.inquiries}.`;
  const purged = `Purged: evaluations ${closed.evaluations}, inquiries ${closed.inquiries}. ${erased}`;
  return again ? `${purged}\n${formatErasedCounts(again)}` : purged;
});
