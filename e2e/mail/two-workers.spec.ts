import { expect } from "@playwright/test";
import type { Running } from "../../scripts/processes.ts";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany } from "../support/many-mails.ts";

const submissions = 60;

/** The number of mails that the worker has logged as sent. */
function sentBy({ output }: Running): number {
  const counts = output().matchAll(/"sent":(\d+),"msg":"mails were sent"/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test("two workers on one queue share the mails, and none is sent twice", async ({ newMailService }) => {
  test.setTimeout(120_000);
  const service = await newMailService();
  await service.server.start();
  const sent = await submitMany(service, submissions);
  const workers = await Promise.all([service.startWorker(), service.startWorker()]);
  await expectNothingPending(service);
  // Their last lines are printed by then.
  await Promise.all(workers.map((worker) => worker.stop()));

  const { mails, repeats } = await expectAllDelivered(service, sent);
  const shares = workers.map(sentBy);
  console.log(`${mails} mails by two workers: ${shares.join(" + ")}, sent twice ${repeats}`);
  expect({ mails, repeats }).toEqual({ mails: 2 * submissions, repeats: 0 });
  expect(shares.reduce((sum, share) => sum + share)).toBe(2 * submissions);
  for (const share of shares) expect(share).toBeGreaterThan(0);
});
