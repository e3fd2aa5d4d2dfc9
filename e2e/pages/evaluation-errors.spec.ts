import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  answerByKeys,
  answersFor,
  buttons,
  expectErrors,
  expectNoError,
  expectStep,
  expectVerdict,
  fillFields,
  getStep,
  getSummary,
  listEvaluations,
  newPerson,
  newProject,
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
const tooLong = (field: "name", max: number) => t("errors.too_long", { label: t(`fields.${field}`), max });
type Required = "name" | "role" | "company" | "email" | "projectDescription" | "discoverySource" | "answer";
const required = (field: Required) => t(`errors.required.${field}`);

test("on Continue without an answer, shows an error in a summary and at the question until an option is chosen", async ({
  page,
}) => {
  await open(page, "en", "/evaluation");
  await buttons.continue(page, "en").click();
  await expect(getSummary(page)).toBeFocused();
  await expect(page.getByRole("alert").filter({ hasText: t("errors.summary") })).toBeVisible();
  await expectErrors(page, "en", [["marketing_team", required("answer")]]);
  const first = getStep(page).getByRole("radio").first();
  await expect(first).toHaveAccessibleDescription(new RegExp(t("evaluation.hintTap")));
  await expect(first).toHaveAttribute("required");
  await getSummary(page)
    .getByRole("link", { name: required("answer") })
    .click();
  await expect(getStep(page).getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expectNoError(page);
  await buttons.continue(page, "en").click();
  await expectStep(page, "campaign_frequency");
  await expectNoError(page);
});

test("rejects empty and blank texts, and removes each error once its field is corrected", nightly, async ({ page }) => {
  await openStep(page, "person");
  await page.locator("#role").fill("   ");
  await page.locator("#company").fill("\u00a0 \u2003");
  await buttons.continue(page, "en").click();
  await expect(getSummary(page)).toBeFocused();
  const fields = ["name", "role", "company", "email"] as const;
  await expectErrors(
    page,
    "en",
    fields.map((field) => [field, required(field)]),
  );
  await expect(page.locator("#role")).toHaveValue("   ");
  const person = newPerson();
  for (const [at, field] of fields.entries()) {
    await getSummary(page)
      .getByRole("link", { name: required(field) })
      .click();
    await expect(page.locator(`#${field}`)).toBeFocused();
    await page.locator(`#${field}`).fill(person[field] ?? "");
    await expect(page.locator(`#${field}-error`)).toHaveCount(0);
    await expect(getSummary(page).getByRole("listitem")).toHaveCount(fields.length - at - 1);
  }
  await expectNoError(page);
  await goToStep(page, "project");
  await buttons.continue(page, "en").click();
  await expectErrors(page, "en", [
    ["projectDescription", required("projectDescription")],
    ["discoverySource", required("discoverySource")],
  ]);
  await fillFields(page, newProject());
  await expectNoError(page);
});

test("opens the step of the first missing value when the person sends an incomplete evaluation", async ({ page }) => {
  await openStep(page, "check");
  await expect(getStep(page).getByText(t("evaluation.notAnswered"))).not.toHaveCount(0);
  await buttons.send(page, "en").click();
  await expectStep(page, "campaign_frequency");
  await expect(getSummary(page)).toBeFocused();
  await expectErrors(page, "en", [["campaign_frequency", required("answer")]]);
  await page.keyboard.press("1");
  await expectStep(page, "check");
});

test("shows the service's errors at their fields, and sends once they are corrected", async ({ page, tolerate }) => {
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
  await expectErrors(page, "en", [["budget", required("answer")]]);
  isRefusing = false;
  await page.keyboard.press("3");
  await expectStep(page, "check");
  await goToStep(page, "person");
  await expectErrors(page, "en", [
    ["name", tooLong("name", 120)],
    ["email", t("errors.pattern", { label: t("fields.email") })],
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

test("stores the longest valid input of an evaluation completely", nightly, async ({ page }) => {
  const values = {
    projectDescription: "🌋\n".repeat(2000),
    discoverySource: "ñ",
    name: "李娜",
    role: "🌋".repeat(120),
    company: "C&A <b>\"'",
    email: newPerson().email ?? "",
    phone: "1".repeat(60),
  };
  await openCheckStep(page, "en", answersFor.review, values);
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  expect(await listEvaluations(values.email)).toMatchObject([
    {
      text: values.projectDescription.trim(),
      discovery_source: "ñ",
      name: "李娜",
      role: values.role,
      company: values.company,
      phone: values.phone,
    },
  ]);
});
