// Measures the desk with many leads: the inbox, its pages over HTTP, and the intake compared with an empty table.
import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { buildIfNeeded } from "../../../scripts/build.ts";
import { report } from "../report.ts";
import { type Length, measureServers, type Server } from "../rounds.ts";
import type { Stage } from "../stage.ts";
import { fetchWorks, type Target } from "../works.ts";
import { countInquiries, fillTables } from "./fill.ts";
import { measureInbox, measurePages } from "./pages.ts";

const flat: Target = { rateRatioMin: 0.9, cpuRatioMax: 1.1, postgresMax: { ratio: 1.1 } };

/** Measures the desk and the intake with many leads. @returns true if every request succeeded */
export async function measureDesk(stage: Stage, leadCount: number, length: Length): Promise<boolean> {
  buildIfNeeded();
  const passes = 20 * length.rounds;
  const url = await stage.createDatabase("desk");
  console.log(`Storing ${leadCount} leads and ${countInquiries(leadCount)} inquiries …`);
  await stage.onDatabase(url, (client) => fillTables(client, leadCount));
  await stage.settle(url);
  const isInboxFlawless = await measureInbox(url, leadCount, passes);
  const AUTH_SECRET = randomBytes(32).toString("base64url");
  const cookie = await stage.onDatabase(url, (client) => newSession(client, "busy", AUTH_SECRET));
  const app = await stage.startApp("desk", url, { AUTH_SECRET });
  const arePagesFlawless = await measurePages(app, cookie, leadCount, passes);
  await app.stop();
  return (await compareWithEmptyTable(stage, url, length)) && isInboxFlawless && arePagesFlawless;
}

/** Compares the intake of evaluations with the filled table to that with an empty table. */
async function compareWithEmptyTable(stage: Stage, filled: string, length: Length): Promise<boolean> {
  const empty = await stage.createDatabase("empty");
  const start = async (name: string, url: string, number: number): Promise<Server> => {
    const app = await stage.startApp(`${name}-${number}`, url);
    const works = (await fetchWorks(app.url)).filter((work) => work.name === "evaluate");
    return { name, app, works: works.map((work) => ({ ...work, target: flat })) };
  };
  const startBoth = async (number: number) => [
    await start("filled", filled, number),
    await start("empty", empty, number),
  ];
  return report(await measureServers(stage, startBoth, length), "filled", "empty");
}

/** Stores a session of an operator without a sign-in. @returns the session's Cookie header */
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
