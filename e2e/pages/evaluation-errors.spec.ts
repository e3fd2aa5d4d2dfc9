import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  answerByKeys,
  buttons,
  expectErrors,
  expectNoError,
  expectStep,
  expectVerdict,
  getStep,
  getSummary,
  listEvaluations,
  open,
  openCheckStep,
  test,
  texts,
} from "../support/site.ts";

/** Opens a step by its URL after giving one answer, because an empty form always begins at the first step. */
async function openStep(page: Page, id: string): Promise<void> {
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [1]);
  await goToStep(page, id);
}

async function goToStep(page: Page, id: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `step-${id}`);
  await expectStep(page, id);
}

const t = texts.en;
const tooLong = (field: "name", max: number) => t("errors.too_long", { label: t(`fields.labels.${field}`), max });

test("opens the step of the first missing value when the person sends an incomplete evaluation", async ({ page }) => {
  await openStep(page, "check");
  await expect(getStep(page).getByText(t("evaluation.notAnswered"))).not.toHaveCount(0);
  await buttons.send(page, "en").click();
  await expectStep(page, "campaign_frequency");
  await expect(getSummary(page)).toBeFocused();
  await expectErrors(page, "en", [["campaign_frequency", t("errors.required")]]);
  await page.keyboard.press("1");
  await expectStep(page, "check");
});

test("shows the service's errors at their fields until they are corrected", async ({ page, tolerate }) => {
  tolerate(/status of 400/);
  let isRefusing = true;
  await page.route("**/api/leads/evaluate", (route) => {
    if (!isRefusing) return route.continue();
    return route.fulfill({
      status: 400,
      json: { error: "email must be shaped like name@example.com; campaign_frequency is required" },
      headers: { "Invalid-Fields": "name=too_long, email=pattern, budget=required" },
    });
  });
  const { email = "" } = await openCheckStep(page, "en");
  await buttons.send(page, "en").click();
  await expectStep(page, "budget");
  await expect(getSummary(page)).toBeFocused();
  await expectErrors(page, "en", [["budget", t("errors.required")]]);
  isRefusing = false;
  await page.keyboard.press("3");
  await expectStep(page, "check");
  await goToStep(page, "person");
  await expectErrors(page, "en", [
    ["name", tooLong("name", 120)],
    ["email", t("errors.pattern", { label: t("fields.labels.email") })],
  ]);
  await page.locator("#name").fill("Lucía H.");
  await page.locator("#email").press("End");
  await page.locator("#email").pressSequentially("x");
  await expectNoError(page);
  await buttons.continue(page, "en").click();
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  expect(await listEvaluations(`${email}x`)).toMatchObject([
    { name: "Lucía H.", answers: [1, 0, 2, 2, 0, 1, 2, 0, 0] },
  ]);
});

test("hides a step's errors on Back to another step, and shows them again on Forward", nightly, async ({ page }) => {
  await openStep(page, "person");
  await buttons.continue(page, "en").click();
  await expect(getSummary(page)).toBeVisible();
  await page.goBack();
  await expectNoError(page);
  await page.goForward();
  await expect(getSummary(page).getByRole("listitem")).toHaveCount(4);
});
