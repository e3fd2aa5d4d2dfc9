import { expect, type Page } from "@playwright/test";
import {
  buttons,
  contactsOf,
  fill,
  leadsOf,
  locales,
  newInquiry,
  open,
  openFilled,
  test,
  texts,
} from "../support/site.ts";

const trap = (page: Page) => page.locator("input[name=website]");

/** What a machine does, for which hidden is no obstacle. */
async function fillTrap(page: Page): Promise<void> {
  await trap(page).evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "https://spam.example");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

for (const locale of locales) {
  for (const href of ["/evaluation", "/contact"] as const) {
    test(`${locale}: the honeypot of ${href} is neither seen nor heard nor reached nor filled by the browser`, async ({
      page,
    }) => {
      await open(page, locale, href);
      await expect(trap(page)).toBeHidden();
      await expect(trap(page)).toHaveAttribute("autocomplete", "off");
      await expect(trap(page)).toHaveAttribute("tabindex", "-1");
      const words = texts[locale]("form.leaveEmpty");
      await expect(page.getByRole("textbox", { name: words })).toHaveCount(0);
      expect(await page.getByRole("main").ariaSnapshot()).not.toContain(words);
      await trap(page).focus();
      await expect(trap(page)).not.toBeFocused();
    });
  }

  test(`${locale}: a filled honeypot is refused by the service with nothing stored, and says so`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/status of 400/);
    const refused = page.getByRole("alert").getByText(texts[locale]("errors.refused", { email: "hello@example.com" }));
    await open(page, locale, "/contact");
    const inquiry = newInquiry();
    await fill(page, inquiry);
    await fillTrap(page);
    const answer = page.waitForResponse("**/api/leads/contact");
    await buttons.sendInquiry(page, locale).click();
    expect((await answer).status()).toBe(400);
    await expect(refused).toBeVisible();
    expect(await contactsOf(inquiry.email ?? "")).toEqual([]);

    const { email = "" } = await openFilled(page, locale);
    await fillTrap(page);
    await buttons.send(page, locale).click();
    await expect(refused).toBeVisible();
    expect(await leadsOf(email)).toEqual([]);
  });
}
