// `npm run operator -- create|reset <email> [--role admin|member]`: prints a one-time link to the desk.
import "./load-env-file.ts";
import { parseArgs } from "node:util";
import { type OperatorRole, operatorRoles } from "../lib/domain/access/operator.ts";
import { OperatorEmail } from "../lib/domain/access/sign-in.ts";
import { inviteOperatorFromConsole, resetOperatorFromConsole } from "../lib/server/access/invitations.ts";
import { env } from "../lib/server/env.ts";
import { runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { migrateAtStart } from "./migrate.ts";

const usage = `Use: npm run operator -- create <email> [--role admin|member]
     npm run operator -- reset <email>`;

setEnvFromRunningApp();
await runOnDatabase(async (url) => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { role: { type: "string" } } });
  const [command, address, ...others] = positionals;
  const email = OperatorEmail.safeParse(address).data;
  const role = operatorRoles.find((each) => each === values.role);
  const isRoleValid = values.role === undefined || (role !== undefined && command === "create");
  if (email === undefined || others.length || !isRoleValid) throw new Error(usage);
  if (env().AUTH_SECRET === undefined) {
    throw new Error(
      "The desk is switched off: set AUTH_SECRET to at least 32 random characters, here and for the app.",
    );
  }
  await migrateAtStart(url);
  return createLink(command, email, role);
});

async function createLink(command: string | undefined, email: string, role: OperatorRole | undefined): Promise<string> {
  const now = { now: new Date() };
  if (command !== "create" && command !== "reset") throw new Error(usage);
  const made =
    command === "create"
      ? await inviteOperatorFromConsole({ email, role }, now)
      : await resetOperatorFromConsole({ email }, now);
  return `For ${made.email} (${made.role}), once, until ${made.expiresAt.toISOString()}:\n\n  ${made.url}\n`;
}
