// Tests the migration that moves queued mails from the tables of pg-boss to the table `mails`.
import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { toRawTransaction } from "../lib/server/db.ts";
import { queueClockMails } from "../lib/server/queue/clock-mails.ts";
import { countOwedMails, renewLeases, takeMails } from "../lib/server/queue/mails.ts";
import { inquiry, type Row, valid } from "./checked-rows.fixture.ts";
import { copyDatabase, createOlderDatabase, query } from "./databases.fixture.ts";
import { migrate } from "./migrate.ts";
import { createOldQueue, type OldJob, storeOldJob } from "./old-queue.fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const migration = "20261124165426_store_mails";

const arrived = "2026-11-20T08:00:00.000Z";
const queued = "2026-11-20T08:00:00.250Z";
const begun = "2026-11-20T08:00:01.500Z";
const heartbeat = "2026-11-20T08:00:11.500Z";
const later = "2099-01-01T08:00:00.125Z";
const lead = { kind: "evaluation", id: 1 };
const fault = { code: "ECONNREFUSED", isPermanent: false };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const older = await createOlderDatabase(migration);
await createOldQueue(older);
const createOlderDatabaseWithQueue = () => copyDatabase(older);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function upgradeDatabase(url: string): Promise<void> {
  expect(await migrate(url)).toContain(migration);
}

async function insertRow(url: string, table: string, row: Row): Promise<void> {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  await query(url, `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`, Object.values(row));
}

/** Stores an evaluation under review that the worker has processed. */
const storeSubmission = (url: string, change: Row) =>
  insertRow(url, "submissions", {
    ...valid.submissions,
    created_at: arrived,
    route: "review",
    is_processed: true,
    ...change,
  });

/** Reads all columns of all mails, with times as ISO strings. */
async function readMails(url: string): Promise<Row[]> {
  const rows = await query(url, "SELECT *, monday::text FROM mails ORDER BY kind, submission_id, mail, id");
  return JSON.parse(JSON.stringify(rows));
}

