import { expect, type Page } from "@playwright/test";
import {
  buttons,
  expectInquirySent,
  expectVerdict,
  fill,
  newInquiry,
  open,
  openFilled,
  test,
  texts,
} from "../support/site.ts";
import { query } from "../support/test.ts";

const trap = (page: Page) => page.locator("input[name=website]");

/** Fills the field like a bot, which can fill hidden fields. */
async function fillTrap(page: Page): Promise<void> {
  await trap(page).evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "https://spam.example");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const readTrapped = (email: string | undefined) =>
  query("SELECT honeypot_filled FROM submissions WHERE email = $1", [email]);

test("hides the honeypot from sight, screen readers, focus and autofill", async ({ page }) => {
  for (const href of ["/evaluation", "/contact"] as const) {
    await open(page, "en", href);
    await expect(trap(page)).toBeHidden();
    await expect(trap(page)).toHaveAttribute("autocomplete", "off");
    await expect(trap(page)).toHaveAttribute("tabindex", "-1");
    await expect(page.locator("[aria-hidden=true]", { has: trap(page) })).toHaveCount(1);
    expect(await page.getByRole("main").ariaSnapshot()).not.toContain(texts.en("form.leaveEmpty"));
    await trap(page).focus();
    await expect(trap(page)).not.toBeFocused();
  }
});

test("records a filled honeypot, with the same request and response as an empty one", async ({ page }) => {
  for (const isTrapped of [false, true]) {
    await open(page, "es", "/contact");
    const inquiry = newInquiry();
    await fill(page, inquiry);
    if (isTrapped) await fillTrap(page);
    const sent = page.waitForRequest("**/api/leads/contact");
    await buttons.sendInquiry(page, "es").click();
    const request = await sent;
    expect((await request.response())?.status()).toBe(201);
    expect(request.postDataJSON()).not.toHaveProperty("website");
    await expectInquirySent(page, "es");
    expect(await readTrapped(inquiry.email)).toEqual([{ honeypot_filled: isTrapped || null }]);
  }
});

test("records a filled honeypot of the evaluation", async ({ page }) => {
  const { email } = await openFilled(page, "es");
  await fillTrap(page);
  await buttons.send(page, "es").click();
  await expectVerdict(page, "es");
  expect(await readTrapped(email)).toEqual([{ honeypot_filled: true }]);
});
