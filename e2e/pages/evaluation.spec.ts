import { expect, type Page } from "@playwright/test";
import * as z from "zod/mini";
import { EvaluationOutcome, outcomeCookies } from "../../lib/domain/submissions/outcome.ts";
import { privacyNoticeVersion } from "../../lib/domain/submissions/promises.ts";
import { questions } from "../../lib/domain/submissions/questions.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import {
  answersFor,
  buttons,
  choice,
  expectScreen,
  expectVerdict,
  fill,
  formatter,
  getOptions,
  type Locale,
  listEvaluations,
  locales,
  newPerson,
  newProject,
  open,
  openFilled,
  otherThan,
  test,
  texts,
} from "../support/site.ts";
import { type Client, evaluation } from "../support/test.ts";

const hour = 60 * 60 * 1000;
type Route = keyof typeof answersFor;

/** What the service answers to a project of this route: the page must say the same. */
async function readAnswer(client: Client, route: Route, language: Locale) {
  const { json } = await client.post("/api/leads/evaluate", evaluation({ answers: answersFor[route], language }));
  return z.object({ message: z.string(), schedulingUrl: z.optional(z.string()) }).parse(json);
}

async function readOutcome(page: Page): Promise<EvaluationOutcome> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === outcomeCookies.evaluation);
  return EvaluationOutcome.parse(JSON.parse(decodeURIComponent(cookie?.value ?? "")));
}

function replyBy(locale: Locale, { sentAt }: EvaluationOutcome): string {
  const parts = { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" } as const;
  return formatter[locale].dateTime(new Date(sentAt + 48 * hour), { ...parts, timeZoneName: "short" });
}

async function expectVerdictPage(page: Page, locale: Locale, route: Route, client: Client): Promise<void> {
  const t = texts[locale];
  const main = page.getByRole("main");
  const { message, schedulingUrl } = await readAnswer(client, route, locale);
  const outcome = await readOutcome(page);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(t(`verdict.${route}`));
  await expect(page).toHaveTitle(new RegExp(`^${t(`verdict.${route}`)} · `));
  await expect(main.getByRole("status")).toContainText(message);
  await expect(main.getByText(t("verdict.reference")).locator("+ dd")).toHaveText(String(outcome.id));
  await expect(main.getByText(t(`verdict.${route}Next`, { date: replyBy(locale, outcome) }))).toBeVisible();
  const booking = main.getByRole("link", { name: t("verdict.book") });
  if (route === "qualified") await expect(booking).toHaveAttribute("href", schedulingUrl ?? "?");
  else await expect(booking).toHaveCount(0);
}

for (const [locale, route] of [
  ["en", "qualified"],
  ["es", "review"],
  ["en", "redirect"],
] as const) {
  test(`${locale}: tapped answers lead to ${route}, stored, and there after a reload and in the other language`, async ({
    page,
    client,
  }) => {
    const values = { ...newProject(), ...newPerson() };
    const { projectDescription = "", discoverySource = "", ...person } = values;
    const points = answersFor[route];
    await open(page, locale, "/evaluation");
    for (const [at, { key }] of questions.entries()) {
      await expectScreen(page, key);
      await choice(page, getOptions(key, locale)[points[at] ?? 0]).click();
    }
    await expectScreen(page, "project");
    await fill(page, { projectDescription, discoverySource });
    await buttons.continue(page, locale).click();
    await fill(page, person);
    await buttons.continue(page, locale).click();
    await buttons.send(page, locale).click();
    await expectVerdict(page, locale);
    await expectVerdictPage(page, locale, route, client);

    const { id, sentAt } = await readOutcome(page);
    expect(Math.abs(sentAt - Date.now())).toBeLessThan(hour);
    const rows = await listEvaluations(values.email ?? "");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ id, route, answers: points, answers_form: "answers", language: locale, channel: "web" },
      ...{ name: values.name, role: values.role, company: values.company, phone: values.phone },
      ...{ text: projectDescription, discovery_source: discoverySource },
      source_page: getPathname({ href: "/evaluation", locale }),
      notice_version: privacyNoticeVersion,
      submission_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    });

    await page.reload();
    await expectVerdictPage(page, locale, route, client);
    await page.getByRole("link", { name: texts[locale]("site.switchTo") }).click();
    await expectVerdict(page, otherThan(locale));
    await expectVerdictPage(page, otherThan(locale), route, client);
  });
}

test("a verdict is printed with the address of its booking link, and without buttons", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await openFilled(page, "en", answersFor.qualified);
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  const print = page.getByRole("button", { name: texts.en("verdict.print") });
  await print.click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const { schedulingUrl = "" } = await readOutcome(page);
  await expect(print).toBeHidden();
  await expect(page.getByText(schedulingUrl, { exact: true })).toBeVisible();
});

test("a browser that has sent nothing is shown no verdict", async ({ page }) => {
  for (const locale of locales) {
    const t = texts[locale];
    await open(page, locale, "/evaluation/answer");
    await expect(page.getByText(t("verdict.gone"))).toBeVisible();
    const start = page.getByRole("main").getByRole("link", { name: t("verdict.start") });
    await expect(start).toHaveAttribute("href", getPathname({ href: "/evaluation", locale }));
  }
});

test("a forged cookie shows no other link, and no verdict that cannot be read", async ({ page }) => {
  await page.goto(getPathname({ href: "/evaluation/answer", locale: "en" }));
  const forge = async (value: string) => {
    await page.context().addCookies([{ name: outcomeCookies.evaluation, value, url: page.url() }]);
    await page.reload();
  };
  const encode = (value: object) => encodeURIComponent(JSON.stringify(value));
  const outcome = { id: 7, route: "qualified", sentAt: Date.now() } as const;
  for (const schedulingUrl of ["https://evil.example/", "javascript:alert(1)"]) {
    await forge(encode({ ...outcome, schedulingUrl }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.en("verdict.qualified"));
    await expect(page.getByText(schedulingUrl)).toHaveCount(0);
    await expect(page.getByRole("link", { name: texts.en("verdict.book") })).toHaveCount(0);
    expect(await page.content()).not.toContain("evil.example");
  }
  await forge("%7B");
  await expect(page.getByText(texts.en("verdict.gone"))).toBeVisible();
  await forge(encode({ ...outcome, sentAt: Number.MAX_SAFE_INTEGER }));
  await expect(page.getByText(texts.en("verdict.gone"))).toBeVisible();
});
