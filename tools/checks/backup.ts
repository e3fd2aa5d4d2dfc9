// `npm run check -- backup`: backs up the built app under load, and restores the backup into the embedded Postgres and,
// if installed, Debian's. All rows must be there, the app must run, no mail may be sent, and erased persons must stay
// erased.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MailServer } from "../../e2e/support/mail-server.ts";
import { newOperator, newSession, sessionCookie } from "../../e2e/support/operators.ts";
import { queryAt, readDatabaseUrl } from "../../e2e/support/processes.ts";
import { createClient, evaluation, inquiry, randomEmail } from "../../e2e/support/test.ts";
import type { Manifest } from "../../scripts/backup/archive.ts";
import { checkArchive } from "../../scripts/backup/archive.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { type App, runScript, startApp } from "../processes.ts";
import { addCleanUp, expectTrue, hasPassed, makeFolder, runCheck, stopAtEnd } from "../run-check.ts";
import { startDebianPostgres } from "./debian-postgres.ts";
import { OpenLoad } from "./open-load.ts";

const submissionsPerSecond = 50;
const secondsBefore = 8;
const secondsAfter = 3;
/** Time to wait for unwanted mails after a restore. Workers look for due mails every second. */
const secondsWithoutMail = 8;
const doomed = randomEmail();

type Stage = { folder: string; env: Record<string, string> };
type Files = { backup: string; erasures: string };

async function run(): Promise<boolean> {
  const folder = await makeFolder("backup");
  // Postgres may run as another user, who must be able to read the folder.
  fs.chmodSync(folder, 0o755);
  const secret = randomBytes(32).toString("base64url");
  process.env.E2E_AUTH_SECRET = secret;
  const env = {
    DATABASE_URL: "",
    DATA_DIR: path.join(folder, "data"),
    TRUSTED_PROXY_HOPS: "1",
    AUTH_SECRET: secret,
    MAIL_WORKER: "app",
    CONTACT_EMAIL: "company@example.com",
    LOG_LEVEL: "warn",
  };
  const stage = { folder, env };
  const files = {
    backup: path.join(stage.folder, "backup.tar.gz"),
    erasures: path.join(stage.folder, "erasures.tar.gz"),
  };
  const manifest = await backUpUnderLoad(stage, files);
  await checkRestored(stage, files, manifest, {
    name: "the embedded Postgres",
    env: (at) => ({ DATA_DIR: path.join(stage.folder, `restored-${at}`) }),
  });
  const debian = await startDebianPostgres(stage.folder);
  if (!debian) console.log("Debian's Postgres is not installed (apt-get install postgresql): skipped.");
  else {
    const urls = [await debian.createDatabase("whole"), await debian.createDatabase("erased")];
    await checkRestored(stage, files, manifest, {
      name: `Debian's Postgres ${debian.version}`,
      env: (at) => ({ DATABASE_URL: urls[at] ?? "", DATA_DIR: path.join(stage.folder, `debian-${at}`) }),
    });
  }
  return hasPassed();
}

async function backUpUnderLoad(stage: Stage, { backup, erasures }: Files): Promise<Manifest> {
  const server = await startMailServer(stage, "before");
  const env: Record<string, string> = { ...stage.env, SMTP_URL: server.url };
  const app = await stopAtEnd(startApp(env));
  const url = readDatabaseUrl(env.DATA_DIR ?? "");
  const operator = await newOperator("admin", true, url);
  const session = (await newSession(operator.id, url)).value;
  await createClient(app.url).post("/api/leads/evaluate", evaluation({ email: doomed }));
  let acknowledged = 0;
  const failures: string[] = [];
  const load = new OpenLoad(submissionsPerSecond, (at) =>
    sendSubmission(app.url, at).then(
      (status) => void (status === 201 ? acknowledged++ : failures.push(String(status))),
      (error: Error) => void failures.push(error.message),
    ),
  );
  await sleep(secondsBefore * 1_000);
  const before = acknowledged;
  const startedAt = performance.now();
  await runAndPrint("backup.ts", [backup], env);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = load.begun;
  await sleep(secondsAfter * 1_000);
  await load.stop();
  expectTrue(
    `${load.begun} submissions at ${submissionsPerSecond} a second, ${failures.length} failed ${[...new Set(failures)]}`,
    failures.length === 0,
  );
  const manifest = await checkArchive(backup);
  const stored = manifest.tables.find(({ name }) => name === "submissions")?.rows ?? 0;
  const size = `${(fs.statSync(backup).size / 1_000).toFixed(0)} kB`;
  expectTrue(
    `backup in ${seconds.toFixed(1)} s, ${size}: ${stored} submissions; ${before} were acknowledged before it, ${after} sent by its end`,
    stored > before && stored <= after + 1,
  );
  const erased = await createClient(app.url).post(
    "/api/admin/people/erase",
    { email: doomed, confirmation: doomed },
    { cookie: `${sessionCookie}=${session}` },
  );
  expectTrue(`${doomed} was erased after the backup`, erased.status === 200);
  await runAndPrint("backup.ts", ["--only-erasures", erasures], env);
  await app.stop();
  await server.kill();
  return manifest;
}

