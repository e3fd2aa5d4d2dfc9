import { expect, type Page } from "@playwright/test";
import {
  buttons,
  fill,
  listEvaluations,
  listInquiries,
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

test("the honeypot is not seen, read out, reached or filled by the browser", async ({ page }) => {
  for (const href of ["/evaluation", "/contact"] as const) {
    await open(page, "en", href);
    await expect(trap(page)).toBeHidden();
    await expect(trap(page)).toHaveAttribute("autocomplete", "off");
    await expect(trap(page)).toHaveAttribute("tabindex", "-1");
    expect(await page.getByRole("main").ariaSnapshot()).not.toContain(texts.en("form.leaveEmpty"));
    await trap(page).focus();
    await expect(trap(page)).not.toBeFocused();
  }
});

test("a filled honeypot is refused by the service with nothing stored, and says so", async ({ page, tolerate }) => {
  tolerate(/status of 400/);
  const refused = page.getByRole("alert").getByText(texts.es("errors.refused", { email: "hello@example.com" }));
  await open(page, "es", "/contact");
  const inquiry = newInquiry();
  await fill(page, inquiry);
  await fillTrap(page);
  const answer = page.waitForResponse("**/api/leads/contact");
  await buttons.sendInquiry(page, "es").click();
  expect((await answer).status()).toBe(400);
  await expect(refused).toBeVisible();
  expect(await listInquiries(inquiry.email ?? "")).toEqual([]);

  const { email = "" } = await openFilled(page, "es");
  await fillTrap(page);
  await buttons.send(page, "es").click();
  await expect(refused).toBeVisible();
  expect(await listEvaluations(email)).toEqual([]);
});
