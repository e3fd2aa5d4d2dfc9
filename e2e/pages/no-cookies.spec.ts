import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import {
  buttons,
  contactsOf,
  fill,
  fillEvaluation,
  leadsOf,
  locales,
  newInquiry,
  open,
  test,
} from "../support/site.ts";
import { randomAddress } from "../support/test.ts";

/** As the browser does when it is told to refuse them. */
async function refuseCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
}

for (const locale of locales) {
  test(`${locale}: where cookies are refused, the verdict is still told and survives a reload`, async ({ page }) => {
    await refuseCookies(page);
    await open(page, locale, "/evaluation");
    const { email = "" } = await fillEvaluation(page, locale);
    await buttons.send(page, locale).click();
    await page.waitForURL(`**${getPathname({ href: "/evaluation/answer", locale })}?outcome=*`);
    const [lead] = await leadsOf(email);
    await page.reload();
    await expect(page.getByRole("main").getByText(String(lead?.id), { exact: true })).toBeVisible();
    expect(page.url()).not.toContain(encodeURIComponent(email));
    // The browser fills in again what was sent: sent again, it is the same submission.
    await page.goBack();
    await expect(page.locator("#email")).toHaveValue(email);
    await buttons.continue(page, locale).click();
    await buttons.send(page, locale).click();
    await page.waitForURL(`**${getPathname({ href: "/evaluation/answer", locale })}?outcome=*`);
    await expect(page.getByRole("main").getByText(String(lead?.id), { exact: true })).toBeVisible();
    expect(await leadsOf(email)).toHaveLength(1);
  });

  test(`${locale}: where cookies are refused, an inquiry's reference number is still told`, async ({ page }) => {
    await refuseCookies(page);
    await open(page, locale, "/contact");
    const inquiry = newInquiry();
    await fill(page, inquiry);
    await buttons.sendInquiry(page, locale).click();
    await page.waitForURL(`**${getPathname({ href: "/contact/sent", locale })}?outcome=*`);
    const [contact] = await contactsOf(inquiry.email ?? "");
    await expect(page.getByRole("main").getByText(String(contact?.id), { exact: true })).toBeVisible();
  });
}

test("where script and cookies are refused, the outcome is told too", async () => {
  const inquiry = newInquiry();
  const page = await fetch(`${process.env.E2E_URL}/en/contact/send`, {
    method: "POST",
    headers: { "x-forwarded-for": randomAddress() },
    body: new URLSearchParams(inquiry),
  });
  const [contact] = await contactsOf(inquiry.email ?? "");
  expect(await page.text()).toContain(`>${contact?.id}<`);
});
