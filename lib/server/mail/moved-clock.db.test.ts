import { PgBoss } from "pg-boss";
import { afterEach, expect, test, vi } from "vitest";
import { undoSeconds } from "../../domain/desk/reply.ts";
import { recoverFromClockJump } from "../queue/worker.ts";
import { inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 90_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

afterEach(async () => {
  vi.useRealTimers();
  await client.query("DELETE FROM pgboss.job");
});

test("a clock set back while mails are being sent stops no worker", async () => {
  const email = newAddress();
  for (let at = 0; at < 8; at++) await lead({ email });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  service.server.onTaken = () => released;
  await service.work();
  // Four batches of two: a worker sends no more at once.
  const active = () => client.query("SELECT FROM pgboss.job WHERE state = 'active'");
  await expect.poll(async () => (await active()).rowCount).toBe(8);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * 60 * 60 * 1_000 });
  service.server.onTaken = undefined;
  release();
  await service.waitUntilSent(await lead({ email }));
});

const dueAtOnce = "data @> $1 AND data ->> 'mail' NOT IN ('warning', 'breach')";

test("mails queued or tried while the clock was ahead are sent once it is right", async () => {
  const [queued, tried] = [await inquiry(), await inquiry()];
  await service.queueFollowing();
  await client.query(
    `UPDATE pgboss.job SET created_on = created_on + interval '3 hours', start_after = start_after + interval '3 hours',
       keep_until = keep_until + interval '3 hours' WHERE ${dueAtOnce}`,
    [JSON.stringify(queued)],
  );
  await client.query(
    `UPDATE pgboss.job SET state = 'retry', started_on = now(), start_after = now() + interval '3 hours' WHERE ${dueAtOnce}`,
    [JSON.stringify(tried)],
  );
  await service.work();
  for (const ref of [queued, tried]) await service.waitUntilSent(ref);
});

test("mails of a worker that died while the clock was ahead are retried", async () => {
  const ref = await inquiry();
  await service.queueFollowing();
  await client.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() + interval '3 hours', heartbeat_seconds = 1,
       heartbeat_on = now() + interval '3 hours' WHERE ${dueAtOnce}`,
    [JSON.stringify(ref)],
  );
  await client.query(
    "UPDATE pgboss.queue SET monitor_on = now() + interval '3 hours', monitor_claim_on = now() + interval '3 hours'",
  );
  const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
  await recoverFromClockJump(boss.getDb());
  await vi.waitFor(
    async () => {
      // As if the interval since the last check had passed.
      const checkedEarlier =
        "monitor_on = monitor_on - interval '1 minute', monitor_claim_on = monitor_claim_on - interval '1 minute'";
      await client.query(`UPDATE pgboss.queue SET ${checkedEarlier}`);
      await boss.supervise();
      expect(new Set((await service.listJobs(ref)).map(({ state }) => state))).toEqual(new Set(["retry"]));
    },
    { timeout: 20_000, interval: 200 },
  );
});

test("mails that are due later stay due later", async () => {
  await inquiry();
  await service.queueFollowing();
  await client.query("DELETE FROM pgboss.job WHERE data ->> 'mail' = 'acknowledgement'");
  await client.query(
    "UPDATE pgboss.job SET state = 'retry', start_after = now() + interval '119 seconds' WHERE data ->> 'mail' = 'notice'",
  );
  const later = async () => (await client.query("SELECT * FROM pgboss.job ORDER BY id")).rows;
  const before = await later();
  expect(before.map(({ data }) => data.mail).toSorted()).toEqual(["breach", "notice", "warning"]);
  await recoverFromClockJump({ executeSql: (text, values) => client.query(text, values) });
  expect(await later()).toEqual(before);
});

test("a reply with a delay for an undo that was queued while the clock was ahead is due once it is right", async () => {
  const [ahead, justQueued] = [2_000_000_001, 2_000_000_002].map((id) => ({ kind: "inquiry", id }));
  const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
  const queue = (ref?: object) =>
    boss.insert("mail", [{ data: { mail: "reply", ...ref, event: "1" }, startAfter: undoSeconds }]);
  const waits = async (ref?: object) =>
    (await client.query("SELECT start_after > now() AS waits FROM pgboss.job WHERE data @> $1", [JSON.stringify(ref)]))
      .rows[0].waits;
  await queue(ahead);
  await client.query(
    `UPDATE pgboss.job SET created_on = created_on + interval '3 hours', start_after = start_after + interval '3 hours'`,
  );
  await queue(justQueued);
  await recoverFromClockJump(boss.getDb());
  expect([await waits(ahead), await waits(justQueued)]).toEqual([false, true]);
});
