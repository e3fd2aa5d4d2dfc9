import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { expect as baseExpect } from "@playwright/test";
import { freePort } from "../../scripts/processes.ts";
import { nightly } from "../support/nightly.ts";
import {
  type Launched,
  Load,
  launch,
  listChildren,
  listPostgres,
  listProcesses,
  queryAt,
  readDatabaseUrl,
  signal,
  test,
} from "../support/processes.ts";
import { waitForResponse } from "../support/raw.ts";
import { createClient, createDatabase, evaluation, inquiry, readId } from "../support/test.ts";

const expect = baseExpect.configure({ timeout: 20_000 });
const noLimit = { RATE_LIMIT_IP_MAX: "1000000" };

async function start(dataDir: string, env: Record<string, string> = noLimit): Promise<Launched> {
  const service = await launch(dataDir, env);
  await service.ready;
  return service;
}

async function stopService(service: Launched, name: NodeJS.Signals = "SIGTERM") {
  process.kill(service.pid, name);
  return service.ended;
}

/** Expects that `name` ends the app and its database in order, and leaves no process behind. */
async function expectStopped(service: Launched, name: NodeJS.Signals, dataDir: string): Promise<void> {
  expect(listProcesses(dataDir).length).toBeGreaterThan(2);
  expect(await stopService(service, name)).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  const log = fs.readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(log.trim()).toMatch(/database system is shut down$/);
  expect(service.output()).not.toMatch(/connection was lost|"error":"error"/);
}

async function submitInquiry({ url }: Launched): Promise<number> {
  const { status, json } = await createClient(url).post("/api/leads/contact", inquiry());
  expect(status).toBe(201);
  return readId(json);
}

async function listStoredIds(dataDir: string): Promise<number[]> {
  const rows = await queryAt<{ id: number }>(
    readDatabaseUrl(dataDir),
    "SELECT id FROM submissions WHERE kind = 'inquiry' ORDER BY id",
  );
  return rows.map(({ id }) => id);
}

test("creates, migrates and seeds the database on the first start only, and stops it on SIGTERM and SIGINT", async ({
  dataDir,
}) => {
  const first = await start(dataDir);
  expect(first.output()).toContain("Creating the database …");
  expect(first.output()).toMatch(/Applied the migration \d{14}_\w+\./);
  expect(first.output()).toMatch(/Stored 7 sample entries/);
  const address = first.output().match(/https?:\/\/\S+/g);
  expect(address).toEqual([first.url.replace("127.0.0.1", "localhost")]);
  expect((await createClient(first.url).get("/api/catalog")).json).toHaveLength(6);
  const id = await submitInquiry(first);
  await expectStopped(first, "SIGTERM", dataDir);

  const second = await start(dataDir);
  expect((await createClient(second.url).get("/api/readyz")).status).toBe(200);
  expect(second.output()).not.toMatch(/Creating|Applied|Stored|Building/);
  expect(await listStoredIds(dataDir)).toEqual([id]);
  expect((await createClient(second.url).get("/api/catalog")).json).toHaveLength(6);
  await expectStopped(second, "SIGINT", dataDir);
});

test("stops the app and the database on SIGHUP, on Ctrl-C, and when the launcher is killed", async ({ dataDir }) => {
  await expectStopped(await start(dataDir), "SIGHUP", dataDir);
  // Ctrl-C signals the launcher and the app at the same time.
  const service = await start(dataDir);
  process.kill(-service.pid, "SIGINT");
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  // Killing the launcher also stops the app and Postgres.
  process.kill((await start(dataDir)).pid, "SIGKILL");
  await expect.poll(() => listProcesses(dataDir), { timeout: 10_000 }).toEqual([]);
});

