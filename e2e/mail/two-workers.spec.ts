import { expect } from "@playwright/test";
import type { Running } from "../../tools/processes.ts";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany } from "../support/many-mails.ts";
import { nightly } from "../support/nightly.ts";

const submissions = 60;

/** Lists the ids of the mails that the worker logged as sent. */
const listSentMails = ({ output }: Running) =>
  [...output().matchAll(/"mail":"([0-9a-f-]{36})","msg":"a mail was sent"/g)].map(([, id]) => id);

test("sends each mail once with two workers on one queue", nightly, async ({ newMailService }) => {
  test.setTimeout(120_000);
  const service = await newMailService();
  await service.server.start();
  const sent = await submitMany(service, submissions);
  const workers = await Promise.all([service.startWorker(), service.startWorker()]);
  await expectNothingPending(service);
  // Stop the workers first, because stopping prints their last log lines.
  await Promise.all(workers.map((worker) => worker.stop()));

  const { mails, repeats } = await expectAllDelivered(service, sent);
  const shares = workers.map(listSentMails);
  console.log(
    `${mails} mails by two workers: ${shares.map(({ length }) => length).join(" + ")}, sent twice ${repeats}`,
  );
  expect({ mails, repeats }).toEqual({ mails: 2 * submissions, repeats: 0 });
  expect(shares.flat()).toHaveLength(2 * submissions);
  expect(new Set(shares.flat()).size).toBe(2 * submissions);
  for (const share of shares) expect(share.length).toBeGreaterThan(0);
});
