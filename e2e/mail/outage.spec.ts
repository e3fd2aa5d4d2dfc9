import { expect, type Page } from "@playwright/test";
import { test } from "../support/mail.ts";
import { expectAllDelivered, expectNothingPending, submitMany } from "../support/many-mails.ts";
import { sessionCookie } from "../support/operators.ts";

const submissions = 30;

/** The number under this name on the desk's page of mail. */
async function count(page: Page, name: string): Promise<number> {
  const figure = page.getByRole("region", { name: "On the way" }).locator("dl > div").filter({ hasText: name });
  return Number(await figure.locator("dd").first().textContent());
}

/** Pending mails by the desk: waiting and being sent. */
async function shownBacklog(page: Page): Promise<number> {
  await page.reload();
  return (await count(page, "Waiting")) + (await count(page, "Being sent"));
}

test("without a mail server submissions are taken, their mails wait, and all are sent when it is back", async ({
  newMailService,
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const service = await newMailService();
  const worker = await service.startWorker();
  const sent = await submitMany(service, submissions);
  expect(sent).toHaveLength(submissions);
  // Each has been tried in vain, and the queue says why.
  const tried = "SELECT FROM pgboss.job WHERE output ->> 'code' IS NOT NULL AND started_on IS NOT NULL";
  await expect.poll(async () => (await service.query(tried)).length, { timeout: 60_000 }).toBe(2 * submissions);
  const pending = await service.backlog();
  expect(pending).toBe(2 * submissions);
  expect(worker.output()).toContain("mails could not be sent");
  const { url } = service.app;
  await context.addCookies([{ name: sessionCookie, value: await service.signIn(), url }]);
  await page.goto(`${url}/admin/mail`);
  expect(await shownBacklog(page)).toBe(pending);
  await expect(page.getByRole("heading", { name: "Why the last attempts failed" })).toBeVisible();

  await service.server.start();
  // The next attempt may be up to two minutes away.
  const bringForward = () => service.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await expectNothingPending(service, bringForward);
  const shownAfter = await shownBacklog(page);
  const { mails, repeats } = await expectAllDelivered(service, sent);
  console.log(
    `${sent.length} submissions without a mail server: ${pending} mails pending; after its return ${mails} received`,
  );
  expect(shownAfter).toBe(0);
  expect({ mails, repeats }).toEqual({ mails: 2 * submissions, repeats: 0 });
});
