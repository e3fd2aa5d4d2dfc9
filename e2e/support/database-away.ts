import { queryAt } from "./processes.ts";

/** Makes the database at `url` close all connections and refuse new ones, or accept connections again. */
export async function setUnreachable(url: string, isUnreachable: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = process.env.ADMIN_DATABASE_URL ?? "";
  await queryAt(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${!isUnreachable}`);
  if (isUnreachable) {
    await queryAt(admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  }
}
