import { afterEach, expect, test, vi } from "vitest";
import { getMailQueue } from "../mail/mail-queue.ts";
import { lead, MailService } from "../mail/mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

afterEach(async () => {
  await client.query("DELETE FROM mails");
  await client.query("DELETE FROM submissions");
  await client.query("DELETE FROM mail_workers");
});

const findMissing = async () => (await getMailQueue({ operator: service.admin })).missingWorker;

/** Moves all times in the database back by this many minutes. */
async function moveTimesBack(minutes: number): Promise<void> {
  const ago = `interval '${minutes} minutes'`;
  await client.query(`UPDATE submissions SET created_at = created_at - ${ago}`);
  await client.query(
    `UPDATE mails SET created_at = created_at - ${ago}, due_at = due_at - ${ago}, next_at = next_at - ${ago}`,
  );
  await client.query(`UPDATE mail_workers SET seen_at = seen_at - ${ago}`);
}

test("reports a missing worker after two minutes", async () => {
  await lead();
  await moveTimesBack(1);
  expect(await findMissing()).toBeNull();
  await moveTimesBack(1);
  expect(await findMissing()).toEqual({ minutes: 2, place: "app" });
});

test("counts the minutes since a worker was last seen, until one runs again", async () => {
  const ref = await lead();
  await service.work();
  await service.waitUntilSent(ref);
  await moveTimesBack(30);
  // A worker is only missing while mail is due.
  expect(await findMissing()).toBeNull();
  await service.stopWorkers();
  await lead();
  expect(await findMissing()).toEqual({ minutes: 30, place: "app" });
  await service.work();
  expect(await findMissing()).toBeNull();
});

test("does not report a running worker that cannot send as missing", async () => {
  await lead();
  await service.queueFollowing();
  await moveTimesBack(60);
  await client.query("UPDATE mails SET attempts = 1, next_at = now() + interval '100 seconds'");
  await service.work();
  expect(await findMissing()).toBeNull();
  await service.stopWorkers();
  await moveTimesBack(2);
  expect(await findMissing()).toEqual({ minutes: 2, place: "app" });
});

test("reports a missing worker even if its last sign is in the future", async () => {
  await lead();
  await moveTimesBack(5);
  await client.query("INSERT INTO mail_workers (seen_at) VALUES (now() + interval '3 hours')");
  expect(await findMissing()).toEqual({ minutes: 5, place: "app" });
});
