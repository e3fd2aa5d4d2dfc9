import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { expect as baseExpect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  type Launched,
  Load,
  launchService,
  listChildren,
  listPostgres,
  listProcesses,
  queryAt,
  readDatabaseUrl,
  sendSignal,
  test,
} from "../support/processes.ts";
import { waitForResponse } from "../support/raw.ts";
import { createClient, createDatabase, evaluation, inquiry, readId } from "../support/test.ts";

const expect = baseExpect.configure({ timeout: 20_000 });
const noLimit = { RATE_LIMIT_IP_MAX: "1000000" };

async function startService(dataDir: string, env: Record<string, string> = noLimit): Promise<Launched> {
  const service = await launchService(dataDir, env);
  await service.ready;
  return service;
}

async function stopService(service: Launched, name: NodeJS.Signals = "SIGTERM", pid = service.pid) {
  process.kill(pid, name);
  return service.ended;
}

/** Expects that the signal `name` ends the app and its database cleanly, and leaves no process behind. */
async function expectCleanStop(
  service: Launched,
  name: NodeJS.Signals,
  dataDir: string,
  pid = service.pid,
): Promise<void> {
  expect(listProcesses(dataDir).length).toBeGreaterThan(2);
  expect(await stopService(service, name, pid)).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  const log = fs.readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(log.trim()).toMatch(/database system is shut down$/);
  expect(service.output()).not.toMatch(/connection was lost|"error":"error"/);
}

/** Expects that Ctrl-C, which signals the launcher and the app at the same time, ends the shutdown delay. */
async function expectCtrlCEndsDelay(service: Launched, dataDir: string): Promise<void> {
  process.kill(service.pid, "SIGTERM");
  const readStatus = async () => (await createClient(service.url).get("/api/readyz")).status;
  await expect.poll(readStatus, { intervals: [20] }).toBe(503);
  await expectCleanStop(service, "SIGINT", dataDir, -service.pid);
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

test("creates, migrates and seeds the database on the first start only", async ({ dataDir }) => {
  const first = await startService(dataDir, { ...noLimit, SHUTDOWN_DELAY_SECONDS: "300" });
  expect(first.output()).toContain("Creating the database …");
  expect(first.output()).toMatch(/Applied the migration \d{14}_\w+\./);
  expect(first.output()).toMatch(/Stored 7 sample entries/);
  const address = first.output().match(/https?:\/\/\S+/g);
  expect(address).toEqual([first.url.replace("127.0.0.1", "localhost")]);
  expect((await createClient(first.url).get("/api/catalog")).json).toHaveLength(6);
  const id = await submitInquiry(first);
  await expectCtrlCEndsDelay(first, dataDir);

  const second = await startService(dataDir);
  expect((await createClient(second.url).get("/api/readyz")).status).toBe(200);
  expect(second.output()).not.toMatch(/Creating|Applied|Stored|Building/);
  expect(await listStoredIds(dataDir)).toEqual([id]);
  expect((await createClient(second.url).get("/api/catalog")).json).toHaveLength(6);
  await expectPortRefused(second, dataDir);
  // Killing the launcher also stops the app and Postgres.
  process.kill(second.pid, "SIGKILL");
  await expect.poll(() => listProcesses(dataDir), { timeout: 10_000 }).toEqual([]);
});

/** Expects that no second app starts on the port of `first`, which keeps running. */
async function expectPortRefused(first: Launched, dataDir: string): Promise<void> {
  const other = `${dataDir} of another`;
  const PORT = new URL(first.url).port;
  const refused = await launchService(other, { PORT });
  expect((await refused.ended).code).toBe(1);
  expect(JSON.parse(refused.output())).toMatchObject({ level: 50, msg: `PORT ${PORT} is in use: choose another one.` });
  expect(listProcesses(other)).toEqual([]);
  await submitInquiry(first);
}

test("stops the app and the database at once on SIGINT, SIGHUP and Ctrl-C", nightly, async ({ dataDir }) => {
  const env = { SHUTDOWN_DELAY_SECONDS: "300" };
  await expectCleanStop(await startService(dataDir, env), "SIGINT", dataDir);
  await expectCleanStop(await startService(dataDir, env), "SIGHUP", dataDir);
  const service = await startService(dataDir, env);
  await expectCleanStop(service, "SIGINT", dataDir, -service.pid);
});

test("loses no acknowledged submission on SIGTERM under load", async ({ dataDir }) => {
  const DATABASE_URL = await createDatabase();
  const service = await startService(dataDir, { ...noLimit, DATABASE_URL });
  const load = new Load(service.url, 30);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(200);
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
  await load.stop();
  expect(load.listFailureKinds()).toEqual(["no answer"]);
  expect((await load.compare(DATABASE_URL)).missing).toEqual([]);
  const received = "SELECT FROM submissions WHERE kind = 'evaluation' AND id = $1";
  expect(await queryAt(DATABASE_URL, received, [readId(json)])).toHaveLength(1);
});

test("keeps every row after kill -9 and a power cut", async ({ dataDir }) => {
  const killed = await startService(dataDir);
  const ids = [await submitInquiry(killed), await submitInquiry(killed)];
  const [app] = listChildren(killed.pid);
  const [left] = listPostgres(dataDir);
  sendSignal([app?.pid ?? 0], "SIGKILL");
  await killed.ended;
  expect(listProcesses(dataDir).map(({ pid }) => pid)).toContain(left?.pid);

  // The next start replaces the Postgres left running.
  const cut = await startService(dataDir);
  ids.push(await submitInquiry(cut));
  expect(await listStoredIds(dataDir)).toEqual(ids);
  expect(listProcesses(dataDir).map(({ pid }) => pid)).not.toContain(left?.pid);
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  // One process of Postgres outlives the others and holds its shared memory until the start has met it.
  const [, late] = listPostgres(dataDir);
  sendSignal([late?.pid ?? 0], "SIGSTOP");
  sendSignal(
    listProcesses(dataDir)
      .map(({ pid }) => pid)
      .filter((pid) => pid !== late?.pid),
    "SIGKILL",
  );
  await cut.ended;
  const bystander = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1_000)"], { stdio: "ignore" });
  const files = fs.readFileSync(pidFile, "utf8");
  fs.writeFileSync(pidFile, files.replace(/^\d+/, String(bystander.pid)));
  try {
    const last = await launchService(dataDir);
    const log = path.join(dataDir, "postgres.log");
    await expect.poll(() => fs.readFileSync(log, "utf8")).toContain("shared memory block");
    sendSignal([late?.pid ?? 0], "SIGCONT");
    await last.ready;
    expect(await listStoredIds(dataDir)).toEqual(ids);
    expect(bystander.signalCode).toBeNull();
  } finally {
    bystander.kill("SIGKILL");
  }
});