describe("a queued mail", () => {
  const acknowledgement = { mail: "acknowledgement", ...lead };
  const reply = { mail: "reply", ...lead, event: "7" };

  /** Old jobs, and how the resulting mail differs from a mail about `lead` that waits for its first attempt. */
  const moved: [what: string, job: OldJob, row: Row][] = [
    ["that is due", { data: acknowledgement }, {}],
    [
      "that is scheduled",
      { data: reply, dueAt: later },
      { mail: "reply", event_id: "7", due_at: later, next_at: later },
    ],
    [
      "that is a planned reply",
      { data: { ...reply, plan: "planned" }, dueAt: later },
      { mail: "reply", event_id: "7", is_planned: true, due_at: later, next_at: later },
    ],
    [
      "that is a planned reply to a closed submission",
      { data: { ...reply, plan: "held" } },
      { mail: "reply", event_id: "7", is_planned: true, state: "held" },
    ],
    [
      "for a new owner",
      { data: { mail: "assignment", ...lead, event: "9223372036854775807", operator: "ana" } },
      { mail: "assignment", event_id: "9223372036854775807", operator_id: "ana" },
    ],
    [
      "for operators of one language",
      { data: { mail: "notice", ...lead, operators: ["eva", "ana"] } },
      { mail: "notice", operator_ids: ["eva", "ana"] },
    ],
    [
      "that is retried",
      { data: acknowledgement, state: "retry", retry_count: 2, started_on: begun, start_after: later, output: fault },
      { next_at: later, attempts: 3, fault },
    ],
    [
      "that is being sent",
      { data: acknowledgement, state: "active", retry_count: 1, started_on: begun, heartbeat_on: heartbeat },
      { state: "sending", next_at: "2026-11-20T08:00:26.500Z", attempts: 2 },
    ],
    [
      "whose worker has sent no heartbeat yet",
      { data: acknowledgement, state: "active", started_on: begun },
      { state: "sending", next_at: "2026-11-20T08:00:16.500Z", attempts: 1 },
    ],
    [
      "that is dead",
      {
        data: acknowledgement,
        state: "failed",
        retry_count: 200,
        started_on: begun,
        completed_on: heartbeat,
        start_after: begun,
        output: { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true },
      },
      {
        state: "dead",
        next_at: heartbeat,
        attempts: 201,
        fault: { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true },
      },
    ],
    [
      "that died without a delivery fault",
      {
        data: acknowledgement,
        state: "failed",
        started_on: begun,
        completed_on: heartbeat,
        output: { message: "job heartbeat timeout" },
      },
      { state: "dead", next_at: heartbeat, attempts: 1 },
    ],
    [
      "that is a digest",
      { data: { mail: "digest", operator: "ana" } },
      { mail: "digest", kind: null, submission_id: null, operator_id: "ana" },
    ],
    [
      "that is a retried warning",
      { data: { mail: "warning", ...lead }, state: "retry", started_on: begun, start_after: later },
      { mail: "warning", next_at: later, attempts: 1 },
    ],
    [
      "that is a dead breach",
      { data: { mail: "breach", ...lead }, state: "failed", started_on: begun, completed_on: heartbeat },
      { mail: "breach", state: "dead", next_at: heartbeat, attempts: 1 },
    ],
  ];
  const dropped: OldJob[] = [
    { data: acknowledgement, state: "completed", completed_on: heartbeat },
    { data: acknowledgement, state: "cancelled", completed_on: heartbeat },
    // The submission does not exist.
    { data: { ...acknowledgement, id: 999 } },
    { data: { ...acknowledgement, kind: "inquiry" }, state: "failed", completed_on: heartbeat },
    // The column clock_mail_at replaces these.
    { data: { mail: "warning", ...lead }, dueAt: later },
    { data: { mail: "breach", ...lead }, dueAt: later },
  ];

  const ids = new Map<string, string>();
  let url: string;
  let rows: Row[];

  beforeAll(async () => {
    url = await createOlderDatabaseWithQueue();
    await storeSubmission(url, { id: 1 });
    for (const [what, job] of moved)
      ids.set(what, await storeOldJob(url, { created_on: queued, dueAt: arrived, ...job }));
    for (const job of dropped) await storeOldJob(url, { created_on: queued, ...job });
    await insertRow(url, "operators", valid.operators ?? {});
    const item = { operator_id: "checks", kind: "evaluation", submission_id: 1 };
    await insertRow(url, "digest_items", { ...item, job_id: ids.get("that is a digest") });
    await upgradeDatabase(url);
    rows = await readMails(url);
  });

  test.each(moved)("keeps id, times and references of a queued mail %s", (what, _job, change) => {
    const id = ids.get(what);
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      mail: "acknowledgement",
      kind: "evaluation",
      submission_id: 1,
      event_id: null,
      operator_id: null,
      operator_ids: null,
      copy_index: null,
      subscriber_id: null,
      is_planned: false,
      monday: null,
      state: "waiting",
      created_at: queued,
      due_at: arrived,
      next_at: arrived,
      attempts: 0,
      lease: null,
      is_doubted: false,
      fault: null,
      ...change,
    });
  });

  test("keeps the submissions of a queued digest", async () => {
    const items = await query(url, "SELECT submission_id AS id, mail_id FROM digest_items");
    expect(items).toEqual([{ id: 1, mail_id: ids.get("that is a digest") }]);
  });

  test("moves only the queued mails that are still needed, and deletes the old queue", async () => {
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids.values()].sort());
    expect(await query(url, "SELECT to_regnamespace('pgboss') AS schema")).toEqual([{ schema: null }]);
  });
});

test("gives a new worker an old worker's mail only after that worker's lease", async () => {
  const url = await createOlderDatabaseWithQueue();
  await storeSubmission(url, { id: 1 });
  const store = (mail: string, at: string) =>
    storeOldJob(url, { data: { mail, ...lead }, dueAt: arrived, state: "active", started_on: begun, heartbeat_on: at });
  const [sending, interrupted] = [await store("acknowledgement", inHours(1)), await store("notice", inHours(-1))];
  await upgradeDatabase(url);
  const client = await connect(url);
  const raw = toRawTransaction(client);
  expect(await takeMails(raw, 10)).toEqual([]);
  const doubt = async () => {
    await renewLeases(raw, []);
    await client.query("UPDATE mails SET next_at = now() WHERE is_doubted");
  };
  await doubt();
  expect(await takeMails(raw, 10)).toEqual([
    { id: interrupted, lease: expect.any(String), attempts: 2, job: { mail: "notice", ...lead } },
  ]);
  await client.query("UPDATE mails SET next_at = now() WHERE id = $1", [sending]);
  await doubt();
  expect(await takeMails(raw, 10)).toMatchObject([{ id: sending, attempts: 2 }]);
});

