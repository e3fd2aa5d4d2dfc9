import { expect, type Page } from "@playwright/test";
import {
  buttons,
  expectStep,
  expectVerdict,
  getStep,
  listEvaluations,
  newPerson,
  open,
  openCheckStep,
  test,
  texts,
} from "../support/site.ts";

test("stores one evaluation although a lost response makes the person send it again", async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  let answers = 0;
  await page.route("**/api/leads/evaluate", async (route) => {
    const response = await route.fetch();
    answers += 1;
    await (answers < 3 ? route.abort() : route.fulfill({ response }));
  });
  const { email = "" } = await openCheckStep(page, "en");
  const getUnsent = (tab: Page) => getStep(tab).getByText(texts.en("evaluation.checkUnsent"));
  const unsent = getUnsent(page);
  await expect(unsent).toBeVisible();
  const otherTab = await context.newPage();
  await open(otherTab, "en", "/evaluation");
  await expect(getUnsent(otherTab)).toBeVisible();
  await buttons.send(page, "en").click();
  await expect(buttons.retry(page, "en")).toBeVisible();
  await expect(unsent).toHaveCount(0);
  await page.reload();
  await expectStep(page, "check");
  await expect(unsent).toHaveCount(0);
  await buttons.send(page, "en").click();
  await expect.poll(() => answers).toBe(2);
  await expect(buttons.retry(page, "en")).toBeVisible();
  await open(page, "es", "/evaluation");
  await expectStep(page, "check");
  await buttons.send(page, "es").click();
  await expectVerdict(page, "es");
  const rows = await listEvaluations(email);
  expect(rows).toMatchObject([{ language: "en", source_page: "/en/evaluation" }]);
  await expect(page.getByText(`E-${rows[0]?.id}`, { exact: true })).toBeVisible();
  // Headless pages are never hidden, so that returning to one causes no event.
  await otherTab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(getUnsent(otherTab)).toHaveCount(0);
});

test("neither loses nor repeats a submission if the person goes Back while sending", async ({ page }) => {
  const answered = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/api/leads/evaluate", async (route) => {
    requests += 1;
    await answered.promise;
    await route.continue();
  });
  const { email = "" } = await openCheckStep(page, "en");
  await page.getByRole("link", { name: `Change: ${texts.en("fields.labels.role")}` }).click();
  await expectStep(page, "person");
  await buttons.continue(page, "en").click();
  await expectStep(page, "check");
  await buttons.send(page, "en").click();
  await expect(page.getByRole("button", { name: texts.en("form.sending") })).toBeVisible();
  await page.goBack();
  await expectStep(page, "person");
  await page.goForward();
  await expectStep(page, "check");
  await page.getByRole("button", { name: texts.en("form.sending") }).focus();
  await page.keyboard.press("Enter");
  answered.resolve();
  await expectVerdict(page, "en");
  expect(requests).toBe(1);
  expect(await listEvaluations(email)).toHaveLength(1);
});

test("stores a second submission after a lost response if the input was changed", async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/);
  await page.route("**/api/leads/evaluate", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const { email = "" } = await openCheckStep(page, "en");
  await buttons.send(page, "en").click();
  await expect(buttons.retry(page, "en")).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await page.unroute("**/api/leads/evaluate");
  await page.getByRole("link", { name: `Change: ${texts.en("fields.labels.role")}` }).click();
  await expect(buttons.retry(page, "en")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Error/);
  await page.locator("#role").fill("Directora");
  await buttons.continue(page, "en").click();
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  const rows = await listEvaluations(email);
  expect(rows.map(({ role }) => role)).toEqual([newPerson().role, "Directora"]);
  expect(new Set(rows.map(({ submission_key }) => submission_key)).size).toBe(2);
});