const isInitdb = ({ title }: { title: string }) => title.includes("initdb");
const isPostgres = ({ title }: { title: string }) => title.includes("listen_addresses");
const isOurs = ({ title }: { title: string }) => title.includes("scripts/");

for (const { whom, isKilled, moment, isReached } of [
  { whom: "every process", isKilled: () => true, moment: "initdb runs", isReached: isInitdb },
  { whom: "every process but initdb", isKilled: isOurs, moment: "Postgres starts", isReached: isPostgres },
]) {
  test(
    `creates the database after a kill -9 of ${whom} during initdb and a SIGTERM while ${moment}`,
    nightly,
    async ({ dataDir }) => {
      const killed = await launchService(dataDir);
      const templates = path.join(dataDir, "*", "base", "1");
      await expect.poll(() => fs.globSync(templates).length, { intervals: [1] }).toBe(1);
      sendSignal(
        listProcesses(dataDir)
          .filter(isKilled)
          .map(({ pid }) => pid),
        "SIGKILL",
      );
      await killed.ended;
      const stopped = await launchService(dataDir);
      // Poll fast, to stop the app while it creates the database. The killed app's initdb may still run, too.
      const isReachedAnew = () => listProcesses(dataDir).some((each) => isReached(each));
      await expect.poll(isReachedAnew, { intervals: [1] }).toBe(true);
      await stopService(stopped);
      expect(listProcesses(dataDir)).toEqual([]);
      await submitInquiry(await startService(dataDir));
    },
  );
}

test("starts only one of two simultaneous apps on a new data folder", nightly, async ({ dataDir }) => {
  const both = await Promise.all([launchService(dataDir), launchService(dataDir)]);
  const outcomes = await Promise.all(
    both.map((service) =>
      service.ready.then(
        () => "serves",
        () => "refused",
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(["refused", "serves"]);
  // The second message is printed if both apps claim the folder at the same moment.
  const refused = both.find(({ output }) => /is in use by process|has just claimed/.test(output()));
  expect(refused).toBeDefined();
  for (const service of both) if (service !== refused) await submitInquiry(service);
});

test("stops the start if a migration fails", async ({ dataDir }) => {
  const admin = process.env.ADMIN_DATABASE_URL ?? "";
  const name = `test_${randomBytes(6).toString("hex")}`;
  const ofAdmin = Object.assign(new URL(admin), { pathname: name });
  const ofService = Object.assign(new URL(ofAdmin), { username: name, password: name });
  await queryAt(admin, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await queryAt(admin, `CREATE DATABASE ${name}`);
  await queryAt(ofAdmin.href, `GRANT ALL ON SCHEMA public TO ${name}`);
  const failed = await launchService(dataDir, { DATABASE_URL: ofService.href });
  expect((await failed.ended).code).toBe(1);
  expect(failed.output()).toMatch(/The migration \d{14}_\w+ failed: permission denied/);
  expect(failed.output()).toContain("Mend the cause, then start again.");
  expect(fs.existsSync(dataDir)).toBe(false);
});
