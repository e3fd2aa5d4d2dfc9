import { expect, type Page } from "@playwright/test";
import { buttons, expectInquirySent, fillFields, newInquiry, open, test, texts } from "../support/site.ts";
import { query } from "../support/test.ts";

const getHoneypot = (page: Page) => page.locator("input[name=website]");

/** Fills the honeypot by script, like a bot does: a hidden field cannot be typed into. */
async function fillHoneypot(page: Page): Promise<void> {
  await getHoneypot(page).evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "https://spam.example");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("hides the honeypot from sight, screen readers, focus and autofill, and shows the usual result if filled in", async ({
  page,
}) => {
  for (const href of ["/evaluation", "/contact"] as const) {
    await open(page, "en", href);
    await expect(getHoneypot(page)).toBeHidden();
    await expect(getHoneypot(page)).toHaveAttribute("autocomplete", "off");
    await expect(getHoneypot(page)).toHaveAttribute("tabindex", "-1");
    await expect(page.locator("[aria-hidden=true]", { has: getHoneypot(page) })).toHaveCount(1);
    expect(await page.getByRole("main").ariaSnapshot()).not.toContain(texts.en("form.leaveEmpty"));
    await getHoneypot(page).focus();
    await expect(getHoneypot(page)).not.toBeFocused();
  }
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await fillHoneypot(page);
  const sent = page.waitForRequest("**/api/leads/contact");
  await buttons.sendInquiry(page, "en").click();
  const request = await sent;
  expect((await request.response())?.status()).toBe(201);
  expect(request.postDataJSON()).not.toHaveProperty("website");
  await expectInquirySent(page, "en");
  expect(await query("SELECT honeypot_filled FROM submissions WHERE email = $1", [inquiry.email])).toEqual([
    { honeypot_filled: true },
  ]);
});
