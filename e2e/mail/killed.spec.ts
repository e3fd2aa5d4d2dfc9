import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingOwed, expectTaken, submitMany } from "../support/many-mails.ts";

const submissions = 250;
/** How many mails a worker has under way at once: what may come once more, under its Message-ID, when one side dies. */
const underWayMax = 8;
const serverAwayMilliseconds = 10_000;

test("500 mails, the worker killed twice and the mail server once with -9: none is missing, none is sent as another", async ({
  newMailService,
}) => {
  test.setTimeout(180_000);
  const service = await newMailService();
  await service.server.start();
  const sent = await submitMany(service, submissions);
  const killedAt: number[] = [];
  // No multiples of what is under way at once: in the midst of it.
  for (const taken of [103, 222]) {
    const worker = await service.startWorker();
    await expectTaken(service, taken);
    await worker.stop("SIGKILL");
    killedAt.push(service.server.deliveries().length);
  }
  await service.startWorker();
  await expectTaken(service, 341);
  await service.server.kill();
  const serverKilledAt = service.server.deliveries().length;
  await sleep(serverAwayMilliseconds);
  const owedMeanwhile = await service.backlog();
  expect(service.server.deliveries()).toHaveLength(serverKilledAt);
  // All three were in the midst of their work.
  expect(serverKilledAt).toBeLessThan(2 * submissions);
  expect(owedMeanwhile).toBeGreaterThan(0);
  await service.server.start();
  await expectNothingOwed(service);

  const { mails, repeats } = await expectAllDelivered(service, sent);
  expect(mails).toBe(2 * submissions);
  expect(repeats).toBeLessThanOrEqual(3 * underWayMax);
  console.log(
    [
      `${sent.length} submissions, ${2 * sent.length} mails`,
      `kill -9 of the worker after ${killedAt.join(" and ")} mails`,
      `kill -9 of the mail server after ${serverKilledAt}, away for ${serverAwayMilliseconds / 1_000} s, owed then: ${owedMeanwhile}`,
      `different mails received ${mails}, missing ${2 * sent.length - mails}, two Message-IDs for one mail 0`,
      `received once more under the same Message-ID ${repeats} (at most ${3 * underWayMax} were under way), owed ${await service.backlog()}`,
    ].join("\n"),
  );
});
