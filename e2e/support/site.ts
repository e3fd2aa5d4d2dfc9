import { type BrowserContext, expect, type Locator, mergeTests, type Page } from "@playwright/test";
import { createFormatter, createTranslator } from "use-intl/core";
import type { Draft } from "../../components/forms/draft-store.ts";
import { lastStep } from "../../components/submissions/use-steps.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { type Locale, languageNames, locales, mapLocales, toFormatLocale } from "../../lib/i18n/locales.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { siteMessages } from "../../lib/i18n/texts.ts";
import { toAnswers } from "./form-values.ts";
import { test as processesTest } from "./processes.ts";
import { test as clientTest, query, randomAddress, randomEmail } from "./test.ts";

export { type Locale, locales };

const timeZone = "America/Mexico_City";

/** The site's texts by key, in either language. */
export const texts = mapLocales((locale) =>
  createTranslator({ locale: toFormatLocale(locale), messages: siteMessages[locale], timeZone }),
);

/** The default reply time, which the contract promises. */
export const replyTimes = { en: "48 hours", es: "48 horas" };

export const formatter = mapLocales((locale) => createFormatter({ locale: toFormatLocale(locale), timeZone }));

export function formatNoticeVersion(version: string, locale: Locale): string {
  return formatter[locale].dateTime(new Date(version), { dateStyle: "long", timeZone: "UTC" });
}

export const getOtherLocale = (locale: Locale): Locale => (locale === "en" ? "es" : "en");

export function getLanguageLink(page: Page, to: Locale): Locator {
  return page.getByRole("link", { name: languageNames[to], exact: true });
}

type Site = {
  /** Allows console messages and page errors that match `complaint`. All others fail the test. */
  tolerate: (complaint: RegExp) => void;
};

/** Test on the shared app, in the browser of a new visitor with a new IP address. */
export const test = mergeTests(clientTest, processesTest).extend<Site>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function wants from this pattern
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": randomAddress() }),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on("page", openWithScript);
    await use(context);
  },
  tolerate: [
    async ({ context }, use) => {
      const tolerated: RegExp[] = [];
      const complaints = collectComplaints(context);
      await use((complaint) => tolerated.push(complaint));
      const unexpected = complaints.filter((complaint) => !tolerated.some((known) => known.test(complaint)));
      expect([...new Set(unexpected)]).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Makes `goto` and `reload` also wait for hydration, which follows the load event, unless `waitUntil` is set. Makes
 * `route` also wait until the page knows of it: a busy page handles keys and clicks first, whose requests would not be
 * routed.
 */
export function openWithScript(page: Page): void {
  const { goto, reload, route } = page;
  page.route = async (...args) => {
    const added = await route.apply(page, args);
    await runNewTask(page);
    return added;
  };
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return response;
  };
}

/** Waits until the page's script, if any, has hydrated and run its first effects. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.getElementById("_R_")) return true;
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
    const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1] as Root | undefined;
    const main = document.querySelector("main") ?? document.body;
    const isTaken = Object.keys(main).some((key) => key.startsWith("__reactProps"));
    return isTaken && root?.stateNode.current.memoizedState.isDehydrated === false;
  });
  // React's effects run in a separate task, which is already queued.
  await runNewTask(page);
}

/** Waits until the page has run a new task, and so all that were queued before it. */
async function runNewTask(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      }),
  );
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error().stack)));
  return complaints;
}

/** Opens a page, and waits until the script controls the page's form, if any. */
export async function open(page: Page, locale: Locale, href: Href, rest = ""): Promise<void> {
  await page.goto(getPathname({ href, locale }) + rest);
  if (href === "/evaluation" || href === "/contact") await waitForScript(page);
}

export async function waitForScript(page: Page): Promise<void> {
  await page.locator("form[novalidate]").waitFor();
}

/** Delays the scripts of pages that are loaded from now on until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return async () => released.resolve();
}

/** Reads the page's local storage and session storage as JSON. */
export function readStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...window.localStorage, ...window.sessionStorage }));
}

/** Finds the visible step of the evaluation. Call this after hydration: before, all steps are visible. */
export function getStep(page: Page): Locator {
  return page.locator("form[novalidate] section:visible");
}

export async function expectStep(page: Page, id: string): Promise<void> {
  await expect(getStep(page)).toHaveId(`step-${id}`);
}

/** Lists the labels of a question's options, from 0 points to 2. */
export function getOptions(key: string, locale: Locale): string[] {
  const question = questions.find((each) => each.key === key);
  return (question?.options ?? []).map((option) => texts[locale](`questions.${key}.${option}` as never));
}

/** Finds the clickable card of an option of the visible question. */
export function getChoice(page: Page, option = "?"): Locator {
  return getStep(page)
    .locator("label")
    .filter({ has: getRadio(page, option) });
}

export function getRadio(page: Page, option = "?"): Locator {
  return page.getByRole("radio", { name: option, exact: true });
}

