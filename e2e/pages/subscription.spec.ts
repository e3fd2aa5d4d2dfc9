import { expect } from "@playwright/test";
import { test } from "../support/site.ts";
import { query, randomEmail } from "../support/test.ts";

test.use({ javaScriptEnabled: false });

test("subscribes, confirms and unsubscribes without script", async ({ page }) => {
  const email = randomEmail();
  await page.goto("/en/changes");
  await page.locator("input[name=email]").fill(email);
  const submit = page.locator("main form button[type=submit]");
  await submit.click();
  await page.waitForURL("**?sent=1");
  const readRow = async () =>
    (await query("SELECT id, language, confirmed_at FROM subscribers WHERE email = $1", [email]))[0];
  const { id } = (await readRow()) ?? {};
  const link = `/en/changes/subscription?token=${id}`;

  // Open the link twice, because a mail scanner may open it before the person does.
  expect((await page.request.get(link)).headers()["referrer-policy"]).toBe("no-referrer");
  await page.goto(link);
  expect(await readRow()).toEqual({ id, language: "en", confirmed_at: null });
  const title = page.locator("h1");
  const asked = await title.textContent();
  await submit.click();
  await expect(title).not.toHaveText(asked ?? "");
  expect(await readRow()).toMatchObject({ confirmed_at: expect.any(Date) });
  await submit.click();
  await expect(page.locator("input[name=email]")).toBeVisible();
  expect(await readRow()).toBeUndefined();
});
