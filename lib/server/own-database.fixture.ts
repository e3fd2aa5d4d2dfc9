import { createMigratedDatabase } from "../../scripts/databases.fixture.ts";

/**
 * A migrated database of this file's tests alone, which the verbs use from now on: they may look at all that is in it.
 * `variables` are those of the process. @returns its address, and the same for the superuser.
 */
export async function ownDatabase(
  variables: Record<string, string | undefined>,
): Promise<{ url: string; adminUrl: string }> {
  const url = await createMigratedDatabase();
  const adminUrl = new URL(variables.ADMIN_DATABASE_URL ?? "");
  adminUrl.pathname = new URL(url).pathname;
  variables.DATABASE_URL = url;
  return { url, adminUrl: adminUrl.href };
}
