// `npm run operator -- create|reset <email> [--role admin|member]`: prints a one-time link to the desk.
import "./load-env-file.ts";
import { inviteOperatorFromConsole, resetOperatorFromConsole } from "../lib/server/access/invitations.ts";
import { env } from "../lib/server/env.ts";
import { runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";
import { parseOperatorArguments } from "./operator-arguments.ts";

setEnvFromRunningApp();
await runOnDatabase(async (url) => {
  const { command, email, role } = parseOperatorArguments(process.argv.slice(2));
  if (env().AUTH_SECRET === undefined) {
    throw new Error(
      "The desk is switched off: set AUTH_SECRET to at least 32 random characters, here and for the app.",
    );
  }
  await migrateAtStart(url);
  const now = { now: new Date() };
  const made =
    command === "create"
      ? await inviteOperatorFromConsole({ email, role }, now)
      : await resetOperatorFromConsole({ email }, now);
  return `For ${made.email} (${made.role}), once, until ${made.expiresAt.toISOString()}:\n\n  ${made.url}\n`;
});
