import { expect } from "@playwright/test";
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

test("reports a rate limit and an outage on sending, keeps the input, and can retry", async ({ page, tolerate }) => {
  tolerate(/status of (429|503)/);
  const t = texts.es;
  const answers: [status: number, retryAfter: string][] = [
    [429, "61"],
    [429, "1"],
    [503, "5"],
  ];
  await page.route("**/api/leads/evaluate", (route) => {
    const [status, seconds = ""] = answers.shift() ?? [];
    if (!status) return route.continue();
    return route.fulfill({ status, headers: { "Retry-After": seconds }, json: { error: "No." } });
  });
  const { email = "" } = await openCheckStep(page, "es");
  await expect(getStep(page).getByText(t("evaluation.checkUnsent"))).toBeVisible();
  await buttons.send(page, "es").click();
  const alert = page.getByRole("alert");
  await expect(alert.getByText(t("errors.rate_limited", { minutes: 2 }))).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await page.reload();
  await expectStep(page, "check");
  await expect(page).toHaveTitle(new RegExp(`^${t("evaluation.progressCheck")} · `));
  await expect(getStep(page)).toContainText(email);
  await buttons.send(page, "es").click();
  await expect(alert.getByText(t("errors.rate_limited", { minutes: 1 }))).toBeVisible();
  await buttons.retry(page, "es").click();
  await expect(alert.getByText(t("errors.unavailable"))).toBeVisible();
  await expect(getStep(page)).toContainText(email);
  await buttons.retry(page, "es").click();
  await expectVerdict(page, "es");
  expect(await listEvaluations(email)).toHaveLength(1);
});

test("keeps the input while there is no network, and stores one evaluation on retry", async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/);
  const { email = "" } = await openCheckStep(page, "en");
  await context.setOffline(true);
  await buttons.send(page, "en").click();
  const alert = page.getByRole("alert").filter({ hasText: texts.en("errors.no_answer") });
  await expect(alert).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await buttons.back(page, "en").click();
  await expectStep(page, "person");
  await expect(alert).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Error/);
  await buttons.continue(page, "en").click();
  await expectStep(page, "check");
  await buttons.retry(page, "en").click();
  await expect(alert).toBeVisible();
  await context.setOffline(false);
  await buttons.retry(page, "en").click();
  await expectVerdict(page, "en");
  expect(await listEvaluations(email)).toHaveLength(1);
});

test("stores one evaluation on retries after a lost response, a reload and a change of language", async ({
  page,
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
  await buttons.send(page, "en").click();
  await expect(buttons.retry(page, "en")).toBeVisible();
  const unsent = getStep(page).getByText(texts.en("evaluation.checkUnsent"));
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
});

test("neither loses nor repeats the submission if the person goes Back while it is being sent", async ({ page }) => {
  const answered = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/api/leads/evaluate", async (route) => {
    requests += 1;
    await answered.promise;
    await route.continue();
  });
  const { email = "" } = await openCheckStep(page, "en");
  await page.getByRole("link", { name: `Change: ${texts.en("fields.role")}` }).click();
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

test("stores a second submission after a lost response if the person changes the input before a retry", async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  await page.route("**/api/leads/evaluate", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const { email = "" } = await openCheckStep(page, "en");
  await buttons.send(page, "en").click();
  await expect(buttons.retry(page, "en")).toBeVisible();
  await page.unroute("**/api/leads/evaluate");
  await page.getByRole("link", { name: `Change: ${texts.en("fields.role")}` }).click();
  await page.locator("#role").fill("Directora");
  await buttons.continue(page, "en").click();
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  const rows = await listEvaluations(email);
  expect(rows.map(({ role }) => role)).toEqual([newPerson().role, "Directora"]);
  expect(new Set(rows.map(({ submission_key }) => submission_key)).size).toBe(2);
});
