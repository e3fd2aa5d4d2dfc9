import { expect, type Page } from "@playwright/test";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import {
  expectErrors,
  expectInquirySent,
  expectNoError,
  expectStep,
  expectVerdict,
  getOptions,
  getRadio,
  getSummary,
  listEvaluations,
  listInquiries,
  newInquiry,
  newPerson,
  newProject,
  open,
  test,
  texts,
} from "../support/site.ts";

/** Returns the focused element's name and the width of its outline, or of the surrounding card's if wider. */
async function readFocusedElement(page: Page): Promise<{ name: string; outline: number }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const card = element.closest("label") ?? element;
    const measureWidth = (each: Element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      return outlineStyle === "none" || outlineColor === "rgba(0, 0, 0, 0)" ? 0 : Number.parseFloat(outlineWidth);
    };
    return {
      name: element.id || (element.textContent ?? ""),
      outline: Math.max(measureWidth(element), measureWidth(card)),
    };
  });
}

/** Presses Tab until the element with the id or text `name` has the focus. Every stop must have a visible outline. */
async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const stops: string[] = [];
  while (stops.at(-1) !== name) {
    await page.keyboard.press(key);
    const stop = await readFocusedElement(page);
    expect(stop.outline, stop.name).toBeGreaterThanOrEqual(2);
    stops.push(stop.name);
    expect(stops.length, stops.join(" → ")).toBeLessThan(40);
  }
}

async function fillByKeyboard(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await tabTo(page, name);
    await page.keyboard.insertText(value);
  }
}

/**
 * Expects that screen readers announce a step once: its heading takes the focus, and no status or alert repeats it.
 */
async function expectAnnouncedOnce(page: Page, id: string): Promise<void> {
  await expectStep(page, id);
  await expect(page.locator(`#heading-${id}`)).toBeFocused();
  for (const role of ["status", "alert"] as const)
    await expect(page.getByRole(role).filter({ hasText: /./ })).toHaveCount(0);
}

const locale = "es";
const t = texts[locale];

/** Expects that screen readers find the second question as a group with a heading. */
async function expectGroupWithHeading(page: Page, key: "campaign_frequency"): Promise<void> {
  const [first, second, third] = getOptions(key, locale);
  const progress = t("evaluation.progress", { number: 2, total: questions.length });
  await expect(page.locator(`#step-${key}`)).toMatchAriaSnapshot(`
    - group "${progress} ${t(`questions.${key}.question`)}":
      - heading "${t(`questions.${key}.question`)}" [level=2]
      - radio "${first}"
      - radio "${second}"
      - radio "${third}"
  `);
}

