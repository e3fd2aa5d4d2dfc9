import { expect, type Page, type Request } from "@playwright/test";
import { steps } from "../../components/submissions/use-steps.ts";
import { formSteps } from "../../lib/domain/submissions/core/form-steps.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { nightly } from "../support/nightly.ts";
import {
  answerByKeys,
  answersFor,
  buttons,
  expectStep,
  expectVerdict,
  fillEvaluation,
  getChoice,
  getOptions,
  getRadio,
  getStep,
  listEvaluations,
  open,
  openCheckStep,
  test,
  texts,
} from "../support/site.ts";

/** Runs the page's timers far beyond the delay before a tap leads to the next question. */
const passDelay = (page: Page) => page.clock.runFor(1_000);

test("advances on the keys 1 to 3 and on a tap, but not on arrow keys, nor on a second tap or key", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [0, 1, 2]);
  await expectStep(page, "budget");
  const [none, some, much] = getOptions("budget", "en");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(getRadio(page, some)).toBeChecked();
  await passDelay(page);
  await expectStep(page, "budget");
  await expect(getRadio(page, none)).not.toBeChecked();
  await expect(getRadio(page, much)).not.toBeChecked();
  await getChoice(page, some).click();
  await expectStep(page, "launch_timeline");
  await page.keyboard.press("Control+1");
  await page.keyboard.press("4");
  await page.keyboard.press("0");
  await passDelay(page);
  await expectStep(page, "launch_timeline");

  await getChoice(page, getOptions("launch_timeline", "en")[1]).dblclick();
  await expectStep(page, "internal_dev_capacity");
  await page.evaluate(() => {
    for (const key of ["1", "2"]) document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  });
  await expectStep(page, "vendor_onboarding");
  await passDelay(page);
  await expectStep(page, "vendor_onboarding");
  await page.goBack();
  await expectStep(page, "internal_dev_capacity");
  await expect(page.locator("#heading-internal_dev_capacity")).toBeFocused();
  await expect(getRadio(page, getOptions("internal_dev_capacity", "en")[1])).toBeChecked();

  await getChoice(page, getOptions("internal_dev_capacity", "en")[0]).click();
  await expectStep(page, "vendor_onboarding");
  const middle = getOptions("vendor_onboarding", "en")[1];
  await getChoice(page, middle).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await passDelay(page);
  await expectStep(page, "vendor_onboarding");
  await expect(getRadio(page, middle)).not.toBeChecked();
  await getChoice(page, middle).click();
  await expectStep(page, "brand_relationship");
});

test("stays on the previous question if the person goes Back right after a choice", nightly, async ({ page }) => {
  await page.clock.install();
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [0]);
  await buttons.back(page, "en").evaluate((back: HTMLElement) => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "2" }));
    back.click();
  });
  await passDelay(page);
  await expectStep(page, "marketing_team");
  await page.goForward();
  await expect(getStep(page).getByRole("radio").nth(1)).toBeChecked();
});

test("skips no check step on a double click on Continue, and returns to it from a changed answer", async ({ page }) => {
  await page.clock.install();
  const values = await openCheckStep(page, "en");
  for (const id of ["person", "project"]) {
    await buttons.back(page, "en").click();
    await expectStep(page, id);
  }
  for (const id of ["person", "check"]) {
    await buttons.continue(page, "en").dblclick();
    await passDelay(page);
    await expectStep(page, id);
    // The second click of a slow double click, after the next step has appeared.
    await page.locator("form [type=submit]").hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await passDelay(page);
    await expectStep(page, id);
  }
  expect(await listEvaluations(values.email ?? "")).toEqual([]);
  await page.goBack();
  await expectStep(page, "person");
  await page.goForward();
  await expectStep(page, "check");

  for (const text of Object.values(values)) await expect(getStep(page)).toContainText(text);
  const changes = getStep(page).getByRole("link", { name: /^Change: / });
  await expect(changes).toHaveCount(steps.flatMap(({ fields }) => fields).length);

  await page.getByRole("link", { name: `Change: ${texts.en("questions.budget.question")}` }).click();
  await expectStep(page, "budget");
  await page.reload();
  await expectStep(page, "budget");
  const [, , much = ""] = getOptions("budget", "en");
  await getChoice(page, much).click();
  await expectStep(page, "check");
  await expect(getStep(page)).toContainText(much);

  await page.getByRole("link", { name: `Change: ${texts.en("fields.labels.company")}` }).click();
  await expectStep(page, "person");
  await page.locator("#company").fill("Tiendas La Ceiba");
  await buttons.continue(page, "en").click();
  await expectStep(page, "check");
  await expect(getStep(page)).toContainText("Tiendas La Ceiba");
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  const [row] = await listEvaluations(values.email ?? "");
  expect(row).toMatchObject({ company: "Tiendas La Ceiba", answers: [1, 0, 2, 2, 0, 1, 2, 0, 0] });
});

