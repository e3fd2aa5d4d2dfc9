import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { disconnect, toRawTransaction } from "../db.ts";
import { hoursAgo } from "../submissions/core/desk.fixture.ts";
import { findWaiters } from "../waiters.fixture.ts";
import { addDigestItems } from "./digests.ts";
import { holdMail } from "./mail-queue.ts";
import { inquiry, MailService, newAddress } from "./mail-service.fixture.ts";
import { sendDueMails } from "./mail-worker.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

afterEach(async () => {
  for (const table of ["mail_holds", "mails", "submissions", "audit_entries"])
    await client.query(`DELETE FROM ${table}`);
  await disconnect();
});

const countLeft = async () => (await client.query("SELECT count(*)::int FROM mails")).rows[0].count;

test("sends the mails of new inquiries, and ends once no mail is left", async () => {
  const [one, other] = [await inquiry(), await inquiry()];
  expect(await sendDueMails({ seconds: 30 })).toEqual({ sent: 4, failed: 0, isMore: false });
  for (const ref of [one, other]) {
    expect(await service.listMails(ref)).toEqual([]);
    expect(service.listNotices(ref)).toHaveLength(1);
  }
  expect(await countLeft()).toBe(0);
  expect(await sendDueMails({ seconds: 30 })).toEqual({ sent: 0, failed: 0, isMore: false });
});

test("queues and sends a due digest", async () => {
  const ana = await service.records.operator({ digest_hours: [9] });
  await client.query("UPDATE operators SET digest_at = $2 WHERE id = $1", [ana.id, hoursAgo(1)]);
  await addDigestItems(toRawTransaction(client), await service.records.inquiry({ is_processed: true }), [ana.id]);
  const [own] = (await client.query("SELECT pg_backend_pid() AS pid")).rows;
  await client.query("BEGIN; LOCK TABLE operators");
  const sending = sendDueMails({ seconds: 30 });
  await findWaiters(own.pid, () => false);
  // Waits long enough for a run to look for work and find none.
  await sleep(1_000);
  await client.query("COMMIT");
  expect(await sending).toEqual({ sent: 1, failed: 0, isMore: false });
  expect(service.server.listTo(ana.email)).toHaveLength(1);
  expect(await countLeft()).toBe(0);
});

test("sends each mail once in two simultaneous runs", async () => {
  const refs = await Promise.all(Array.from({ length: 10 }, () => inquiry()));
  const send = () => sendDueMails({ seconds: 30 });
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.sent + other.sent).toBe(20);
  for (const ref of refs) expect(service.listNotices(ref)).toHaveLength(1);
});

test("queues mails without sending them during a mail hold", async () => {
  await holdMail({ now: new Date() });
  const email = newAddress();
  const ref = await inquiry({ email });
  expect(await sendDueMails({ seconds: 30 })).toEqual({ sent: 0, failed: 0, isMore: false });
  expect((await service.records.readRow(ref)).is_processed).toBe(true);
  expect((await service.listMails(ref)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
});

test("reports that mails remain when the time limit is reached", async () => {
  await inquiry();
  expect(await sendDueMails({ seconds: 0 })).toMatchObject({ isMore: true });
});

test("takes no mail from the queue after the worker is stopped", async () => {
  await inquiry();
  await service.queueFollowing();
  await client.query("UPDATE mails SET next_at = now() + interval '1 hour'");
  await service.work();
  const [own] = (await client.query("SELECT pg_backend_pid() AS pid")).rows;
  await client.query("BEGIN; LOCK TABLE mail_holds");
  await findWaiters(own.pid, () => false);
  await client.query("UPDATE mails SET next_at = now()");
  const stopped = service.stopWorkers();
  await client.query("COMMIT");
  await stopped;
  expect((await client.query("SELECT state, attempts FROM mails")).rows).toEqual(
    Array(2).fill({ state: "waiting", attempts: 0 }),
  );
});
