import type pg from "pg";
import { hourMilliseconds } from "../../lib/domain/durations.ts";
import { isDeskOn } from "../../lib/server/access/auth.ts";
import { countUnreadableSecondFactors } from "../../lib/server/access/second-factor.ts";
import { findLastBackupTime } from "../../lib/server/audit.ts";
import { env } from "../../lib/server/env.ts";
import { isLoopback } from "../../lib/server/mail/transport.ts";
import { isMailHeld } from "../../lib/server/queue/mails.ts";
import { countMailsByType } from "../../lib/server/queue/pending-mails.ts";
import { listIgnoredSources } from "../../lib/server/site.ts";
import type { Finding } from "../harmful-settings.ts";
import { compareMigrations } from "../migrate.ts";
import { withConnection } from "../migration-lock.ts";
import { rateClock } from "./environment.ts";

const subject = "database";
const oldMailSeconds = 900;

export async function checkDatabase(): Promise<Finding[]> {
  const { DATABASE_URL, DIRECT_URL } = env();
  if (!DATABASE_URL) {
    return [
      { level: "note", subject, text: "the embedded one is not running", advice: "Start the app, then look again." },
    ];
  }
  try {
    const beside = await withConnection(DATABASE_URL, (client) => checkConnection(client, DATABASE_URL));
    const { findings, isReady } = await withConnection(DIRECT_URL ?? DATABASE_URL, checkSchema);
    return [...beside, ...findings, ...(isReady ? await checkContent() : [])];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // Our own errors, which have no cause, already contain advice.
    const isConnection = error instanceof Error && error.cause !== undefined;
    const advice = "Check the address, the firewall, and that Postgres runs and admits the role.";
    return [{ level: "wrong", subject, text, ...(isConnection && { advice }) }];
  }
}

async function checkConnection(client: pg.Client, url: string): Promise<Finding[]> {
  const sentAt = Date.now();
  const { rows } = await client.query<{ at: number; pid: number; isEncrypted: boolean | null }>(
    `SELECT extract(epoch FROM clock_timestamp())::float8 AS at, pg_backend_pid() AS pid,
       (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS "isEncrypted"`,
  );
  const [row] = rows;
  if (!row) throw new Error("the database returned no row");
  const seconds = row.at - (sentAt + Date.now()) / 2000;
  return [
    rateClock(subject, seconds),
    rateTls(url, client.host, row.isEncrypted === true),
    await checkPooler(url, row.pid),
  ];
}

export function rateTls(url: string, host: string, isEncrypted: boolean): Finding {
  if (isEncrypted) return { level: "ok", subject, text: "the connection is encrypted" };
  const isSocket = host.startsWith("/");
  if (isSocket || isLoopback(url)) return { level: "ok", subject, text: "the connection stays on this machine" };
  const advice = "Add ?sslmode=verify-full to DATABASE_URL, with sslrootcert where the CA is your own.";
  return { level: "wrong", subject, text: "the connection is not encrypted", advice };
}

/** Maximum age of the last backup: a daily backup may be one day late. */
const backupHoursMax = 48;

export function rateBackupAge(at: Date | null, now: Date): Finding {
  if (!at) {
    const advice = "Schedule npm run backup (docs/run.md), unless your Postgres makes backups of its own.";
    return { level: "note", subject: "backup", text: "npm run backup has written none yet", advice };
  }
  const hours = (now.getTime() - at.getTime()) / hourMilliseconds;
  const text = `the last one is ${hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`} old`;
  if (hours <= backupHoursMax) return { level: "ok", subject: "backup", text };
  return { level: "wrong", subject: "backup", text, advice: "Check what runs npm run backup each night." };
}

/** Checks DATABASE_POOLER: only a pooler in transaction mode gives two connected clients the same session. */
async function checkPooler(url: string, pid: number): Promise<Finding> {
  const { DATABASE_POOLER } = env();
  const isShared = await withConnection(url, async (other) => {
    await other.query("BEGIN");
    const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid === pid;
  });
  if (isShared && DATABASE_POOLER === "session") {
    const text = "a pooler in transaction mode stands in front, and DATABASE_POOLER is session";
    return { level: "wrong", subject, text, advice: "Set DATABASE_POOLER=transaction." };
  }
  return { level: "ok", subject, text: `DATABASE_POOLER=${DATABASE_POOLER} fits` };
}

async function checkSchema(client: pg.Client): Promise<{ findings: Finding[]; isReady: boolean }> {
  const findings: Finding[] = [];
  const { pending, unknown } = await compareMigrations(client);
  if (pending.length) {
    const text = `lacks ${pending.length} migrations, from ${pending[0]?.name} on`;
    findings.push({ level: "wrong", subject: "migrations", text, advice: "npm run db:migrate, or start the app." });
  } else findings.push({ level: "ok", subject: "migrations", text: "all applied" });
  if (unknown.length) {
    const advice = "Fine during an upgrade or after a rollback; otherwise install the newer version.";
    findings.push({
      level: "note",
      subject: "migrations",
      text: `the database also has ${unknown.join(", ")}`,
      advice,
    });
  }
  findings.push(await checkRights(client));
  return { findings, isReady: !pending.length };
}

async function checkRights(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ isGiven: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS "isGiven"`,
  );
  if (rows[0]?.isGiven) return { level: "ok", subject: "rights", text: "the role may migrate" };
  const role = client.escapeIdentifier(client.user ?? "");
  const advice = `As an administrator of the database: GRANT CREATE ON SCHEMA public TO ${role};`;
  return { level: "wrong", subject: "rights", text: "the role lacks CREATE on the schema public", advice };
}

async function checkContent(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const mails = await countMailsByType();
  const dead = mails.reduce((total, mail) => total + mail.dead, 0);
  if (dead) {
    const advice = "At /admin/mail, send them again or discard them.";
    findings.push({ level: "wrong", subject: "mails", text: `${dead} failed and are not retried`, advice });
  }
  const oldest = Math.max(0, ...mails.map(({ oldestSeconds }) => oldestSeconds));
  const age = `the oldest due one waits for ${Math.round(oldest / 60)} minutes`;
  if (oldest <= oldMailSeconds) findings.push({ level: "ok", subject: "mails", text: age });
  else {
    const advice = "Check SMTP_URL, and that a worker runs: MAIL_WORKER=app, or npm run worker.";
    findings.push({ level: "wrong", subject: "mails", text: age, advice });
  }
  for (const name of await listIgnoredSources()) {
    const advice = "Change the site at /admin/site, or remove this: only the first start reads it.";
    findings.push({ level: "note", subject: name, text: "differs from what the site says, and is ignored", advice });
  }
  const lockedOut = isDeskOn() ? await countUnreadableSecondFactors() : 0;
  if (lockedOut) {
    const text = `is not the one that encrypted the second factors of ${lockedOut} operators, who cannot sign in`;
    const advice = "Set the former one, or run npm run operator -- reset EMAIL for each.";
    findings.push({ level: "wrong", subject: "AUTH_SECRET", text, advice });
  }
  findings.push(rateBackupAge(await findLastBackupTime("desk"), new Date()));
  if (await isMailHeld()) {
    const advice = "npm run mail -- release, once you have looked around.";
    findings.push({ level: "note", subject: "mails", text: "all mail is held", advice });
  }
  return findings;
}