type Target = { name: string; env: (at: number) => Record<string, string> };

async function checkRestored(stage: Stage, files: Files, manifest: Manifest, { name, env }: Target): Promise<void> {
  console.log(`\nFrom Postgres ${manifest.versions.postgres} into ${name}`);
  const mails = await startMailServer(stage, path.basename(env(0).DATA_DIR ?? ""));
  const whole = { ...stage.env, ...env(0), SMTP_URL: mails.url };
  await runAndPrint("restore.ts", [files.backup], whole);
  await withApp(whole, async (app, url) => {
    await compareCounts(url, manifest);
    const found = await queryAt(url, "SELECT FROM submissions WHERE email = $1", [doomed]);
    expectTrue("without the list of erasures, the erased person is back", found.length === 1);
    const { status } = await createClient(app.url).post("/api/leads/contact", inquiry());
    expectTrue("the app runs and takes submissions", status === 201);
    await sleep(secondsWithoutMail * 1_000);
    const [{ count } = { count: 0 }] = await queryAt<{ count: number }>(
      url,
      "SELECT count(*)::int AS count FROM mails WHERE state IN ('waiting', 'sending') AND next_at <= now()",
    );
    expectTrue(
      `${mails.listDeliveries().length} mails sent in ${secondsWithoutMail} s, ${count} are due`,
      mails.listDeliveries().length === 0,
    );
    await runAndPrint("mail.ts", ["release", "--discard-owed"], { ...whole, DATABASE_URL: url });
    for (let left = 30; left > 0 && mails.listDeliveries().length < 2; left--) await sleep(1_000);
    expectTrue(
      `${mails.listDeliveries().length} mails after the release: both of the submission since the restore`,
      mails.listDeliveries().length === 2,
    );
  });
  const again = { ...stage.env, ...env(1), SMTP_URL: mails.url };
  await runAndPrint("restore.ts", [files.backup, "--erasures", files.erasures], again);
  await withApp(again, async (app, url) => {
    const rows = await queryAt(url, "SELECT FROM submissions WHERE email = $1", [doomed]);
    const ready = (await createClient(app.url).get("/api/readyz")).status;
    expectTrue(
      "with the list of erasures, the erased person stays erased, and the app is ready",
      rows.length === 0 && ready === 200,
    );
  });
  await mails.kill();
}

/** Tables whose number of rows a restore changes on purpose, with the expected number. */
const changedRows: Record<string, (rows: number) => number> = {
  operator_sessions: () => 0,
  operator_verifications: () => 0,
  mail_holds: () => 1,
  audit_entries: (rows) => rows + 1,
};

async function compareCounts(url: string, { tables }: Manifest): Promise<void> {
  const wrong: string[] = [];
  const compared = tables.filter(({ name }) => name !== "mails");
  for (const { name, rows } of compared) {
    const [{ count } = { count: -1 }] = await queryAt<{ count: number }>(
      url,
      `SELECT count(*)::int AS count FROM ${name}`,
    );
    if (count !== (changedRows[name]?.(rows) ?? rows)) wrong.push(`${name}: ${count} instead of ${rows}`);
  }
  const mails = tables.find(({ name }) => name === "mails")?.rows ?? 0;
  // The table may have more mails than the backup, because a restore queues those of unprocessed submissions.
  const [{ count } = { count: 0 }] = await queryAt<{ count: number }>(url, "SELECT count(*)::int AS count FROM mails");
  if (count < mails) wrong.push(`mails: ${count} instead of ${mails} at least`);
  const total = compared.reduce((sum, { rows }) => sum + rows, 0);
  expectTrue(
    `${compared.length} tables with ${total} rows as in the snapshot, ${mails} mails ${wrong}`,
    wrong.length === 0,
  );
}

async function withApp(env: Record<string, string>, work: (app: App, url: string) => Promise<void>): Promise<void> {
  const app = await stopAtEnd(startApp(env));
  await work(app, env.DATABASE_URL || readDatabaseUrl(env.DATA_DIR ?? ""));
  await app.stop();
}

async function startMailServer(stage: Stage, name: string): Promise<MailServer> {
  const folder = path.join(stage.folder, `mails-${name}`);
  fs.mkdirSync(folder);
  const server = await MailServer.create(folder);
  await server.start();
  await addCleanUp(() => server.kill());
  return server;
}

async function runAndPrint(script: string, args: string[], env: Record<string, string>): Promise<void> {
  const { code, output } = await runScript(script, args, env);
  if (code !== 0) throw new Error(`${script} failed:\n${output}`);
  console.log(output.trim().replaceAll(/^/gm, "    "));
}

/** Sends a new person's evaluation or, for an odd `at`, inquiry. @returns status of the response */
async function sendSubmission(url: string, at: number): Promise<number> {
  const client = createClient(url);
  const { status } = await (at % 2 === 0
    ? client.post("/api/leads/evaluate", evaluation())
    : client.post("/api/leads/contact", inquiry()));
  return status;
}

buildIfNeeded();
await runCheck(run, { minutes: 10 });
