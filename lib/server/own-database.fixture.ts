import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "../../scripts/migrate.ts";

/**
 * A migrated database of this file's tests alone, which the verbs use from now on: they may look at all that is in it.
 * `variables` are those of the process. @returns its address, and the same for the superuser.
 */
export async function ownDatabase(
  variables: Record<string, string | undefined>,
): Promise<{ url: string; adminUrl: string }> {
  const [url, adminUrl] = [new URL(variables.DATABASE_URL ?? ""), new URL(variables.ADMIN_DATABASE_URL ?? "")];
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: adminUrl.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER ${url.username}`);
  await admin.end();
  for (const address of [url, adminUrl]) address.pathname = name;
  await migrate(url.href);
  variables.DATABASE_URL = url.href;
  return { url: url.href, adminUrl: adminUrl.href };
}