test("lets a person complete the evaluation with only the keyboard", async ({ page }) => {
  await open(page, locale, "/evaluation");
  await page.keyboard.press("Tab");
  expect((await readFocusedElement(page)).name).toBe(t("site.skip"));
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();

  // Continue without an answer, then follow the link in the error summary to the first option.
  await tabTo(page, t("form.continue"));
  await page.keyboard.press("Enter");
  await expect(getSummary(page)).toBeFocused();
  await expectErrors(page, locale, [["marketing_team", t("errors.required")]]);
  await expect(page.getByRole("alert").filter({ hasText: t("errors.required") })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const [first, second, third] = getOptions("marketing_team", locale);
  await expect(getRadio(page, first)).toBeFocused();
  await expect(getRadio(page, first)).toHaveAccessibleDescription(new RegExp(t("evaluation.hintTap")));
  await expect(getRadio(page, first)).toHaveAttribute("required");
  await page.keyboard.press("ArrowDown");
  await expect(getRadio(page, second)).toBeChecked();
  await expectNoError(page);
  await page.keyboard.press("ArrowDown");
  await expect(getRadio(page, third)).toBeFocused();
  expect((await readFocusedElement(page)).outline).toBeGreaterThanOrEqual(2);
  await page.keyboard.press("Enter");

  // Enter on an option goes to the next question; Space only chooses an option.
  await expectAnnouncedOnce(page, "campaign_frequency");
  await expectGroupWithHeading(page, "campaign_frequency");
  await tabTo(page, "campaign_frequency");
  await page.keyboard.press("Space");
  await expect(getRadio(page, getOptions("campaign_frequency", locale)[0])).toBeChecked();
  await tabTo(page, t("form.continue"));
  await page.keyboard.press("Space");

  // The skip link leads to the content, but not to another step.
  await expectStep(page, "company_scope");
  await tabTo(page, t("site.skip"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await expectStep(page, "company_scope");
  await tabTo(page, t("form.back"));
  await page.keyboard.press("Enter");
  await expectStep(page, "campaign_frequency");
  for (const [at, { key }] of questions.entries()) {
    if (at === 0) continue;
    await expectAnnouncedOnce(page, key);
    await page.keyboard.press(String((at % 3) + 1));
  }

  await expectAnnouncedOnce(page, "project");
  await expect(page.locator("#heading-project")).toHaveAccessibleDescription(t("evaluation.progressProject"));
  await fillByKeyboard(page, newProject());
  await page.keyboard.press("Enter");
  await expectAnnouncedOnce(page, "person");
  const person = newPerson();
  await fillByKeyboard(page, person);
  await page.keyboard.press("Enter");

  await expectAnnouncedOnce(page, "check");
  await page.keyboard.press("Tab");
  expect((await readFocusedElement(page)).name).toBe(t("evaluation.skipToSend"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("evaluation.send") })).toBeFocused();
  await tabTo(page, t("evaluation.change"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expectStep(page, "person");
  await tabTo(page, t("form.continue"));
  await page.keyboard.press("Enter");
  await expectStep(page, "check");
  await tabTo(page, t("evaluation.send"));
  await page.keyboard.press("Enter");

  await expectVerdict(page, locale);
  await expect(page).toHaveTitle(new RegExp(`^${t("verdict.qualified")} · |^${t("verdict.review")} · `));
  await expect(page.getByRole("main").getByRole("status").getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, t("verdict.print"));
  await tabTo(page, t("verdict.another"));
  expect(await listEvaluations(person.email ?? "")).toMatchObject([{ answers: [2, 1, 2, 0, 1, 2, 0, 1, 2] }]);
});

test("lets a person remove a topic, correct errors and send a question by keyboard", async ({ page }) => {
  await open(page, locale, "/contact", "?topic=prize-draws&utm_source=x");
  await tabTo(page, t("contact.removeTopic"));
  await page.keyboard.press("Enter");
  await expect(page.locator("#name")).toBeFocused();
  await expect(page.getByRole("link", { name: t("contact.removeTopic") })).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("?utm_source=x");
  await page.keyboard.insertText("  ");
  await page.keyboard.press("Enter");
  await expect(getSummary(page)).toBeFocused();
  const names = ["name", "email", "message"] as const;
  await expectErrors(
    page,
    locale,
    names.map((name) => [name, t(`fields.required.${name}`)]),
  );
  const inquiry = newInquiry();
  for (const [field, value] of Object.entries(inquiry)) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator(`#${field}`)).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(value);
    await expect(page.locator(`#${field}-error`)).toHaveCount(0);
    if (await getSummary(page).count()) await getSummary(page).focus();
  }
  await expectNoError(page);
  await tabTo(page, t("contact.send"));
  await page.keyboard.press("Space");
  await expectInquirySent(page, locale);
  expect(await listInquiries(inquiry.email ?? "")).toMatchObject([{ text: inquiry.message, topic: null }]);
});

test("keeps the focus on the send button while a question is sent", async ({ page, tolerate }) => {
  tolerate(/status of 503/);
  await page.route("**/api/leads/contact", (route) => route.fulfill({ status: 503, json: { error: "No." } }));
  await open(page, "en", "/contact");
  await fillByKeyboard(page, newInquiry());
  await tabTo(page, texts.en("contact.send"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: texts.en("errors.unavailable") })).toBeVisible();
  expect((await readFocusedElement(page)).name).toBe(texts.en("contact.send"));
  await tabTo(page, texts.en("errors.retry"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: texts.en("errors.unavailable") })).toBeVisible();
  expect((await readFocusedElement(page)).name).toBe(texts.en("contact.send"));
});
