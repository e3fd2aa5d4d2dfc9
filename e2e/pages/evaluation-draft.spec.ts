import { type BrowserContext, expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  answerByKeys,
  buttons,
  escapeRegExp,
  expectInquirySent,
  expectStep,
  fillFields,
  formatter,
  getLanguageLink,
  getStep,
  type Locale,
  listInquiries,
  newInquiry,
  open,
  openCheckStep,
  readStorage,
  test,
  texts,
  waitForScript,
} from "../support/site.ts";

const day = 24 * 60 * 60 * 1000;
const projectText = "Sorteos en tres países 🌋,\ncon premios instantáneos.";

const getDialog = (page: Page) => page.getByRole("dialog", { name: texts.en("form.startOverTitle") });
const getStartOverButton = (page: Page) => page.getByRole("button", { name: texts.en("form.startOver"), exact: true });

/** Waits until the draft is saved, which happens after 300 ms or when the person leaves the page. */
const expectSaved = (page: Page) => expect.poll(() => readStorage(page)).toContain("Sorteos");

/** Answers the first question, and fills in one of the two project fields. */
async function beginDraft(page: Page): Promise<void> {
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [1]);
  await page.evaluate(() => {
    window.location.hash = "step-project";
  });
  await expectStep(page, "project");
  await fillFields(page, { projectDescription: projectText });
}

async function expectDraftRestored(page: Page): Promise<void> {
  await expectStep(page, "project");
  await expect(page.locator("#projectDescription")).toHaveValue(projectText);
  await expect(page.locator("#step-marketing_team input").nth(1)).toBeChecked();
}

const getNote = (page: Page, locale: Locale, since: number) => {
  const date = formatter[locale].dateTime(since, { day: "numeric", month: "long" });
  const note = texts[locale].markup("form.keptSince", { form: "evaluation", date, startOver: (text) => text });
  // Match without the final full stop, because the element has the start-over dialog's texts before it.
  return page
    .locator("main div")
    .filter({ hasText: new RegExp(`^${escapeRegExp(note.slice(0, -1))}`) })
    .last();
};

async function reopenEvaluation(context: BrowserContext): Promise<Page> {
  await Promise.all(context.pages().map((page) => page.close()));
  const page = await context.newPage();
  await open(page, "en", "/evaluation");
  return page;
}

test("keeps the draft and the current step over a reload, a closed tab and a change of language", async ({
  page,
  context,
}) => {
  const left = Date.now();
  await beginDraft(page);
  await expect(page.getByText(texts.en("form.draftKept"))).toBeVisible();
  await page.reload();
  await expectDraftRestored(page);
  await expect(getNote(page, "en", left)).toHaveCount(0);
  const next = await reopenEvaluation(context);
  await expectDraftRestored(next);
  await expect(getNote(next, "en", left)).toBeVisible();
  await buttons.back(next, "en").click();
  await expectStep(next, "after_project");
  await answerByKeys(next, [0]);
  await getLanguageLink(next, "es").click();
  await waitForScript(next);
  await expectDraftRestored(next);
  await expect(getNote(next, "es", left)).toHaveCount(0);
  await expect(next.getByText(texts.es("form.draftKept"))).toBeVisible();
  await buttons.back(next, "es").click();
  await expectStep(next, "after_project");
});

test("says in a browser without storage that no draft is kept, and still sends the question", async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Storage is switched off.", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
  });
  await open(page, "es", "/contact");
  await expect(page.getByText(texts.es("form.draftLost"))).toBeVisible();
  await expect(page.getByText(texts.es("form.draftKept"))).toHaveCount(0);
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "es").click();
  await expectInquirySent(page, "es");
  expect(await listInquiries(inquiry.email ?? "")).toHaveLength(1);
});

test("offers to start over, asks first, then deletes all answers", async ({ page }) => {
  await open(page, "en", "/evaluation");
  await expect(getStartOverButton(page)).toHaveCount(0);
  await beginDraft(page);
  await getStartOverButton(page).click();
  await expect(getDialog(page)).toBeVisible();
  await expect(page.getByRole("button", { name: texts.en("form.startOverNo") })).toBeFocused();
  await expect(getDialog(page)).toContainText(texts.en("form.startOverText"));
  await page.getByRole("button", { name: texts.en("form.startOverNo") }).click();
  await expect(getDialog(page)).toBeHidden();
  await expectDraftRestored(page);
  await getStartOverButton(page).click();
  await page.getByRole("button", { name: texts.en("form.startOverYes") }).click();
  await expectStep(page, "marketing_team");
  await expect(page.locator("#heading-marketing_team")).toBeFocused();
  await expect(getStartOverButton(page)).toHaveCount(0);
  await expect(page.locator("input:checked")).toHaveCount(0);
  expect(await readStorage(page)).not.toContain("Sorteos");
  await page.reload();
  await expectStep(page, "marketing_team");
  await expect(page.locator("input:checked")).toHaveCount(0);
  await expect(page.locator("#projectDescription")).toHaveValue("");
});

