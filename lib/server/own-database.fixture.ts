import { createMigratedDatabase } from "../../scripts/databases.fixture.ts";

/**
 * Creates a migrated database for one test file, and sets DATABASE_URL in `variables` (the process environment).
 * @returns its URLs for the service's role and for the superuser
 */
export async function switchToOwnDatabase(
  variables: Record<string, string | undefined>,
): Promise<{ url: string; adminUrl: string }> {
  const url = await createMigratedDatabase();
  const adminUrl = new URL(variables.ADMIN_DATABASE_URL ?? "");
  adminUrl.pathname = new URL(url).pathname;
  variables.DATABASE_URL = url;
  return { url, adminUrl: adminUrl.href };
}
