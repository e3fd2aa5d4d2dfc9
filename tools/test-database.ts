// Starts a separate, migrated Postgres for the database tests, and deletes it when they end.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migratedDatabase, query } from "../scripts/databases.fixture.ts";
import { EmbeddedPostgres } from "../scripts/embedded-postgres.ts";
import { migrate } from "../scripts/migrate.ts";

export async function setup(): Promise<() => Promise<void>> {
  const { url, adminUrl, close } = await startTestDatabase();
  process.env.DATABASE_URL = url;
  process.env.ADMIN_DATABASE_URL = adminUrl;
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  return close;
}

type TestDatabase = { url: string; adminUrl: string; close: () => Promise<void> };

export async function startTestDatabase(): Promise<TestDatabase> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-test-"));
  // Turn off fsync, because test data need not survive a crash.
  const settings = ["-c", "fsync=off", "-c", "max_connections=200"];
  const postgres = await EmbeddedPostgres.start({ dataDir, settings, onMessage: () => undefined });
  await migrate(postgres.url);
  await query(
    postgres.adminUrl,
    `CREATE DATABASE ${migratedDatabase} TEMPLATE ${new URL(postgres.url).pathname.slice(1)}`,
  );
  const close = async () => {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, adminUrl: postgres.adminUrl, close };
}
