import { expect, type Page } from "@playwright/test";
import * as z from "zod/mini";
import { listPossibleChanges } from "../../lib/domain/submissions/core/arguments.ts";
import { receiptParameter } from "../../lib/domain/submissions/core/first-touch.ts";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { questions, toJudgedAnswers } from "../../lib/domain/submissions/core/questions.ts";
import { parseReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { receiptCookies, receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { formatTimeInWords } from "../../lib/i18n/time-in-words.ts";
import { nightly } from "../support/nightly.ts";
import {
  answersFor,
  buttons,
  expectVerdict,
  getLanguageLink,
  getOptions,
  type Locale,
  listEvaluations,
  newPerson,
  newProject,
  openCheckStep,
  test,
  texts,
} from "../support/site.ts";
import { type Client, evaluation, readId } from "../support/test.ts";

/** The contact address if CONTACT_EMAIL is not set. */
const defaultContactEmail = "hello@example.com";
const hour = 60 * 60 * 1000;

/** Gets the API's verdict for qualified answers. The page must show the same message and booking link. */
async function requestVerdict(client: Client, language: Locale) {
  const { json } = await client.post("/api/leads/evaluate", evaluation({ answers: answersFor.qualified, language }));
  return z.object({ message: z.string(), schedulingUrl: z.optional(z.string()) }).parse(json);
}

async function readReceipt(page: Page): Promise<{ reference: string; sentAt: Date }> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === receiptCookies.evaluation);
  const [reference = "", _route, time = ""] = cookie?.value.split(".") ?? [];
  return { reference, sentAt: new Date(Number.parseInt(time, 36)) };
}

type Values = Record<string, string>;

async function expectVerdictPage(page: Page, locale: Locale, client: Client, values: Values): Promise<void> {
  const t = texts[locale];
  const main = page.getByRole("main");
  const { message, schedulingUrl } = await requestVerdict(client, locale);
  const { reference, sentAt } = await readReceipt(page);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(t("verdict.qualified"));
  await expect(page).toHaveTitle(new RegExp(`^${t("verdict.qualified")} · `));
  await expect(main.getByRole("status")).toContainText(message);
  await expect(main.getByText(t("verdict.reference")).locator("+ dd")).toHaveText(reference);
  const date = formatTimeInWords(new Date(sentAt.getTime() + 48 * hour), locale, "America/Mexico_City");
  const next = t("verdict.qualifiedNext", { date, reference, email: defaultContactEmail });
  await expect(main.getByText(next)).toBeVisible();
  const chosen = questions.map(({ key }, at) => getOptions(key, locale)[answersFor.qualified[at] ?? 0] ?? "");
  for (const value of [...chosen, ...Object.values(values)]) {
    await expect(main.getByRole("definition").getByText(value, { exact: true }).first()).toBeVisible();
  }
  const mail = main.getByRole("link", { name: defaultContactEmail });
  await expect(mail).toHaveAttribute("href", `mailto:${defaultContactEmail}?subject=${reference}`);
  const booking = main.getByRole("link", { name: t("verdict.book") });
  const href = new URL((await booking.getAttribute("href")) ?? "");
  expect(href.origin + href.pathname).toBe(schedulingUrl);
  expect(Object.fromEntries(href.searchParams)).toEqual({
    name: values.name,
    email: values.email,
    utm_content: expect.stringMatching(new RegExp(`^${reference}\\.[\\w-]{24}$`)),
  });
}

test("stores an evaluation, and shows its verdict after a reload and in the other language", async ({
  page,
  client,
}) => {
  const values = { ...newProject(), ...newPerson() };
  await openCheckStep(page, "en", answersFor.qualified, values);
  await buttons.send(page, "en").click();
  await expectVerdict(page, "en");
  await expectVerdictPage(page, "en", client, values);

  const { reference, sentAt } = await readReceipt(page);
  expect(Math.abs(sentAt.getTime() - Date.now())).toBeLessThan(hour);
  const rows = await listEvaluations(values.email ?? "");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    id: parseReference(reference)?.id,
    route: "qualified",
    answers: answersFor.qualified,
    answers_form: "answers",
    language: "en",
    channel: "web",
    name: values.name,
    role: values.role,
    company: values.company,
    phone: values.phone,
    text: values.projectDescription,
    discovery_source: values.discoverySource,
    source_page: "/en/evaluation",
    notice_version: privacyNoticeVersion,
    submission_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  await page.reload();
  await expectVerdictPage(page, "en", client, values);
  await getLanguageLink(page, "es").click();
  await expectVerdict(page, "es");
  await expectVerdictPage(page, "es", client, values);
});