test("queues a due warning once, and plans the breach mail", async () => {
  const url = await createOlderDatabaseWithQueue();
  const [warnsAt, dueAt] = [inHours(-2), inHours(2)];
  await storeSubmission(url, { id: 1, reply_warning_at: warnsAt, reply_due_at: dueAt });
  await storeOldJob(url, { data: { mail: "warning", ...lead }, created_on: inHours(-9), dueAt: warnsAt });
  await storeOldJob(url, { data: { mail: "breach", ...lead }, created_on: inHours(-9), dueAt });
  await upgradeDatabase(url);
  const tx = toRawTransaction(await connect(url));
  while ((await queueClockMails(tx)) > 0);
  const mail = { mail: "warning", kind: "evaluation", submission_id: 1, state: "waiting", attempts: 0 };
  expect(await readMails(url)).toMatchObject([{ ...mail, due_at: warnsAt, next_at: warnsAt }]);
  expect(await query(url, "SELECT clock_mail_at FROM submissions")).toEqual([{ clock_mail_at: new Date(dueAt) }]);
});

test("keeps a warning that an operator requested again for that operator only", async () => {
  const url = await createOlderDatabaseWithQueue();
  await storeSubmission(url, { id: 1, reply_warning_at: inHours(-1), reply_due_at: inHours(1) });
  await storeOldJob(url, { data: { mail: "warning", ...lead, operator: "ana" } });
  await upgradeDatabase(url);
  expect(await readMails(url)).toMatchObject([{ mail: "warning", operator_id: "ana" }]);
  expect(await query(url, "SELECT clock_mail_at FROM submissions")).toEqual([{ clock_mail_at: null }]);
});

test("counts a warning as owed if it was due before a mail hold began", async () => {
  const url = await createOlderDatabaseWithQueue();
  await storeSubmission(url, { id: 1, reply_warning_at: inHours(-2), reply_due_at: inHours(1) });
  await storeOldJob(url, { data: { mail: "warning", ...lead }, created_on: inHours(-3), dueAt: inHours(-2) });
  await upgradeDatabase(url);
  const tx = toRawTransaction(await connect(url));
  await queueClockMails(tx);
  expect(await countOwedMails(tx, new Date(inHours(-1)))).toBe(1);
});

