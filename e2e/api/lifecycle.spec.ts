import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { expect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  type Launched,
  Load,
  launchService,
  listPostgres,
  listProcesses,
  queryAt,
  readDatabaseUrl,
  sendSignal,
  test,
} from "../support/processes.ts";
import { waitForResponse } from "../support/raw.ts";
import { createClient, createDatabase, evaluation, inquiry, readId } from "../support/test.ts";

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

test("creates the database on the first start only, and keeps every row after a power cut", async ({ dataDir }) => {
  test.setTimeout(120_000);
  const first = await startService(dataDir);
  expect(first.output()).toContain("Creating the database …");
  expect(first.output()).toMatch(/Applied the migration \d{14}_\w+\./);
  expect(first.output()).toMatch(/Stored 7 sample entries/);
  const address = first.output().match(/https?:\/\/\S+/g);
  expect(address).toEqual([first.url.replace("127.0.0.1", "localhost")]);
  const ids = [await submitInquiry(first)];
  // Ctrl-C signals the launcher and the app at the same time.
  await expectCleanStop(first, "SIGINT", dataDir, -first.pid);

  const second = await startService(dataDir);
  expect((await createClient(second.url).get("/api/readyz")).status).toBe(200);
  expect(second.output()).not.toMatch(/Creating|Applied|Stored|Building/);
  expect((await createClient(second.url).get("/api/catalog")).json).toHaveLength(6);
  await expectPortRefused(second, dataDir);
  ids.push(await submitInquiry(second));
  expect(await listStoredIds(dataDir)).toEqual(ids);
  const third = await restartAfterPowerCut(second, dataDir);
  expect(await listStoredIds(dataDir)).toEqual(ids);
  // Killing the launcher also stops the app and Postgres.
  process.kill(third.pid, "SIGKILL");
  await expect.poll(() => listProcesses(dataDir)).toEqual([]);
});

/** Expects that no second app starts on the port of `first`, which keeps running. */
async function expectPortRefused(first: Launched, dataDir: string): Promise<void> {
  const other = `${dataDir} of another`;
  const PORT = new URL(first.url).port;
  const refused = await launchService(other, { PORT });
  expect((await refused.ended).code).toBe(1);
  expect(JSON.parse(refused.output())).toMatchObject({ level: 50, msg: `PORT ${PORT} is in use: choose another one.` });
  expect(listProcesses(other)).toEqual([]);
}

/** Kills all processes as a power cut does, and starts the app again while another process has Postgres's old id. */
async function restartAfterPowerCut(service: Launched, dataDir: string): Promise<Launched> {
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  // One process of Postgres outlives the others and holds its shared memory until the start has met it.
  const late = listPostgres(dataDir)[1]?.pid ?? 0;
  sendSignal([late], "SIGSTOP");
  const pids = listProcesses(dataDir).map(({ pid }) => pid);
  sendSignal(
    pids.filter((pid) => pid !== late),
    "SIGKILL",
  );
  await service.ended;
  const bystander = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1_000)"], { stdio: "ignore" });
  const files = fs.readFileSync(pidFile, "utf8");
  fs.writeFileSync(pidFile, files.replace(/^\d+/, String(bystander.pid)));
  try {
    const next = await launchService(dataDir);
    const log = path.join(dataDir, "postgres.log");
    await expect.poll(() => fs.readFileSync(log, "utf8")).toContain("shared memory block");
    sendSignal([late], "SIGCONT");
    await next.ready;
    expect(bystander.signalCode).toBeNull();
    return next;
  } finally {
    bystander.kill("SIGKILL");
  }
}

test("stops the app and the database at once on SIGINT, SIGHUP and Ctrl-C", nightly, async ({ dataDir }) => {
  const env = { SHUTDOWN_DELAY_SECONDS: "300" };
  await expectCleanStop(await startService(dataDir, env), "SIGINT", dataDir);
  await expectCleanStop(await startService(dataDir, env), "SIGHUP", dataDir);
  const service = await startService(dataDir, env);
  await expectCleanStop(service, "SIGINT", dataDir, -service.pid);
});

test("serves during the shutdown delay, and loses no acknowledged submission when it then stops under load", async ({
  dataDir,
}) => {
  const DATABASE_URL = await createDatabase();
  // Behind a proxy, the delay is 5 seconds by default.
  const service = await startService(dataDir, { ...noLimit, DATABASE_URL, TRUSTED_PROXY_HOPS: "1" });
  const client = createClient(service.url);
  process.kill(service.pid, "SIGTERM");
  await expect.poll(async () => (await client.get("/api/readyz")).status, { intervals: [20] }).toBe(503);
  // npm and terminals repeat the signal, which must not end the delay.
  process.kill(service.pid, "SIGTERM");
  const { status, headers } = await client.post("/api/leads/contact", inquiry());
  expect([status, headers.get("connection")]).toEqual([201, "close"]);
  const readiness = await client.get("/api/readyz");
  expect([readiness.status, readiness.json]).toEqual([503, { error: expect.any(String) }]);
  const load = new Load(service.url, 30);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(0);
  const finish = await beginEvaluation(service);
  // Ctrl-C ends the delay.
  process.kill(-service.pid, "SIGINT");
  const refuses = () =>
    fetch(`${service.url}/api/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(refuses, { intervals: [10] }).toBe(true);
  const id = await finish();
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  await load.stop();
  expect(load.listFailureKinds()).toEqual(["no answer"]);
  expect((await load.compare(DATABASE_URL)).missing).toEqual([]);
  const received = "SELECT FROM submissions WHERE kind = 'evaluation' AND id = $1";
  expect(await queryAt(DATABASE_URL, received, [id])).toHaveLength(1);
});

/** Sends the headers of an evaluation until the app waits for its body. @returns sends the body, and returns the id */
async function beginEvaluation({ url }: Launched): Promise<() => Promise<number>> {
  const body = JSON.stringify(evaluation());
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    expect: "100-continue",
  };
  const request = httpRequest(`${url}/api/leads/evaluate`, { method: "POST", headers });
  const answered = waitForResponse(request);
  request.flushHeaders();
  await once(request, "continue");
  return async () => {
    request.end(body);
    const response = await answered;
    expect(response.statusCode).toBe(201);
    return readId(JSON.parse((await response.setEncoding("utf8").toArray()).join("")));
  };
}

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

test("stops the start if the database cannot be migrated", async ({ dataDir }) => {
  const DATABASE_URL = await createDatabase();
  await queryAt(DATABASE_URL, "UPDATE _prisma_migrations SET checksum = 'of an edited file'");
  const failed = await launchService(dataDir, { DATABASE_URL });
  expect((await failed.ended).code).toBe(1);
  expect(failed.output()).toMatch(/The migration \d{14}_\w+ was changed/);
  expect(fs.existsSync(dataDir)).toBe(false);
});