test("answers the first question by a digit key only once the question is in view", nightly, async ({ page }) => {
  await open(page, "es", "/evaluation");
  const last = getRadio(page, getOptions("marketing_team", "es")[2]);
  await page.keyboard.press("3");
  await expect(last).not.toBeChecked();
  await last.scrollIntoViewIfNeeded();
  await page.keyboard.press("3");
  await expectStep(page, "campaign_frequency");
  // Keys also work while the page's content, to which the skip link leads, has the focus.
  await page.getByRole("link", { name: texts.es("site.skip") }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await expectStep(page, "company_scope");
});

test("ignores digit keys while an element outside the question has the focus", nightly, async ({ page }) => {
  await page.clock.install();
  await open(page, "en", "/evaluation");
  await page.getByRole("contentinfo").getByRole("link").first().focus();
  await page.keyboard.press("2");
  await passDelay(page);
  await expectStep(page, "marketing_team");
  await expect(getStep(page).getByRole("radio", { checked: true })).toHaveCount(0);
  await getRadio(page, getOptions("marketing_team", "en")[0]).focus();
  await page.keyboard.press("2");
  await expectStep(page, "campaign_frequency");
});

test("ends the change of an answer when the person goes Back", nightly, async ({ page }) => {
  await open(page, "en", "/evaluation");
  await fillEvaluation(page, "en");
  await page.getByRole("link", { name: `Change: ${texts.en("questions.budget.question")}` }).click();
  await expectStep(page, "budget");
  await page.goBack();
  await expectStep(page, "check");
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expectStep(page, "after_project");
  await page.keyboard.press("1");
  await expectStep(page, "project");
});

test("loses no answer on Back and Forward, and counts each step once without identifying the person", async ({
  page,
}) => {
  const counted: Request[] = [];
  page.on("request", (request) => request.url().includes("/api/form-steps") && counted.push(request));
  await open(page, "en", "/evaluation");
  const values = await fillEvaluation(page, "en");
  for (const id of ["person", "project"]) {
    await buttons.back(page, "en").click();
    await expectStep(page, id);
  }
  await expect(page.locator("#projectDescription")).toHaveValue(values.projectDescription ?? "");
  for (const at of [8, 7]) {
    await page.goBack();
    await expectStep(page, questions[at]?.key ?? "");
    await expect(
      getStep(page)
        .getByRole("radio")
        .nth(answersFor.review[at] ?? 0),
    ).toBeChecked();
  }
  await page.evaluate(() => window.history.go(-7));
  await expectStep(page, questions[0].key);
  await expect(buttons.back(page, "en")).toHaveCount(0);
  await page.goForward();
  await expectStep(page, questions[1].key);
  await page.evaluate((count) => window.history.go(count), steps.length - 2);
  await expectStep(page, "check");
  for (const text of Object.values(values)) await expect(getStep(page)).toContainText(text);
  expect(await listEvaluations(values.email ?? "")).toEqual([]);
  await page.reload();
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  await expectStepsCountedOnce(counted, [values.email ?? "", values.name ?? ""]);
});

async function expectStepsCountedOnce(counted: Request[], personal: string[]): Promise<void> {
  const queries = counted.map((request) => new URL(request.url()).searchParams);
  expect(queries.map((query) => query.get("step"))).toEqual(formSteps.evaluation);
  expect(queries.map((query) => query.get("after"))).toEqual([null, ...formSteps.evaluation.slice(0, -1)]);
  const names = new Set(queries.flatMap((query) => [...query.keys()]));
  expect([...names].sort()).toEqual(["after", "door", "form", "language", "step"]);
  for (const request of counted) {
    // If the browser sends no referer, its value is reported as empty or is missing.
    const { referer = "", ...headers } = await request.allHeaders();
    expect(referer).toBe("");
    const sent = JSON.stringify([request.url(), headers, request.postData()]);
    expect(sent).not.toMatch(/cookie|receipt/i);
    for (const text of personal.flatMap((value) => [value, encodeURIComponent(value)]))
      expect(sent).not.toContain(text);
  }
}

test("keeps the answers when the person leaves by Back and returns by Forward", nightly, async ({ page }) => {
  await open(page, "en", "/contact");
  await open(page, "en", "/evaluation");
  await answerByKeys(page, [0, 1]);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(getPathname({ href: "/contact", locale: "en" }));
  await page.goForward();
  await expectStep(page, "marketing_team");
  await expect(getStep(page).getByRole("radio").nth(0)).toBeChecked();
  await page.goForward();
  await expect(getStep(page).getByRole("radio").nth(1)).toBeChecked();
});

test("shows an empty form with a link to the result when the person goes Back after the verdict", async ({ page }) => {
  const { email = "" } = await openCheckStep(page, "en");
  await page.getByRole("link", { name: `Change: ${texts.en("fields.labels.role")}` }).click();
  await expectStep(page, "person");
  await buttons.continue(page, "en").click();
  await expectStep(page, "check");
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  const [lead] = await listEvaluations(email);
  await page.goBack();
  await expectStep(page, "marketing_team");
  await expect(page.getByText(`reference E-${lead?.id}`)).toBeVisible();
  await expect(page.locator("input:checked")).toHaveCount(0);
  expect(await page.locator("#email").inputValue()).toBe("");
  await page.goBack();
  await expectStep(page, "marketing_team");
  await page.goForward();
  await page.goForward();
  await expectVerdict(page, "en");
  await page.reload();
  expect(await listEvaluations(email)).toHaveLength(1);
  await page.getByRole("link", { name: texts.en("verdict.another") }).click();
  await expectStep(page, "marketing_team");
  await page.getByRole("link", { name: "See the result" }).click();
  await expectVerdict(page, "en");
  await page.goBack();
  await expectStep(page, "marketing_team");
  await page.goBack();
  await expectVerdict(page, "en");
  await page.goBack();
  await expectStep(page, "marketing_team");
  await getStep(page).getByRole("heading").focus();
  await page.keyboard.press("1");
  await expectStep(page, "campaign_frequency");
  await page.keyboard.press("1");
  await expectStep(page, "company_scope");
});