/** Spanish has the longer texts. */
const locale = "es";

test("fits the confirmation of starting over on a screen of 320 by 256 pixels", nightly, async ({ page }) => {
  await openCheckStep(page, locale);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole("button", { name: texts[locale]("form.startOver"), exact: true }).click();
  const dialog = page.locator("dialog[open]");
  expect(await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  for (const name of ["form.startOverNo", "form.startOverYes"] as const) {
    await expect(page.getByRole("button", { name: texts[locale](name) })).toBeInViewport({ ratio: 1 });
  }
});

test("tells a person who returns days later once that the answers were kept, and offers to start over", async ({
  page,
  context,
}) => {
  const t = texts[locale];
  const left = Date.now();
  await openCheckStep(page, locale);
  await expect(getNote(page, locale, left)).toBeVisible();
  await open(page, locale, "/privacy");
  await context.clock.setFixedTime(left + 2 * day);
  await open(page, locale, "/evaluation");
  await expect(getNote(page, locale, left)).toBeVisible();
  await buttons.back(page, locale).click();
  await expectStep(page, "person");
  await buttons.continue(page, locale).click();
  await expect(getNote(page, locale, left)).toHaveCount(0);
  await open(page, locale, "/privacy");
  await context.clock.setFixedTime(left + 4 * day);
  await open(page, locale, "/evaluation");
  await getNote(page, locale, left).getByRole("button").first().click();
  await page.getByRole("button", { name: t("form.startOverYes") }).click();
  await expectStep(page, "marketing_team");
  await expect(getNote(page, locale, left)).toHaveCount(0);
  expect(await readStorage(page)).not.toContain("Honduras");
});

test("returns to the first question on starting over while an answer is being changed", nightly, async ({ page }) => {
  await openCheckStep(page, "en");
  await page.getByRole("link", { name: `Change: ${texts.en("questions.budget.question")}` }).click();
  await getStartOverButton(page).click();
  await page.getByRole("button", { name: texts.en("form.startOverYes") }).click();
  await expectStep(page, "marketing_team");
  await page.keyboard.press("1");
  await expectStep(page, "campaign_frequency");
});

test("keeps the draft when Escape closes the start-over dialog", nightly, async ({ page }) => {
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [0, 1]);
  await getStartOverButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(getDialog(page)).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await expect(getDialog(page)).toBeHidden();
  await expect(getStartOverButton(page)).toBeFocused();
  await expectStep(page, "company_scope");
  await expect(getStep(page).locator("input:checked")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: texts.en("form.startOverYes") }).focus();
  await page.keyboard.press("Enter");
  await expectStep(page, "marketing_team");
  await expect(page.locator("#heading-marketing_team")).toBeFocused();
});

test("does not restore a draft that the person deleted in another tab", nightly, async ({ page, context }) => {
  await beginDraft(page);
  await expectSaved(page);
  const second = await context.newPage();
  await open(second, "en", "/evaluation");
  await expectDraftRestored(second);
  await getStartOverButton(page).click();
  await page.getByRole("button", { name: texts.en("form.startOverYes") }).click();
  await expectStep(page, "marketing_team");
  await buttons.back(second, "en").click();
  await expect(second.locator("input:checked")).toHaveCount(0);
  expect(await readStorage(second)).not.toContain("Sorteos");
});

test("merges the answers of two tabs, with the later answer to each question", async ({ page, context }) => {
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [0, 0, 0, 0, 0]);
  const second = await context.newPage();
  await open(second, "en", "/evaluation");
  await expectStep(second, "internal_dev_capacity");
  await answerByKeys(second, [1, 1]);
  await expectStep(second, "brand_relationship");
  await page.bringToFront();
  await answerByKeys(page, [2]);
  await second.reload();
  const chosen = (key: string, position: number) => second.locator(`#step-${key} input`).nth(position);
  await expect(chosen("internal_dev_capacity", 2)).toBeChecked();
  await expect(chosen("vendor_onboarding", 1)).toBeChecked();
  await buttons.back(page, "en").click();
  await buttons.continue(page, "en").click();
  await expect(page.locator("#step-vendor_onboarding input").nth(1)).toBeChecked();
});
