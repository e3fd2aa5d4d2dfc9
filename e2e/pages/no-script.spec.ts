import { expect, type Page } from "@playwright/test";
import { steps } from "../../components/submissions/use-steps.ts";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { isOptionalField } from "../../lib/domain/submissions/core/submission-texts.ts";
import { evaluationFormFields } from "../../lib/domain/submissions/intake/form-body.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { prizeDraws } from "../support/catalog.ts";
import { expectValues, toAnswers } from "../support/form-values.ts";
import {
  answersFor,
  buttons,
  expectInquirySent,
  expectVerdict,
  fillFields,
  getLanguageLink,
  type Locale,
  listEvaluations,
  listInquiries,
  newInquiry,
  newPerson,
  newProject,
  type Texts,
  test,
  texts,
} from "../support/site.ts";

test.use({ javaScriptEnabled: false });

async function fillEvaluationPage(page: Page, locale: Locale, values: Texts, points: readonly number[]): Promise<void> {
  await page.goto(getPathname({ href: "/evaluation", locale }));
  await page.getByRole("link", { name: texts[locale]("evaluationStart.button"), exact: true }).click();
  await expect(page.locator("#heading-marketing_team")).toBeInViewport();
  for (const [at, { key }] of questions.entries()) {
    await page
      .getByRole("group", { name: texts[locale](`questions.${key}.question`) })
      .locator("label")
      .nth(points[at] ?? 0)
      .click();
  }
  await fillFields(page, values);
}

const locale = "es";
const t = texts[locale];

test("without script, shows the evaluation as one page, which leads to the verdict", async ({ page }) => {
  const counted = page.waitForResponse(/\/api\/form-steps\?form=evaluation&step=start&language=..&door=plain$/);
  const values = { ...newProject(), ...newPerson() };
  await fillEvaluationPage(page, locale, values, answersFor.qualified);
  expect((await counted).status()).toBe(200);
  await expect(page.locator("form section:visible")).toHaveCount(steps.length - 1);
  await expect(page.locator("input[name=website]")).toBeHidden();
  for (const key of ["form.continue", "form.back", "form.startOver"] as const) {
    await expect(page.getByRole("button", { name: t(key), exact: true })).toHaveCount(0);
  }
  await expect(page.getByText(t("form.draftKept"))).toHaveCount(0);
  await expect(page.getByText(t("evaluation.hintTap"))).toHaveCount(0);
  const privacy = page.getByRole("main").getByRole("link", { name: t("site.privacy") });
  await expect(privacy).toHaveAttribute("href", getPathname({ href: "/privacy", locale }));
  await buttons.send(page, locale).dblclick();
  await expectVerdict(page, locale);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("verdict.qualified"));
  await expect(page.getByRole("link", { name: t("verdict.book") })).toBeVisible();
  await expect(page.getByRole("button", { name: t("verdict.print") })).toHaveCount(0);
  const rows = await listEvaluations(values.email ?? "");
  expect(rows).toEqual([
    expect.objectContaining({
      answers: answersFor.qualified,
      route: "qualified",
      language: locale,
      channel: "web",
      text: values.projectDescription,
      phone: values.phone,
      source_page: getPathname({ href: "/evaluation", locale }),
      notice_version: privacyNoticeVersion,
    }),
  ]);
  await expect(page.getByText(`E-${rows[0]?.id}`, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(`E-${rows[0]?.id}`, { exact: true })).toBeVisible();
  await getLanguageLink(page, "en").click();
  await expectVerdict(page, "en");
  await expect(page.getByText(`E-${rows[0]?.id}`, { exact: true })).toBeVisible();
});

test("without script, sends a question with the topic in the URL", async ({ page }) => {
  const path = getPathname({ href: "/contact", locale });
  await page.goto(`${path}?topic=prize-draws`);
  const note = page.getByText(`${t("contact.topic")} ${prizeDraws[locale]}`);
  await expect(note).toBeVisible();
  await page.getByRole("link", { name: t("contact.removeTopic") }).click();
  await expect(page).toHaveURL(path);
  await expect(note).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(t("form.draftKept"))).toHaveCount(0);
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, locale).dblclick();
  await expectInquirySent(page, locale);
  await expect(page.getByRole("definition").getByText(prizeDraws.es, { exact: true })).toBeVisible();
  expect(await listInquiries(inquiry.email ?? "")).toEqual([
    expect.objectContaining({ topic: "prize-draws", text: inquiry.message, notice_version: privacyNoticeVersion }),
  ]);
});

test("without script, lets the browser reject missing, short and malformed values", async ({ page }) => {
  await page.goto(getPathname({ href: "/evaluation", locale: "es" }));
  const required = evaluationFormFields.filter((name) => !isOptionalField(name));
  for (const name of required) await expect(page.locator(`#${name}:invalid`)).toHaveCount(1);
  await expect(page.locator("#phone:invalid")).toHaveCount(0);
  await buttons.send(page, "es").click();
  await expect(page).toHaveURL(getPathname({ href: "/evaluation", locale: "es" }));
  await page.locator("#projectDescription").pressSequentially("Too short");
  await page.locator("#email").fill("ana@");
  for (const name of ["projectDescription", "email"]) await expect(page.locator(`#${name}:invalid`)).toHaveCount(1);
  await page.locator("#projectDescription").pressSequentially(", and now long enough");
  await page.locator("#email").fill("ana@example.com");
  for (const name of ["projectDescription", "email"]) await expect(page.locator(`#${name}:invalid`)).toHaveCount(0);
});

test("without script, lists an evaluation's errors by field, and restores the input on Back", async ({ page }) => {
  const values = { ...newProject(), ...newPerson(), name: "🌋".repeat(121), role: "  ", email: "ana@example" };
  await fillEvaluationPage(page, "en", values, answersFor.review);
  await buttons.send(page, "en").click();
  await page.waitForURL(`**${getPathname({ href: "/evaluation/refused", locale: "en" })}?*`);
  expect(decodeURIComponent(page.url())).not.toContain("ana@example");
  await expect(page).toHaveTitle(new RegExp(`^${texts.en("errors.title", { title: texts.en("refused.title") })} · `));
  const main = page.getByRole("main");
  await expect(main.getByText(texts.en("refused.intro"))).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveText([
    texts.en("errors.too_long", { label: texts.en("fields.labels.name"), max: 120 }),
    texts.en("fields.required.role"),
    texts.en("errors.pattern", { label: texts.en("fields.labels.email") }),
  ]);
  await page.goBack();
  await expectValues(page, { ...toAnswers(answersFor.review), ...values });
  const { email = "" } = newPerson();
  await fillFields(page, { name: "Lucía Hernández", role: "CMO", email });
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  expect(await listEvaluations(email)).toMatchObject([{ role: "CMO", answers: answersFor.review }]);
});

test("says on the error page when to retry and which answers are missing", async ({ request }) => {
  for (const [path, ...shown] of [
    ["/en/evaluation/refused?problem=rate_limited&minutes=10", texts.en("errors.rate_limited", { minutes: 10 })],
    [
      "/es/contacto/rechazada?fields=%3Cb%3E%3Drequired&problem=spam&minutes=x",
      texts.es("errors.refused", { email: "hello@example.com" }),
    ],
    [
      "/es/evaluacion/rechazada?fields=budget%3Drequired",
      texts.es("questions.budget.question"),
      texts.es("errors.required"),
    ],
  ] as const) {
    const main = /<main.*<\/main>/s.exec(await (await request.get(path)).text())?.[0];
    for (const text of shown) expect(main?.replaceAll(/<[^>]+>/g, "")).toContain(text);
  }
});
