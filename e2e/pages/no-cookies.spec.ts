import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { nightly } from "../support/nightly.ts";
import {
  buttons,
  fillEvaluation,
  fillFields,
  listEvaluations,
  listInquiries,
  newInquiry,
  open,
  test,
} from "../support/site.ts";
import { randomAddress } from "../support/test.ts";

/** Makes the browser refuse cookies, like its own setting does. */
async function refuseCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
}

test("shows the verdict in a browser without cookies, also after a reload", async ({ page }) => {
  await refuseCookies(page);
  await open(page, "es", "/evaluation");
  const { email = "" } = await fillEvaluation(page, "es");
  await buttons.send(page, "es").click();
  await page.waitForURL(`**${getPathname({ href: "/evaluation/result", locale: "es" })}?receipt=*`);
  const [lead] = await listEvaluations(email);
  await page.reload();
  await expect(page.getByRole("main").getByText(`E-${lead?.id}`, { exact: true })).toBeVisible();
  expect(page.url()).not.toContain(encodeURIComponent(email));
  // The browser restores the input on Back. Sent again, it counts as the same submission.
  await page.goBack();
  await expect(page.locator("#email")).toHaveValue(email);
  await buttons.continue(page, "es").click();
  await buttons.send(page, "es").click();
  await page.waitForURL(`**${getPathname({ href: "/evaluation/result", locale: "es" })}?receipt=*`);
  await expect(page.getByRole("main").getByText(`E-${lead?.id}`, { exact: true })).toBeVisible();
  expect(await listEvaluations(email)).toHaveLength(1);
});

test("shows an inquiry's reference number in a browser without cookies", nightly, async ({ page }) => {
  await refuseCookies(page);
  await open(page, "en", "/contact");
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "en").click();
  await page.waitForURL(`**${getPathname({ href: "/contact/sent", locale: "en" })}?receipt=*`);
  const [contact] = await listInquiries(inquiry.email ?? "");
  await expect(page.getByRole("main").getByText(`Q-${contact?.id}`, { exact: true })).toBeVisible();
});

test("shows an inquiry's reference number without script and cookies", async () => {
  const inquiry = newInquiry();
  const page = await fetch(`${process.env.E2E_URL}/en/contact/send`, {
    method: "POST",
    headers: { "x-forwarded-for": randomAddress() },
    body: new URLSearchParams(inquiry),
  });
  const [contact] = await listInquiries(inquiry.email ?? "");
  expect(await page.text()).toContain(`>Q-${contact?.id}<`);
});