test("stores and acknowledges a submission that is still being received at SIGTERM", async ({ dataDir }) => {
  const DATABASE_URL = await createDatabase();
  const service = await start(dataDir, { DATABASE_URL });
  const body = JSON.stringify(evaluation());
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    expect: "100-continue",
  };
  const request = httpRequest(`${service.url}/api/leads/evaluate`, { method: "POST", headers });
  const answered = waitForResponse(request);
  request.flushHeaders();
  // Wait until the app has received the request's headers and waits for its body.
  await once(request, "continue");
  process.kill(service.pid, "SIGTERM");
  const refuses = () =>
    fetch(`${service.url}/api/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(refuses, { intervals: [10] }).toBe(true);
  request.end(body);
  const response = await answered;
  const json: unknown = JSON.parse((await response.setEncoding("utf8").toArray()).join(""));
  expect(response.statusCode).toBe(201);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  const id = readId(json);
  expect(await queryAt(DATABASE_URL, "SELECT id FROM submissions")).toEqual([{ id }]);
});

test("loses no acknowledged submission and sends no error response on SIGTERM under load", async ({ dataDir }) => {
  const DATABASE_URL = await createDatabase();
  const service = await start(dataDir, { ...noLimit, DATABASE_URL });
  const load = new Load(service.url, 30);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(200);
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  await load.stop();
  expect(load.kindsOfFailure()).toEqual(["no answer"]);
  expect((await load.compare(DATABASE_URL)).missing).toEqual([]);
});

test("has every row after kill -9 of the app, and replaces the Postgres left running on the next start", async ({
  dataDir,
}) => {
  const killed = await start(dataDir);
  const ids = [await submitInquiry(killed), await submitInquiry(killed)];
  const [app] = listChildren(killed.pid);
  const [left] = listPostgres(dataDir);
  signal([app?.pid ?? 0], "SIGKILL");
  await killed.ended;
  expect(listProcesses(dataDir).map(({ pid }) => pid)).toContain(left?.pid);

  const next = await start(dataDir);
  ids.push(await submitInquiry(next));
  expect(await listStoredIds(dataDir)).toEqual(ids);
  expect(listProcesses(dataDir).map(({ pid }) => pid)).not.toContain(left?.pid);
});

test("has every row after a power cut, even if another process now has Postgres's old process id", async ({
  dataDir,
}) => {
  const cut = await start(dataDir);
  const id = await submitInquiry(cut);
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  signal(
    listProcesses(dataDir).map(({ pid }) => pid),
    "SIGKILL",
  );
  await cut.ended;
  const bystander = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1_000)"], { stdio: "ignore" });
  const files = fs.readFileSync(pidFile, "utf8");
  fs.writeFileSync(pidFile, files.replace(/^\d+/, String(bystander.pid)));
  try {
    await start(dataDir);
    expect(await listStoredIds(dataDir)).toEqual([id]);
    expect(bystander.signalCode).toBeNull();
  } finally {
    bystander.kill("SIGKILL");
  }
});

for (const { whom, isKilled, when } of [
  { whom: "every process", isKilled: () => true, when: {} },
  {
    whom: "every process but initdb",
    isKilled: ({ title }: { title: string }) => title.includes("scripts/"),
    when: nightly,
  },
]) {
  test(`creates the database on the next start after kill -9 of ${whom} during initdb`, when, async ({ dataDir }) => {
    const killed = await launch(dataDir);
    const templates = path.join(dataDir, "*", "base", "1");
    await expect.poll(() => fs.globSync(templates).length, { intervals: [1] }).toBe(1);
    signal(
      listProcesses(dataDir)
        .filter(isKilled)
        .map(({ pid }) => pid),
      "SIGKILL",
    );
    await killed.ended;
    await submitInquiry(await start(dataDir));
  });
}

for (const [moment, isThere, when] of [
  ["initdb runs", (dataDir: string) => listProcesses(dataDir).some(({ title }) => title.includes("initdb")), {}],
  [
    "Postgres starts",
    (dataDir: string) => listProcesses(dataDir).some(({ title }) => title.includes("listen_addresses")),
    nightly,
  ],
] as const) {
  test(`leaves no process behind after SIGTERM while ${moment}`, when, async ({ dataDir }) => {
    const service = await launch(dataDir);
    await expect.poll(() => isThere(dataDir), { intervals: [1] }).toBe(true);
    await stopService(service);
    expect(listProcesses(dataDir)).toEqual([]);
    await submitInquiry(await start(dataDir));
  });
}

test("refuses a second app on the same data folder or port, and the first keeps running", async ({ dataDir }) => {
  const first = await start(dataDir);
  const second = await launch(dataDir);
  expect((await second.ended).code).toBe(1);
  const [app] = listChildren(first.pid);
  const refusal = `${dataDir} is in use by process ${app?.pid}. End it first; a second app needs a DATA_DIR of its own.`;
  expect(JSON.parse(second.output())).toMatchObject({ level: 50, msg: refusal });
  await submitInquiry(first);
  // The refused app must not remove the first one's lock, so a third app is refused, too.
  expect((await (await launch(dataDir)).ended).code).toBe(1);
  await submitInquiry(first);

  const other = `${dataDir} of another`;
  const PORT = new URL(first.url).port;
  const another = await launch(other, { PORT });
  expect((await another.ended).code).toBe(1);
  expect(another.output()).toContain(`PORT ${PORT} is in use: choose another one.`);
  expect(listProcesses(other)).toEqual([]);
  await submitInquiry(first);
});

test("starts only one of two simultaneous apps on a new data folder", async ({ dataDir }) => {
  const both = await Promise.all([launch(dataDir), launch(dataDir)]);
  const outcomes = await Promise.all(
    both.map((service) =>
      service.ready.then(
        () => "serves",
        () => "refused",
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(["refused", "serves"]);
  const refused = both.find(({ output }) => output().includes("is in use by process"));
  expect(refused).toBeDefined();
  for (const service of both) if (service !== refused) await submitInquiry(service);
});

test("reports all invalid environment variables at once, and starts nothing", async ({ dataDir }) => {
  const wrong = {
    FIT_REVIEW_MIN: "19",
    LOG_LEVEL: "loud",
    RATE_LIMIT_IP_MAX: "0",
    DATABASE_URL: "mysql://me:secret@db",
  };
  const service = await launch(dataDir, { ...wrong, PORT: String(await freePort()) });
  expect((await service.ended).code).toBe(1);
  const { msg } = JSON.parse(service.output());
  expect(msg).toContain("FIT_REVIEW_MIN was (hidden): must be a number from 0 to 18");
  expect(msg).toContain('LOG_LEVEL was "loud": must be one of fatal, error,');
  expect(msg).toContain('RATE_LIMIT_IP_MAX was "0": must be a whole number from 1 to');
  expect(msg).toContain("DATABASE_URL was (hidden): must be a postgresql:// address");
  expect(service.output()).not.toContain("secret");
  expect(fs.existsSync(dataDir)).toBe(false);
});

test("stops the start if a migration fails, and applies it on the next start once the cause is fixed", async ({
  dataDir,
}) => {
  const admin = process.env.ADMIN_DATABASE_URL ?? "";
  const name = `test_${randomBytes(6).toString("hex")}`;
  const ofAdmin = Object.assign(new URL(admin), { pathname: name });
  const ofService = Object.assign(new URL(ofAdmin), { username: name, password: name });
  await queryAt(admin, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await queryAt(admin, `CREATE DATABASE ${name}`);
  await queryAt(ofAdmin.href, `GRANT ALL ON SCHEMA public TO ${name}`);
  // A worker in the app would write mails into the data folder, which must not be created here.
  const env = { DATABASE_URL: ofService.href, MAIL_WORKER: "separate" };

  const failed = await launch(dataDir, env);
  expect((await failed.ended).code).toBe(1);
  expect(failed.output()).toMatch(/The migration \d{14}_\w+ failed: permission denied/);
  expect(failed.output()).toContain("Mend the cause, then start again.");
  await queryAt(admin, `GRANT CREATE ON DATABASE ${name} TO ${name}`);
  await submitInquiry(await start(dataDir, env));
  expect(fs.existsSync(dataDir)).toBe(false);
});