test("keeps due times after the end of daylight saving time", async () => {
  const url = await createOlderDatabaseWithQueue();
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TimeZone = 'Europe/Madrid'`);
  const dueAt = "2026-10-25T12:00:00.000Z";
  await storeOldJob(url, { data: { mail: "digest", operator: "ana" }, dueAt });
  await upgradeDatabase(url);
  expect(await readMails(url)).toMatchObject([{ due_at: dueAt }]);
});

test("keeps the tables of the old queue if another program uses them", async () => {
  const url = await createOlderDatabaseWithQueue();
  await query(url, "CREATE TABLE pgboss.queue (name text); INSERT INTO pgboss.queue VALUES ('mail'), ('reports')");
  await upgradeDatabase(url);
  expect(await query(url, "SELECT name FROM pgboss.queue ORDER BY name")).toEqual([
    { name: "mail" },
    { name: "reports" },
  ]);
});

test("keeps only the jobs of another program's queue", async () => {
  const url = await createOlderDatabaseWithQueue();
  await storeSubmission(url, { id: 1 });
  const own = await storeOldJob(url, { data: { mail: "notice", ...lead } });
  await storeOldJob(url, { data: { mail: "notice", ...lead }, state: "completed" });
  const other = await storeOldJob(url, { name: "reports", data: { mail: "monthly" } });
  await upgradeDatabase(url);
  expect(await query(url, "SELECT id, name, data, state FROM pgboss.job")).toEqual([
    { id: other, name: "reports", data: { mail: "monthly" }, state: "created" },
  ]);
  expect((await readMails(url)).map(({ id }) => id)).toEqual([own]);
});

test("keeps mails that were withheld as spam", async () => {
  const url = await createOlderDatabaseWithQueue();
  const spam = { ...inquiry, status: "spam", closed_at: arrived };
  // The service marked the first as spam, an operator the second.
  await storeSubmission(url, { ...spam, id: 1, held_mails: "[]" });
  const kept = [
    { mail: "acknowledgement", kind: "inquiry", id: 2 },
    { mail: "notice", kind: "inquiry", id: 2, event: "7", operator: "ana" },
    { mail: "notice", kind: "inquiry", id: 2, operators: ["eva", "ana"] },
  ];
  await storeSubmission(url, { ...spam, id: 2, held_mails: JSON.stringify(kept) });
  await storeSubmission(url, { ...spam, id: 3, held_mails: null });
  await storeSubmission(url, { ...inquiry, id: 4 });
  await upgradeDatabase(url);
  const columns = "mail, submission_id AS id, event_id, operator_id, operator_ids, state, attempts";
  const order = "submission_id, mail, operator_id";
  const row = { event_id: null, operator_id: null, operator_ids: null, state: "held" };
  expect(await query(url, `SELECT ${columns} FROM mails WHERE kind = 'inquiry' ORDER BY ${order}`)).toEqual([
    { ...row, id: 1, mail: "acknowledgement", attempts: 0 },
    { ...row, id: 1, mail: "notice", attempts: 0 },
    { ...row, id: 2, mail: "acknowledgement", attempts: 1 },
    { ...row, id: 2, mail: "notice", attempts: 1, event_id: "7", operator_id: "ana" },
    { ...row, id: 2, mail: "notice", attempts: 1, operator_ids: ["eva", "ana"] },
  ]);
  expect(await query(url, "SELECT DISTINCT is_planned, lease, is_doubted, fault, monday FROM mails")).toEqual([
    { is_planned: false, lease: null, is_doubted: false, fault: null, monday: null },
  ]);
});

describe("deadline mails", () => {
  // Years ahead, so that nothing becomes due during the test.
  const promise = { reply_warning_at: "2099-01-02T02:00:00.000Z", reply_due_at: "2099-01-02T08:00:00.000Z" };
  const { reply_warning_at: warnsAt, reply_due_at: dueAt } = promise;
  const [formerWarnsAt, formerDueAt] = ["2099-01-02T20:00:00.000Z", "2099-01-03T08:00:00.000Z"];
  const replied = { ...promise, status: "contacted", replied_at: "2099-01-01T20:00:00.000Z" };
  const lost = { ...promise, status: "lost", closed_at: "2099-01-01T20:00:00.000Z" };
  const toAsk = { ...replied, asked_at: "2099-01-04T08:00:00.000Z" };
  const beforeAsking = "2099-01-03T08:00:00.000Z";
  const afterAsking = "2099-01-05T08:00:00.000Z";

  type Stored = {
    row: Row;
    /** Jobs of the submission's deadline mails. */
    jobs?: (Omit<OldJob, "data"> & { mail: string })[];
    /** Mails that the timeline shows as sent. */
    sent?: { mail: string; at: string }[];
  };
  const warning = { mail: "warning", dueAt: warnsAt };
  const breach = { mail: "breach", dueAt };
  const sentWarning = { mail: "warning", at: "2099-01-02T02:00:05.000Z" };
  const sentBreach = { mail: "breach", at: "2099-01-02T08:00:05.000Z" };
  const retried = { state: "retry", started_on: begun, start_after: later } as const;
  const dead = { state: "failed", started_on: begun, completed_on: heartbeat } as const;

  const cases: [what: string, stored: Stored, clockMailAt: string | null][] = [
    ["waits, with no mail sent", { row: promise, jobs: [warning, breach] }, warnsAt],
    ["is a waiting inquiry", { row: { ...promise, ...inquiry }, jobs: [breach, warning] }, warnsAt],
    ["waits, with its warning sent", { row: promise, jobs: [breach], sent: [sentWarning] }, dueAt],
    ["waits, with its warning being retried", { row: promise, jobs: [{ ...warning, ...retried }, breach] }, dueAt],
    ["waits, with its warning dead", { row: promise, jobs: [{ ...warning, ...dead }, breach] }, dueAt],
    [
      "waits, with its breach mail being retried",
      { row: promise, jobs: [{ ...breach, ...retried }], sent: [sentWarning] },
      null,
    ],
    ["waits, with both mails sent", { row: promise, sent: [sentWarning, sentBreach] }, null],
    ["is a qualified evaluation", { row: { route: "qualified" } }, null],

    ["is answered, with no mail sent", { row: replied, jobs: [warning, breach] }, warnsAt],
    ["is answered, with its mails dropped", { row: replied }, warnsAt],
    ["is an answered inquiry", { row: { ...replied, ...inquiry } }, warnsAt],
    ["is answered, with its warning sent", { row: replied, jobs: [breach], sent: [sentWarning] }, dueAt],
    ["is answered, with its warning being retried", { row: replied, jobs: [{ ...warning, ...retried }] }, dueAt],
    ["is answered, with both mails sent", { row: replied, sent: [sentWarning, sentBreach] }, null],
    ["is answered, with its breach mail dead", { row: replied, jobs: [{ ...breach, ...dead }] }, null],
    ["is closed", { row: lost, jobs: [warning, breach] }, warnsAt],
    ["is closed, with its warning sent", { row: lost, sent: [sentWarning] }, dueAt],
    ["is spam", { row: { ...lost, status: "spam" } }, warnsAt],
    [
      "is answered, without a stored deadline",
      { row: { ...replied, reply_warning_at: null, reply_due_at: null } },
      formerWarnsAt,
    ],
    [
      "is answered, with its warning sent and without a stored deadline",
      { row: { ...replied, reply_warning_at: null, reply_due_at: null }, sent: [sentWarning] },
      formerDueAt,
    ],
    ["had both mails sent before the person wrote again", { row: toAsk, sent: [sentWarning, sentBreach] }, warnsAt],
    [
      "had its warning sent after the person wrote again",
      { row: toAsk, sent: [sentBreach, { mail: "warning", at: afterAsking }] },
      dueAt,
    ],
    [
      "had its breach mail queued before the person wrote again, now dead",
      { row: toAsk, jobs: [{ ...breach, ...dead, created_on: beforeAsking }] },
      warnsAt,
    ],
    [
      "had its breach mail queued after the person wrote again, now dead",
      { row: toAsk, jobs: [{ ...breach, ...dead, created_on: afterAsking }] },
      null,
    ],
    [
      "had its warning queued before the person wrote again, still being retried",
      { row: toAsk, jobs: [{ ...warning, ...retried, created_on: beforeAsking }] },
      dueAt,
    ],
    ["is an answered evaluation with the route redirect", { row: { ...replied, route: "redirect" } }, null],
    ["is a closed repeat", { row: { ...lost, repeat_of: 1 } }, null],
    ["is withdrawn", { row: { ...lost, consent_withdrawn_at: arrived } }, null],
    ["no worker has processed yet", { row: { ...lost, is_processed: false } }, null],
  ];

  const ids = new Map<string, number>();
  let url: string;
  let times: Map<unknown, unknown>;

  beforeAll(async () => {
    url = await createOlderDatabaseWithQueue();
    await storeSubmission(url, { id: 1 });
    for (const [at, [what, { row, jobs = [], sent = [] }]] of cases.entries()) {
      const ref = { kind: row.kind === "inquiry" ? "inquiry" : "evaluation", id: 100 + at };
      ids.set(what, ref.id);
      await storeSubmission(url, { created_at: "2099-01-01T08:00:00.000Z", ...row, ...ref });
      for (const { mail, ...job } of jobs) {
        await storeOldJob(url, { created_on: queued, ...job, data: { mail, ...ref } });
      }
      for (const { mail, at } of sent) {
        const details = JSON.stringify({ mail, messageId: "<1@encaje.example>", recipients: 1 });
        const event = { kind: ref.kind, submission_id: ref.id, at, actor: "service", type: "mail", details };
        await insertRow(url, "submission_events", event);
      }
    }
    await upgradeDatabase(url);
    const rows = await query(url, "SELECT id, clock_mail_at AS at FROM submissions WHERE id >= 100");
    times = new Map(rows.map(({ id, at }) => [id, at]));
  });

  test.each(cases)("plans the next deadline mail, or none, for a submission that %s", (what, _stored, clockMailAt) => {
    expect(times.get(ids.get(what))).toEqual(clockMailAt ? new Date(clockMailAt) : null);
  });

  test("creates no mail for a deadline job that no worker had started", async () => {
    const rows = await readMails(url);
    const begunAtAll = cases.flatMap(([, { jobs = [] }]) => jobs.filter(({ state }) => state !== undefined));
    expect(rows).toHaveLength(begunAtAll.length);
    expect(rows.every(({ attempts }) => attempts === 1)).toBe(true);
  });
});
