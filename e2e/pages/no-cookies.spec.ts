import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { buttons, listEvaluations, openCheckStep, test, texts } from "../support/site.ts";

/** Makes the browser refuse cookies, like its own setting does. */
async function refuseCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
}

test("shows the verdict in a browser without cookies, also after a reload", async ({ page }) => {
  await refuseCookies(page);
  const { email = "" } = await openCheckStep(page, "es");
  await page.getByRole("link", { name: `${texts.es("evaluation.change")}: ${texts.es("fields.labels.role")}` }).click();
  await buttons.continue(page, "es").click();
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
