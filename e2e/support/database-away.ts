import { queryAt } from "./processes.ts";

/** Makes the database close and refuse all connections, or accept them again. */
export async function setAway(url: string, isAway: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = process.env.ADMIN_DATABASE_URL ?? "";
  await queryAt(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${!isAway}`);
  if (isAway) {
    await queryAt(admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  }
}
