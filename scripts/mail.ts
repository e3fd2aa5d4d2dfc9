// `npm run mail -- hold` stops all mail; `npm run mail -- release [--discard-owed]` lets mail be sent again.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { holdMail, releaseMail } from "../lib/server/mail/mail-queue.ts";
import { runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";

const usage = `Usage: npm run mail -- hold
       npm run mail -- release [--discard-owed]`;

setEnvFromRunningApp();
await runOnDatabase(async (url) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "discard-owed": { type: "boolean", default: false } },
  });
  const [command, ...others] = positionals;
  if (others.length || (command !== "hold" && command !== "release")) throw new Error(usage);
  await migrateAtStart(url);
  const now = { now: new Date() };
  return command === "hold" ? holdAllMail(now) : releaseAllMail(values["discard-owed"], now);
});

async function holdAllMail(now: { now: Date }): Promise<string> {
  return (await holdMail(now)) ? "All mail is held until it is released." : "Mail is already held.";
}

async function releaseAllMail(discardsOwed: boolean, now: { now: Date }): Promise<string> {
  const { count } = await releaseMail({ owed: discardsOwed ? "discard" : "send" }, { admin: "console", ...now });
  return discardsOwed ? `Mails go out again, without ${count} that were due.` : "Mails go out again.";
}
