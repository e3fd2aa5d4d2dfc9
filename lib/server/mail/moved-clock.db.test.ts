import { afterEach, expect, test, vi } from "vitest";
import { undoSeconds } from "../../domain/submissions/reply/reply.ts";
import { toRawTransaction } from "../db.ts";
import { queueMails, recoverFromClockJump } from "../queue/mails.ts";
import { inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 90_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

afterEach(async () => {
  vi.useRealTimers();
  await client.query("DELETE FROM submissions");
});

test("keeps workers running when the system clock is set back while mails are being sent", async () => {
  const email = newAddress();
  for (let at = 0; at < 8; at++) await lead({ email });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  service.server.onTaken = () => released;
  await service.work();
  // A worker sends at most eight mails at once.
  const sending = () => client.query("SELECT FROM mails WHERE state = 'sending'");
  await expect.poll(async () => (await sending()).rowCount).toBe(8);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * 60 * 60 * 1_000 });
  service.server.onTaken = undefined;
  release();
  await service.waitUntilSent(await lead({ email }));
});

const ahead = "interval '3 hours'";

test("sends no mail twice when the database's clock is set ahead while mails are being sent", async () => {
  const refs = [await lead(), await lead(), await lead(), await lead()];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  service.server.onTaken = () => released;
  await service.work();
  const list = async () =>
    (await client.query("SELECT attempts, next_at > now() AS leased, is_doubted AS doubted FROM mails")).rows;
  const underWay = Array(8).fill({ attempts: 1, leased: true, doubted: false });
  await expect.poll(list).toEqual(underWay);
  // All leases now look expired, as if the database's clock had been set ahead.
  await client.query(`UPDATE mails SET next_at = next_at - ${ahead}`);
  // The second worker doubts the leases before it takes a mail, and the first one renews them.
  await service.work();
  await expect.poll(list).toEqual(underWay);
  service.server.onTaken = undefined;
  release();
  for (const ref of refs) await service.waitUntilSent(ref);
  for (const ref of refs) expect(await service.listMailEvents(ref)).toHaveLength(2);
});

test("sends mails queued while the database's clock was ahead, once it is right again", async () => {
  const [queued, tried] = [await inquiry(), await inquiry()];
  await service.queueFollowing();
  await client.query(
    `UPDATE mails SET created_at = created_at + ${ahead}, due_at = due_at + ${ahead}, next_at = next_at + ${ahead},
       attempts = (submission_id = $1)::int`,
    [tried.id],
  );
  await service.work();
  for (const ref of [queued, tried]) await service.waitUntilSent(ref);
});

test("sends the mails left by a worker that died while the database's clock was ahead", async () => {
  const ref = await inquiry();
  await service.queueFollowing();
  await client.query(
    `UPDATE mails SET state = 'sending', lease = gen_random_uuid(), attempts = 1, next_at = now() + ${ahead}`,
  );
  await service.work();
  const listDoubted = () =>
    client.query("SELECT FROM mails WHERE is_doubted AND next_at BETWEEN now() AND now() + interval '12 seconds'");
  await expect.poll(async () => (await listDoubted()).rowCount).toBe(2);
  // Simulates that twelve seconds have passed.
  await client.query("UPDATE mails SET next_at = now()");
  await service.waitUntilSent(ref);
});

test("keeps retried and scheduled mails when the database's clock is set right", async () => {
  const ref = await inquiry();
  await service.queueFollowing();
  await client.query("UPDATE mails SET attempts = 1, next_at = now() + interval '119 seconds' WHERE mail = 'notice'");
  await client.query("DELETE FROM mails WHERE mail = 'acknowledgement'");
  await queueMails(toRawTransaction(client), [{ job: { mail: "reply", ...ref }, delaySeconds: 3_600 }]);
  const later = async () => (await client.query("SELECT * FROM mails ORDER BY id")).rows;
  const before = await later();
  expect(before.map(({ mail }) => mail).toSorted()).toEqual(["notice", "reply"]);
  await recoverFromClockJump(toRawTransaction(client));
  expect(await later()).toEqual(before);
});

test("sends a reply queued while the clock was ahead at once", async () => {
  const queue = async () => {
    const ref = await inquiry();
    await queueMails(toRawTransaction(client), [{ job: { mail: "reply", ...ref }, delaySeconds: undoSeconds }]);
    return ref;
  };
  const waits = async (ref: { id: number }) =>
    (await client.query("SELECT next_at > now() AS waits FROM mails WHERE submission_id = $1", [ref.id])).rows[0].waits;
  const early = await queue();
  await client.query(`UPDATE mails SET created_at = created_at + ${ahead}, next_at = next_at + ${ahead}`);
  const justQueued = await queue();
  await recoverFromClockJump(toRawTransaction(client));
  expect([await waits(early), await waits(justQueued)]).toEqual([false, true]);
});