/** Answers questions with the keys 1, 2 and 3, beginning with the visible question. `points` are 0, 1 or 2. */
export async function answerByKeys(page: Page, points: readonly number[]): Promise<void> {
  const shown = await getStep(page).getAttribute("id");
  // Digit keys answer the question that has the focus.
  await getStep(page).getByRole("heading").focus();
  const first = questions.findIndex(({ key }) => `step-${key}` === shown);
  for (const [at, point] of points.entries()) {
    await page.keyboard.press(String(point + 1));
    await expectStep(page, questions[first + at + 1]?.key ?? "project");
  }
}

export const answersFor = {
  redirect: [0, 1, 2, 0, 1, 0, 1, 1, 0],
  review: [1, 0, 2, 1, 0, 1, 2, 0, 0],
  qualified: [2, 1, 2, 2, 1, 2, 1, 2, 2],
} as const;

export type Texts = Record<string, string>;

export const newProject = (): Texts => ({
  projectDescription: "Un programa de lealtad para 300 tiendas en Honduras 🌋,\nde marzo a mayo.",
  discoverySource: "Una colega",
});

export const newPerson = (): Texts => ({
  name: "Lucía Hernández",
  role: "Gerente de marca",
  company: "Café Volcán",
  email: randomEmail(),
  phone: "+504 9999 0000",
});

export const newInquiry = (): Texts => ({
  name: "Diego Morales",
  email: randomEmail(),
  message: "¿Hacen sorteos en El Salvador?\nY, si sí, ¿desde cuándo?",
});

export async function fillFields(page: Page, values: Texts): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
}

export const buttons = {
  continue: (page: Page, locale: Locale) => page.getByRole("button", { name: texts[locale]("form.continue") }),
  back: (page: Page, locale: Locale) => page.getByRole("button", { name: texts[locale]("form.back"), exact: true }),
  send: (page: Page, locale: Locale) => page.getByRole("button", { name: texts[locale]("evaluation.send") }),
  sendInquiry: (page: Page, locale: Locale) =>
    page.getByRole("button", { name: texts[locale]("contact.send"), exact: true }),
  retry: (page: Page, locale: Locale) => page.getByRole("button", { name: texts[locale]("errors.retry") }),
};

/** Goes from the first question to the check step. */
export async function fillEvaluation(
  page: Page,
  locale: Locale,
  points: readonly number[] = answersFor.review,
  values: Texts = { ...newProject(), ...newPerson() },
): Promise<Texts> {
  await answerByKeys(page, points);
  const { projectDescription = "", discoverySource = "", ...person } = values;
  await fillFields(page, { projectDescription, discoverySource });
  await buttons.continue(page, locale).click();
  await fillFields(page, person);
  await buttons.continue(page, locale).click();
  await expectStep(page, "check");
  return values;
}

/** Opens the check step with a complete stored draft, as in a browser that was closed before sending. */
export async function openCheckStep(
  page: Page,
  locale: Locale,
  points: readonly number[] = answersFor.review,
  values: Texts = { ...newProject(), ...newPerson() },
): Promise<Texts> {
  const draft: Draft = { values: { ...toAnswers(points), ...values }, step: lastStep, changedAt: Date.now() };
  await page.goto("/api/healthz");
  await page.evaluate((kept) => window.localStorage.setItem("draft.evaluation", kept), JSON.stringify(draft));
  await open(page, locale, "/evaluation");
  await expectStep(page, "check");
  return values;
}

export async function expectVerdict(page: Page, locale: Locale): Promise<void> {
  await expectPath(page, getPathname({ href: "/evaluation/result", locale }));
}

export async function expectInquirySent(page: Page, locale: Locale): Promise<void> {
  await expectPath(page, getPathname({ href: "/contact/sent", locale }));
}

/**
 * Expects the page's path. Polls the page itself: when a second click replaces the navigation of the first, waiting for
 * the navigation fails, and Playwright may not know the new URL.
 */
async function expectPath(page: Page, path: string): Promise<void> {
  const readPath = () => page.evaluate(() => window.location.pathname);
  await expect(async () => expect(await readPath()).toBe(path)).toPass({ timeout: 15_000 });
  await page.waitForLoadState();
}

export const getSummary = (page: Page): Locator => page.locator("#error-summary");

/** Expects errors in the summary, in this order, and as the accessible descriptions of their fields. */
export async function expectErrors(page: Page, locale: Locale, errors: [field: string, text: string][]): Promise<void> {
  const summary = getSummary(page);
  await expect(summary.getByRole("listitem")).toHaveText(errors.map(([, text]) => text));
  await expect(summary).toHaveAccessibleName(texts[locale]("errors.summary"));
  await expect(page).toHaveTitle(/^Error: /);
  for (const [field, text] of errors) {
    await expect(page.locator(`#${field}`)).toHaveAccessibleDescription(new RegExp(escapeRegExp(text)));
  }
}

export async function expectNoError(page: Page): Promise<void> {
  await expect(getSummary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Error/);
  await expect(page.locator("[aria-invalid=true]:visible")).toHaveCount(0);
}

export const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export async function listEvaluations(email: string): Promise<Record<string, unknown>[]> {
  return query("SELECT * FROM submissions WHERE kind = 'evaluation' AND email = $1 ORDER BY id", [email]);
}

export async function listInquiries(email: string): Promise<Record<string, unknown>[]> {
  return query("SELECT * FROM submissions WHERE kind = 'inquiry' AND email = $1 ORDER BY id", [email]);
}
