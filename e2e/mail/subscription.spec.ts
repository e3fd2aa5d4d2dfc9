import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { expectNotLogged, waitForMail } from "../support/expect-mail.ts";
import { test } from "../support/mail.ts";
import { firstByDay } from "../support/nightly.ts";
import { locales } from "../support/site.ts";
import { randomEmail } from "../support/test.ts";

test.use({ javaScriptEnabled: false });

const links = /https?:\/\/\S+\?token=\S+/g;

for (const locale of firstByDay(locales)) {
  test(`${locale}: without script, subscribes by the link of a mail, and ends it by one press`, async ({
    page,
    mailService,
  }) => {
    const email = randomEmail();
    const { url } = mailService.app;
    await page.goto(url + getPathname({ href: "/changes", locale }));
    await page.locator("input[name=email]").fill(email);
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL("**?sent=1");
    const { mail } = await waitForMail(mailService, email);
    const [link = ""] = mail.text?.match(links) ?? [];
    const { pathname, search } = new URL(link);
    const readRow = async () =>
      (await mailService.query("SELECT language, confirmed_at FROM subscribers WHERE email = $1", [email]))[0];

    // Open the link twice, because a mail scanner may open it before the person does.
    for (const _ of ["scanner", "person"]) await page.goto(url + pathname + search);
    expect(await readRow()).toEqual({ language: locale, confirmed_at: null });
    expect((await page.request.get(url + pathname + search)).headers()["referrer-policy"]).toBe("no-referrer");
    const title = page.locator("h1");
    const asked = await title.textContent();
    await page.locator("main form button[type=submit]").click();
    await expect(title).not.toHaveText(asked ?? "");
    expect(await readRow()).toEqual({ language: locale, confirmed_at: expect.any(Date) });
    await page.locator("main form button[type=submit]").click();
    await expect(page.locator("input[name=email]")).toBeVisible();
    expect(await readRow()).toBeUndefined();
    expectNotLogged(mailService, [email, search.slice(1)]);
  });
}
