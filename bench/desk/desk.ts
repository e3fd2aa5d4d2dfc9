// The desk with a million leads: the inbox's use case, pages and actions over HTTP, a browser, and an export of everything.
import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { buildIfNeeded } from "../../scripts/build.ts";
import type { Stage } from "../stage.ts";
import { askActions } from "./actions.ts";
import { exportAll } from "./export.ts";
import { countInquiries, fill } from "./fill.ts";
import { askInbox, askPages } from "./pages.ts";
import { watchPaints } from "./painted.ts";

/** @returns true if everything was answered */
export async function deskAtScale(stage: Stage, leadCount: number, passes: number): Promise<boolean> {
  buildIfNeeded();
  const url = await stage.createDatabase("desk");
  console.log(`Storing ${leadCount} leads and ${countInquiries(leadCount)} inquiries …`);
  await stage.onDatabase(url, (client) => fill(client, leadCount));
  await stage.settle(url);
  const isInboxFlawless = await askInbox(url, leadCount, passes);
  const AUTH_SECRET = randomBytes(32).toString("base64url");
  const cookie = await stage.onDatabase(url, (client) => newSession(client, "busy", AUTH_SECRET));
  // Each on its own server: memory used by the pages must not count for the export.
  const pages = await stage.startApp("desk", url, { AUTH_SECRET });
  const arePagesFlawless = await askPages(pages, cookie, leadCount, passes);
  const isActingFlawless = await askActions(pages, cookie, leadCount, passes);
  const isPaintFlawless = await watchPaints(pages, cookie, leadCount, Math.ceil(passes / 2));
  await pages.stop();
  const exporting = await stage.startApp("export", url, { AUTH_SECRET });
  const isExportFlawless = await exportAll(exporting, cookie, leadCount);
  await exporting.stop();
  return isInboxFlawless && arePagesFlawless && isActingFlawless && isPaintFlawless && isExportFlawless;
}

/** Stores a session without a sign-in. @returns its Cookie header */
async function newSession(client: pg.Client, operatorId: string, authSecret: string): Promise<string> {
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
