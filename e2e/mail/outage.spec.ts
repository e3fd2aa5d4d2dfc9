import { expect } from "@playwright/test";
import type { Running } from "../../tools/processes.ts";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany } from "../support/many-mails.ts";
import { nightly } from "../support/nightly.ts";
import { sessionCookie } from "../support/operators.ts";

const submissions = 30;

/** Lists the worker's log lines about an outage of the mail server. */
const listOutageLines = (worker: Running) =>
  worker
    .output()
    .split("\n")
    .filter((line) => /mail server|mails could not/.test(line))
    .map((line) => JSON.parse(line));

test(
  "accepts submissions during a mail server outage, and sends their mails afterwards",
  nightly,
  async ({ newMailService, page, context }) => {
    test.setTimeout(120_000);
    const service = await newMailService();
    const worker = await service.startWorker();
    const sent = await submitMany(service, submissions);
    expect(sent).toHaveLength(submissions);
    await expect.poll(() => service.countBacklog()).toBe(2 * submissions);
    const pending = await service.countBacklog();
    await expect.poll(() => listOutageLines(worker)).toHaveLength(1);
    const probes = await service.server.refuse(421);
    await expect.poll(() => probes.count).toBe(1);
    await probes.stop();
    // At most eight mails were in progress when the outage was noticed. No other mail is tried, and none again.
    const tried = await service.query<{ attempts: number }>("SELECT attempts FROM mails WHERE attempts > 0");
    expect(tried.length).toBeLessThanOrEqual(8);
    expect(new Set(tried.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    expect(listOutageLines(worker)).toMatchObject([
      { due: expect.any(Number), minutes: 0, fault: { code: "ECONNREFUSED" } },
    ]);
    const { url } = service.app;
    await context.addCookies([{ name: sessionCookie, value: await service.signIn(), url }]);
    await page.goto(`${url}/admin/mail`);
    const { host } = new URL(service.server.url);
    await expect(page.getByText(`Emails go out through the mail server ${host}.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Why the last attempts failed" })).toBeVisible();

    await service.server.start();
    // Do not wait for the next attempt, which may be two minutes away.
    const bringForward = () =>
      service.query("UPDATE mails SET next_at = now() WHERE state = 'waiting' AND attempts > 0");
    await expectNothingPending(service, bringForward);
    const { mails, repeats } = await expectAllDelivered(service, sent);
    console.log(
      `${sent.length} submissions without a mail server: ${pending} mails pending; after its return ${mails} received`,
    );
    expect({ mails, repeats }).toEqual({ mails: 2 * submissions, repeats: 0 });
  },
);
