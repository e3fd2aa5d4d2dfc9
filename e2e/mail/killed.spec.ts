import { expect } from "@playwright/test";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany, waitForDeliveries } from "../support/many-mails.ts";
import { firstByDay } from "../support/nightly.ts";

const submissions = 60;
/**
 * Number of mails that a worker sends concurrently. When the worker or the mail server dies, these may be sent again
 * with the same Message-ID.
 */
const atOnceMax = 8;

test("loses no mail and sends none under a new Message-ID when workers and the mail server are killed", async ({
  newMailService,
}) => {
  test.setTimeout(120_000);
  const service = await newMailService();
  await service.server.start();
  const sent = await submitMany(service, submissions);
  const killedAt: number[] = [];
  // Kill each worker in the middle of its sending.
  for (const taken of firstByDay([23, 52])) {
    const worker = await service.startWorker();
    await waitForDeliveries(service, taken);
    await worker.stop("SIGKILL");
    // End the killed worker's leases now; they would last half a minute (scripts/store-mails.db.test.ts).
    await service.query("UPDATE mails SET next_at = now(), is_doubted = true WHERE state = 'sending'");
    killedAt.push(service.server.listDeliveries().length);
  }
  await service.startWorker();
  await waitForDeliveries(service, 81);
  await service.server.kill();
  const serverKilledAt = service.server.listDeliveries().length;
  const failed = "SELECT FROM mails WHERE state = 'waiting' AND attempts > 0 AND fault ->> 'code' IS NOT NULL";
  await expect.poll(async () => (await service.query(failed)).length).toBeGreaterThan(0);
  expect(service.server.listDeliveries()).toHaveLength(serverKilledAt);
  expect(serverKilledAt).toBeLessThan(2 * submissions);
  await service.server.start();
  await expectNothingPending(service);

  const { mails, repeats } = await expectAllDelivered(service, sent);
  expect(mails).toBe(2 * submissions);
  expect(repeats).toBeLessThanOrEqual(3 * atOnceMax);
  console.log(
    `${mails} mails; workers killed after ${killedAt.join(" and ")}, the mail server after ${serverKilledAt}; repeats ${repeats}`,
  );
});
