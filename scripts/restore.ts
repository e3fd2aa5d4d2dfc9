// `npm run restore -- FILE [--erasures FILE …] [--allow-unknown-erasures]`: loads a backup into an empty database.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { findErasureKeyId } from "../lib/server/derived-keys.ts";
import { formatCounts } from "./backup/archive.ts";
import { formatErasedCounts } from "./backup/erasure-files.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { resolveFromCaller, runOnDatabase } from "./database.ts";

const usage = "Usage: npm run restore -- FILE [--erasures FILE …] [--allow-unknown-erasures]";

await runOnDatabase(async (url) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      erasures: { type: "string", multiple: true, default: [] },
      "allow-unknown-erasures": { type: "boolean", default: false },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length) throw new Error(usage);
  const { manifest, leftOut, erased, migrated } = await restoreBackup({
    url,
    file: resolveFromCaller(file),
    erasureFiles: values.erasures.map(resolveFromCaller),
    allowsUnknownErasures: values["allow-unknown-erasures"],
  });
  const time = manifest.takenAt.toISOString();
  const restored = manifest.tables.filter(({ name }) => !leftOut.includes(name));
  const foreign = leftOut.filter((name) => !name.startsWith("pgboss."));
  return [
    formatCounts({ tables: restored }),
    `Restored what was there at ${time}.`,
    ...(foreign.length ? [`Left out, because the service has no such table: ${foreign.join(", ")}.`] : []),
    ...migrated.map((name) => `Applied the migration ${name}.`),
    values.erasures.length
      ? formatErasedCounts(erased)
      : `No --erasures were given: people erased after ${time} are back in the database.`,
    "All mail is held: release it at /admin/mail or by npm run mail -- release. All sessions have ended.",
    "The operators are as of that time: check /admin/operators for accounts to disable again.",
    ...(manifest.authKeyId === findErasureKeyId()
      ? []
      : ["AUTH_SECRET is not the backup's: second factors, webhooks and later lists of erasures need that one."]),
  ].join("\n");
});