test("prints a verdict with the URL of its booking link and without buttons", async ({ page, client }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const reference = await openResult(page, client, "en", { answers: answersFor.qualified });
  const print = page.getByRole("button", { name: texts.en("verdict.print") });
  await print.click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(print).toBeHidden();
  await expect(page.getByText(`utm_content=${reference}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: texts.en("verdict.sentTitle") })).toBeVisible();
});

test("prints the longest result on one sheet of A4 or Letter", nightly, async ({ page }) => {
  const word = "Sorteos, tarjetas y premios en 300 tiendas de tres países. ";
  const fillTo = (length: number) =>
    word
      .repeat(Math.ceil(length / word.length))
      .slice(0, length)
      .trim();
  const local = "a".repeat(59);
  const values = {
    projectDescription: fillTo(4000),
    discoverySource: fillTo(180),
    name: fillTo(120),
    role: fillTo(120),
    company: fillTo(180),
    email: `${local}@${`${"b".repeat(60)}.`.repeat(3)}example.com`,
    phone: "+504 9999 0000 ".repeat(4).trim(),
  };
  await openCheckStep(page, "es", answersFor.redirect, values);
  await buttons.send(page, "es").click();
  await expectVerdict(page, "es");
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format });
    expect([format, pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1]);
  }
});

/** Sends an evaluation, and opens its result. @returns its reference */
async function openResult(
  page: Page,
  client: Client,
  locale: Locale,
  change: Record<string, unknown>,
): Promise<string> {
  const { headers, json } = await client.post("/api/leads/evaluate", evaluation({ language: locale, ...change }));
  const query = new URLSearchParams({ [receiptParameter]: headers.get(receiptHeader) ?? "" });
  await page.goto(`${getPathname({ href: "/evaluation/result", locale })}?${query}`);
  return `E-${readId(json)}`;
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shares a result link without personal data, and ends it on request", async ({ browser, page, client }) => {
    const locale = "en";
    const t = texts[locale];
    const { discoverySource, ...typed } = { ...newProject(), ...newPerson() };
    await openResult(page, client, locale, { answers: answersFor.review, discoverySource, ...typed });
    await expect(page.getByRole("main")).toContainText(typed.email ?? "");
    await page.getByRole("button", { name: t("share.start") }).click();
    const link = (await page.locator("#shared-link").textContent()) ?? "";
    const colleague = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const response = await colleague.goto(link);
    expect(response?.headers()).toMatchObject({
      "cache-control": expect.stringContaining("no-store"),
      "referrer-policy": "no-referrer",
    });
    const html = (await response?.text()) ?? "";
    expect(html).toContain('<meta name="robots" content="noindex');
    await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(t("shared.review.title"));
    for (const [at, { key }] of questions.entries()) {
      const option = getOptions(key, locale)[answersFor.review[at] ?? 0] ?? "";
      await expect(colleague.getByRole("definition").getByText(option, { exact: true }).first()).toBeVisible();
    }
    for (const value of Object.values(typed)) expect(html).not.toContain(value);
    await getLanguageLink(colleague, "es").click();
    await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(texts.es("shared.review.title"));
    await page.getByRole("button", { name: t("share.end") }).click();
    await expect(page.getByRole("button", { name: t("share.start") })).toBeVisible();
    await colleague.goto(link);
    await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(t("shared.unusable.title"));
    await colleague.context().close();
  });
});

test("redirects the old path of the result page, and keeps the receipt in the query", async ({ request }) => {
  for (const [before, locale] of [
    ["/en/evaluation/answer", "en"],
    ["/es/evaluacion/respuesta", "es"],
  ] as const) {
    const response = await request.get(`${process.env.E2E_URL}${before}?receipt=x`, { maxRedirects: 0 });
    const location = `${getPathname({ href: "/evaluation/result", locale })}?receipt=x`;
    expect([response.status(), response.headers().location]).toEqual([307, location]);
  }
});

test("shows no verdict for a forged receipt in the URL or in a cookie", async ({ request, client }) => {
  const { json } = await client.post("/api/leads/evaluate", evaluation({ answers: answersFor.qualified }));
  const forged = `E-${readId(json)}.qualified.${Date.now().toString(36)}.${"A".repeat(24)}`;
  const path = getPathname({ href: "/evaluation/result", locale: "en" });
  const withCookie = (value: string) =>
    [path, { headers: { cookie: `${receiptCookies.evaluation}=${value}` } }] as const;
  const values = [forged, "%7B", encodeURIComponent('{"id":7,"route":"qualified"}')];
  for (const [where, init] of [[`${path}?receipt=${forged}`, {}] as const, ...values.map(withCookie)]) {
    const html = await (await request.get(where, init)).text();
    expect(html).toContain(texts.en("verdict.gone"));
    expect(html).toContain(`href="${getPathname({ href: "/evaluation", locale: "en" })}"`);
    expect(html).not.toContain(texts.en("verdict.qualified"));
  }
});

test("lists the answers that could change a redirect verdict, and links to related entries", async ({
  page,
  client,
}) => {
  const projectDescription = "Queremos validar tickets y comprobantes de compra de supermercados.";
  await openResult(page, client, "es", { answers: answersFor.redirect, projectDescription });
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: texts.es("verdict.book") })).toHaveCount(0);
  const changes = listPossibleChanges(toJudgedAnswers(answersFor.redirect), "es");
  await expect(main.locator("section", { hasText: texts.es("verdict.changeText") }).getByRole("listitem")).toHaveText(
    changes,
  );
  const href = { pathname: "/catalog/[slug]", params: { slug: "receipts-validation" } } as const;
  await expect(main.locator(`a[href="${getPathname({ href, locale: "es" })}"]`)).toBeVisible();
  await main.getByRole("link", { name: texts.es("verdict.ask"), exact: true }).click();
  await expect(page).toHaveURL(getPathname({ href: "/contact", locale: "es" }));
});
