import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { CalComServer } from "../lib/server/bookings/cal-com-server.fixture.ts";
import { TestSmtpServer } from "../lib/server/mail/smtp-server.fixture.ts";
import { runScript } from "../tools/processes.ts";
import { createEmptyDatabase, createMigratedDatabase, query } from "./databases.fixture.ts";
import { rateBackupAge, rateTls } from "./doctor/database.ts";
import { rateFreeDiskSpace } from "./doctor/environment.ts";
import { findFreePort } from "./processes.ts";

const sound = {
  AUTH_SECRET: "s3cret-".repeat(6),
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://calendar.encaje.example/fit",
};

async function runDoctor(variables: Record<string, string>) {
  const env = { LOG_LEVEL: "silent", ...sound, ...variables };
  const { code, output } = await runScript("doctor.ts", [], env);
  return { code, text: output };
}

/** Serves a fake site, which may trust the address that callers claim, and whose clock may be wrong. */
async function serveSite({ believesCallers = false, clockSeconds = 0 } = {}): Promise<string> {
  const left = new Map<string, number>();
  const server = createServer((request, response) => {
    const client = believesCallers ? String(request.headers["x-forwarded-for"]) : "socket";
    left.set(client, (left.get(client) ?? 30) - 1);
    response.setHeader("Date", new Date(Date.now() + clockSeconds * 1000).toUTCString());
    response.setHeader("RateLimit", `"client";r=${left.get(client)};t=600`);
    request.resume().once("end", () => response.end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server on loopback that answers each line as given. @returns its host and port */
async function serveLines(greeting: string, answer: (line: string) => string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.write(greeting);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => void socket.write(String(bytes).split("\r\n").filter(Boolean).map(answer).join("")));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Lists the findings marked as wrong, and expects advice for each. */
function listWrong(text: string): string[] {
  const lines = text.split("\n");
  const wrong = lines.flatMap((line, at) => (line.startsWith("WRONG") ? [[line, lines[at + 1] ?? ""] as const] : []));
  for (const [line, advice] of wrong) if (!line.includes("settings")) expect(advice, line).toMatch(/^ +→ \S/);
  return wrong.map(([line]) => line.slice(6));
}

/** Lines that a mail server would send, except that it answers `answers` to these commands. */
const answerAsMailbox = (answers: Record<string, string>) => (line: string) => {
  const [tag, command = ""] = line.split(" ");
  return command in answers ? `${answers[command]?.replace("TAG", `${tag}`)}\r\n` : `${tag} OK done\r\n`;
};
const imapGreeting = "* OK [CAPABILITY IMAP4rev1] ready\r\n";

test("finds nothing wrong in a correct installation whose other services respond", async () => {
  const redis = await serveLines("", (line) => (line.startsWith("*") ? "+OK\r\n" : ""));
  const list = '* LIST () "/" Leads\r\nTAG OK done';
  const mailbox = await serveLines(imapGreeting, answerAsMailbox({ LIST: list }));
  const calCom = new CalComServer();
  const bookings = await calCom.start();
  onTestFinished(() => calCom.stop());
  calCom.offer(3);
  const { code, text } = await runDoctor({
    ...bookings,
    DATABASE_URL: await createMigratedDatabase(),
    SITE_URL: await serveSite(),
    REDIS_URL: `redis://${redis}`,
    IMAP_URL: `imap://ana:s3cret@${mailbox}/Leads`,
  });
  expect(listWrong(text)).toEqual([]);
  expect(code).toBe(0);
  expect(text).toContain("ok    migrations: all applied");
  expect(text).toContain("ok    hops: ");
  expect(text).toContain("ok    Redis: answers");
  expect(text).toContain(`ok    mailbox: ${mailbox} opens the folder Leads`);
  expect(text).toContain("ok    bookings: 3 free times in two weeks, the first 20");
});

test("reports wrong settings, and hides secrets", async () => {
  const { code, text } = await runDoctor({ PORT: "none", AUTH_SECRET: "s3cret" });
  expect(text).toMatch(/^WRONG settings: /);
  expect(text).toMatch(/PORT was "none"/);
  expect(text).toMatch(/AUTH_SECRET was \(hidden\)/);
  expect(text).not.toContain("s3cret");
  expect(code).toBe(1);
});

test("reports all faults of database, mail server, site and proxy in one run", async () => {
  const [database, smtp, port] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const { code, text } = await runDoctor({
    AUTH_SECRET: "",
    DATABASE_URL: `postgresql://encaje:s3cret@127.0.0.1:${database}/encaje`,
    SMTP_URL: `smtp://user:s3cret@127.0.0.1:${smtp}`,
    SITE_URL: `https://localhost:${port}`,
  });
  expect(listWrong(text)).toEqual([
    expect.stringContaining("AUTH_SECRET: is not set"),
    expect.stringContaining("TRUSTED_PROXY_HOPS: is 0"),
    expect.stringContaining(`database: The database at 127.0.0.1:${database} (DATABASE_URL) cannot be reached`),
    expect.stringContaining(
      `mail server: 127.0.0.1:${smtp} refuses the connection: nothing listens there (ECONNREFUSED)`,
    ),
    expect.stringContaining(`site: https://localhost:${port} cannot be reached`),
  ]);
  expect(text).not.toContain("s3cret");
  expect(code).toBe(1);
});

test("reports missing migrations, a wrong clock, and callers who can choose their address", async () => {
  const url = new URL(await createEmptyDatabase());
  await query(process.env.ADMIN_DATABASE_URL, "CREATE ROLE bystander LOGIN PASSWORD 'x'");
  url.username = "bystander";
  url.password = "x";
  const SITE_URL = await serveSite({ believesCallers: true, clockSeconds: -90 });
  const misspelled = { SMPT_URL: "smtp://127.0.0.1:1", SITE_NAMES: "x", PATHS: "x", SMTP_URLS: "x" };
  const { code, text } = await runDoctor({ ...misspelled, DATABASE_URL: url.href, SITE_URL });
  expect(listWrong(text)).toEqual([
    expect.stringMatching(/^migrations: lacks \d+ migrations, from \d+_/),
    "rights: the role lacks CREATE on the schema public",
    expect.stringMatching(/^site: its clock and this machine's differ by \d\d\.\d s/),
    expect.stringContaining("hops: with TRUSTED_PROXY_HOPS=0, callers can choose their address"),
  ]);
  expect(text).toContain('As an administrator of the database: GRANT CREATE ON SCHEMA public TO "bystander";\n');
  expect(text).toContain("note  SMPT_URL: is not one of our variables\n      → Did you mean SMTP_URL?");
  expect(text).toContain("Did you mean SITE_NAME?");
  expect(text).not.toContain("PATHS");
  expect(code).toBe(1);
});

test("reports failed mails, unreadable second factors, and services that refuse us", async () => {
  const url = await createMigratedDatabase();
  await query(
    url,
    `INSERT INTO mails (id, mail, state, attempts, due_at, next_at)
     SELECT gen_random_uuid(), 'notice', state, 1, now() - interval '1 day', now() + interval '1 minute'
     FROM unnest(ARRAY['dead', 'waiting']) AS state;
     INSERT INTO operators (id, name, email, created_at, updated_at) VALUES ('1', 'Ana', 'ana@example.com', now(), now());
     INSERT INTO operator_two_factors (id, secret, backup_codes, operator_id) VALUES ('1', 'ab12', 'ab12', '1')`,
  );
  const redis = await serveLines("", () => "-NOAUTH Authentication required.\r\n");
  const refusal = { LOGIN: "TAG NO [AUTHENTICATIONFAILED] s3cret" };
  const mailbox = await serveLines(imapGreeting, answerAsMailbox(refusal));
  const { code, text } = await runDoctor({
    DATABASE_URL: url,
    SITE_URL: await serveSite(),
    SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
    CONTACT_EMAIL: "",
    REDIS_URL: `redis://${redis}`,
    IMAP_URL: `imap://ana:s3cret@${mailbox}/INBOX`,
  });
  expect(listWrong(text).toSorted()).toEqual([
    "AUTH_SECRET: is not the one that encrypted the second factors of 1 operators, who cannot sign in",
    "CONTACT_EMAIL: is not set beside SMTP_URL: the app does not start",
    "Redis: cannot be asked (NOAUTH): each instance counts its own limits",
    expect.stringMatching(/^mail server: /),
    `mailbox: ${mailbox} cannot be read (AUTHENTICATIONFAILED)`,
    "mails: 1 failed and are not retried",
    "mails: the oldest due one waits for 1440 minutes",
  ]);
  expect(text).not.toContain("s3cret");
  expect(code).toBe(1);
});

test("notes a newer database and a mail hold without calling them wrong", async () => {
  const url = await createMigratedDatabase();
  await query(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '1', '29991231000000_later', now());
     INSERT INTO mail_holds (since, actor) VALUES (now(), 'console')`,
  );
  const server = await TestSmtpServer.start();
  onTestFinished(() => server.stop());
  const SMTP_URL = server.url.replace("//", "//user:s3cret@");
  const { code, text } = await runDoctor({ DATABASE_URL: url, SITE_URL: await serveSite(), SMTP_URL });
  expect(listWrong(text)).toEqual([
    expect.stringMatching(/^mail server: 127\.0\.0\.1:\d+ refuses our user or password \(EAUTH/),
  ]);
  expect(text).toContain("Correct the user and the password in SMTP_URL.");
  expect(text).toContain("note  migrations: the database also has 29991231000000_later");
  expect(text).toContain("note  mails: all mail is held");
  expect(text).not.toContain("s3cret");
  expect(code).toBe(1);
});

test("reports a remote connection without TLS, and a full disk", () => {
  const rate = (url: string, isEncrypted = false) => rateTls(url, new pg.Client(url).host, isEncrypted).level;
  expect(rate("postgresql://db.example.com/encaje")).toBe("wrong");
  expect(rate("postgresql://db.example.com/encaje", true)).toBe("ok");
  expect(rate("postgresql://127.0.0.1/encaje")).toBe("ok");
  expect(rate("postgresql:///encaje?host=/var/run/postgresql")).toBe("ok");
  expect(rate("postgresql://%2Fvar%2Frun%2Fpostgresql/encaje")).toBe("ok");
  expect([rateFreeDiskSpace(1e6).level, rateFreeDiskSpace(1e12).level]).toEqual(["wrong", "ok"]);
});

test.each([
  [null, "note", "none yet"],
  [1, "ok", "1 hours old"],
  [48, "ok", "2 days old"],
  [49, "wrong", "2 days old"],
])("rates a backup taken %s hours ago as %s", (hours, level, text) => {
  const now = new Date();
  const at = hours === null ? null : new Date(now.getTime() - hours * 3_600_000);
  expect(rateBackupAge(at, now)).toMatchObject({ level, text: expect.stringContaining(text) });
});
