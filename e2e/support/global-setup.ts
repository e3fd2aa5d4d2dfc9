import { randomBytes } from "node:crypto";
import { startTestDatabase } from "../../tools/test-database.ts";
import { inboundMailSecret, pooler, startBuiltApp } from "./built-app.ts";
import { PgBouncer } from "./pgbouncer.ts";

/**
 * Starts one Postgres and one app for all tests. The app trusts one proxy, so that each test can act as a separate
 * client by sending its own address in X-Forwarded-For.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const database = await startTestDatabase();
  process.env.ADMIN_DATABASE_URL = database.adminUrl;
  // Allow for the many apps that tests start, and for the connections that they cut.
  const limits = { max_client_conn: "1000", default_pool_size: "90", server_login_retry: "1" };
  const bouncer = pooler && (await PgBouncer.start(pooler, database.url, limits));
  if (bouncer) process.env.E2E_POOLER_PORT = String(bouncer.port);
  const AUTH_SECRET = randomBytes(32).toString("base64url");
  const env = {
    DATABASE_URL: database.url,
    TRUSTED_PROXY_HOPS: "1",
    AUTH_SECRET,
    INBOUND_MAIL_SECRET: inboundMailSecret,
  };
  const app = await startBuiltApp(env).catch(async (error: unknown) => {
    await bouncer?.stop();
    await database.close();
    throw error;
  });
  process.env.E2E_DATABASE_URL = database.url;
  process.env.E2E_URL = app.url;
  process.env.E2E_AUTH_SECRET = AUTH_SECRET;
  return async () => {
    await app.stop();
    await bouncer?.stop();
    await database.close();
  };
}
