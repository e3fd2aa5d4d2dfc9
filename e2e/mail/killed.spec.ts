import { expect } from "@playwright/test";
import type { Running } from "../../tools/processes.ts";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany, waitForDeliveries } from "../support/many-mails.ts";

const submissions = 40;
/**
 * Number of mails that a worker sends concurrently. When the worker or the mail server dies, these may be sent again
 * with the same Message-ID.
 */
const atOnceMax = 8;

test("loses no mail and repeats none under a new Message-ID when workers are killed", async ({ newMailService }) => {
  test.setTimeout(120_000);
  const service = await newMailService();
  await service.server.start({ mailsMax: 17 });
  const sent = await submitMany(service, submissions);
  const killWorker = async (worker: Running) => {
    await worker.stop("SIGKILL");
    // End the killed worker's leases now; they would last half a minute (scripts/store-mails.db.test.ts).
    await service.query("UPDATE mails SET next_at = now(), is_doubted = true WHERE state = 'sending'");
  };
  const first = await service.startWorker();
  await waitForDeliveries(service, 17);
  await killWorker(first);
  await service.server.kill();
  await service.server.start({ mailsMax: 34 });
  const second = await service.startWorker();
  await waitForDeliveries(service, 51);
  await service.server.kill();
  const failed = "SELECT FROM mails WHERE state = 'waiting' AND attempts > 0 AND fault ->> 'code' IS NOT NULL";
  await expect.poll(async () => (await service.query(failed)).length).toBeGreaterThan(0);
  expect(service.server.listDeliveries()).toHaveLength(51);
  await service.server.start();
  // The second worker would not ask the mail server again for ten seconds (outage.spec.ts).
  await killWorker(second);
  await service.startWorker();
  await expectNothingPending(service);

  const { mails, repeats } = await expectAllDelivered(service, sent);
  expect(mails).toBe(2 * submissions);
  expect(repeats).toBeLessThanOrEqual(3 * atOnceMax);
});
