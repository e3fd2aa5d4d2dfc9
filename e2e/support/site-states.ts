// States of the site's pages, with the steps to reach each.
import { expect, type Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { consent } from "./consent-states.ts";
import {
  answerByKeys,
  answersFor,
  buttons,
  expectInquirySent,
  expectStep,
  expectVerdict,
  fillFields,
  open,
  openCheckStep,
  texts,
} from "./site.ts";
import { subscription } from "./subscription-states.ts";
import { inquiry } from "./test.ts";

export type Journey = {
  isScripted: boolean;
  /** The journey includes failing requests, whose console messages are allowed. */
  hasFailures?: boolean;
  /** States by name. Each state starts from the previous one. */
  states: Record<string, (page: Page, locale: Locale) => Promise<void>>;
};

const projects = {
  en: {
    projectDescription:
      "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May. One brand, 400 shops.",
    discoverySource: "A colleague told me",
  },
  es: {
    projectDescription:
      "Una promoción con facturas en Guatemala y Costa Rica, con sorteos semanales de marzo a mayo. Una marca, 400 tiendas.",
    discoverySource: "Me lo contó una colega",
  },
};
const people = {
  en: { name: "Lucía Hernández", role: "Brand manager", company: "Café Volcán" },
  es: { name: "Lucía Hernández", role: "Gerente de marca", company: "Café Volcán" },
};
const messages = {
  en: "Do you run prize draws in El Salvador, and who files the permit?",
  es: "¿Hacen sorteos en El Salvador, y quién tramita el permiso?",
};

const email = "lucia.hernandez@example.com";
/** An address that the browser accepts and the service refuses, because it has no dot after the @. */
const undottedEmail = "lucia.hernandez@example";

const getPerson = (locale: Locale) => ({ ...people[locale], email });
const getInquiry = (locale: Locale) => ({ name: people[locale].name, email, message: messages[locale] });

export const entryWithOpenApi = "receipts-validation";

const getErrorSummary = (page: Page) => page.locator("#error-summary");
const submitForm = (page: Page) => page.locator("main form button[type=submit]").click();
const getProblem = (page: Page) => page.locator("form [role=alert]");

async function submitWithErrors(page: Page): Promise<void> {
  await submitForm(page);
  await expect(getErrorSummary(page)).toBeFocused();
}

/** Opens a page without waiting for a script. */
async function openWithoutWaiting(page: Page, locale: Locale, href: Href, rest = ""): Promise<void> {
  await page.goto(getPathname({ href, locale }) + rest, { waitUntil: "load" });
}

async function searchCatalog(page: Page, locale: Locale, words: string): Promise<void> {
  await page.locator("#search").fill(words);
  await page.waitForURL(`**${getPathname({ href: "/catalog", locale })}?search=${words}`);
}

const toEntryHref = (slug: string): Href => ({ pathname: "/catalog/[slug]", params: { slug } });

/** Sends inquiries from this visitor's address until one is rate-limited. */
async function submitUntilRateLimited(page: Page): Promise<void> {
  for (let sent = 0; sent < 1_000; sent++) {
    const answer = await page.request.post("/api/leads/contact", { data: inquiry() });
    if (answer.status() === 429) return;
    if (answer.status() !== 201) throw new Error(`An inquiry was answered ${answer.status()}.`);
  }
  throw new Error("There is no limit to the submissions of a client.");
}

async function sendEvaluation(page: Page, locale: Locale, route: keyof typeof answersFor): Promise<void> {
  await openCheckStep(page, locale, answersFor[route], { ...projects[locale], ...getPerson(locale) });
  await submitForm(page);
  await expectVerdict(page, locale);
}

const evaluation: Journey = {
  isScripted: true,
  hasFailures: true,
  states: {
    evaluation: (page, locale) => open(page, locale, "/evaluation"),
    "evaluation-error": submitWithErrors,
    // Choose by keyboard, because a tap would lead to the next question.
    "evaluation-chosen": async (page) => {
      await page.locator(`#${questions[0].key}-3`).press("Space");
      await expect(getErrorSummary(page)).toHaveCount(0);
    },
    "evaluation-project": async (page) => {
      await submitForm(page);
      await expectStep(page, questions[1].key);
      await answerByKeys(page, answersFor.qualified.slice(1));
    },
    "evaluation-project-filled": (page, locale) => fillFields(page, projects[locale]),
    "evaluation-person-errors": async (page) => {
      await submitForm(page);
      await expectStep(page, "person");
      await fillFields(page, { email: undottedEmail });
      await submitWithErrors(page);
    },
    "evaluation-person-filled": (page, locale) => fillFields(page, getPerson(locale)),
    "evaluation-check": async (page) => {
      await submitForm(page);
      await expectStep(page, "check");
    },
    "evaluation-start-over": async (page, locale) => {
      await page.getByRole("button", { name: texts[locale]("form.startOver"), exact: true }).click();
      await page.locator("dialog[open]").waitFor();
    },
    "evaluation-no-answer": async (page) => {
      await page.keyboard.press("Escape");
      await page.route("**/api/leads/evaluate", (route) => route.abort());
      await submitForm(page);
      await getProblem(page).waitFor();
    },
    "verdict-qualified": async (page, locale) => {
      await page.unroute("**/api/leads/evaluate");
      await buttons.retry(page, locale).click();
      await expectVerdict(page, locale);
    },
    "evaluation-sent-before": (page, locale) => open(page, locale, "/evaluation"),
  },
};

const verdictReview: Journey = {
  isScripted: true,
  states: { "verdict-review": (page, locale) => sendEvaluation(page, locale, "review") },
};

const verdictRedirect: Journey = {
  isScripted: true,
  states: { "verdict-redirect": (page, locale) => sendEvaluation(page, locale, "redirect") },
};

const evaluationWithoutScript: Journey = {
  isScripted: false,
  states: {
    "evaluation-without-script": (page, locale) => openWithoutWaiting(page, locale, "/evaluation"),
    "evaluation-refused": async (page, locale) => {
      for (const { key } of questions) await page.locator(`#${key}-2`).check();
      // Fill in blank text, which satisfies the browser's minimum length but not the service.
      await fillFields(page, { ...projects[locale], ...people[locale], role: "     ", email: undottedEmail });
      await submitForm(page);
      await page.waitForURL(`**${getPathname({ href: "/evaluation/refused", locale })}?*`);
    },
    "verdict-without-script": async (page, locale) => {
      await page.goBack();
      await fillFields(page, getPerson(locale));
      await submitForm(page);
      await expectVerdict(page, locale);
    },
  },
};

const contact: Journey = {
  isScripted: true,
  hasFailures: true,
  states: {
    contact: (page, locale) => open(page, locale, "/contact"),
    "contact-errors": async (page) => {
      await fillFields(page, { email: undottedEmail });
      await submitWithErrors(page);
    },
    "contact-topic": async (page, locale) => {
      await fillFields(page, { email: "" });
      await open(page, locale, "/contact", "?topic=prize-draws");
    },
    "contact-filled": (page, locale) => fillFields(page, getInquiry(locale)),
    "contact-sent": async (page, locale) => {
      await submitForm(page);
      await expectInquirySent(page, locale);
    },
    "contact-sent-before": (page, locale) => open(page, locale, "/contact"),
    "contact-rate-limited": async (page, locale) => {
      await fillFields(page, getInquiry(locale));
      await submitUntilRateLimited(page);
      await submitForm(page);
      await getProblem(page).waitFor();
    },
  },
};

const contactWithoutScript: Journey = {
  isScripted: false,
  states: {
    "contact-without-script": (page, locale) => openWithoutWaiting(page, locale, "/contact"),
    "contact-refused": async (page, locale) => {
      await fillFields(page, { name: people[locale].name, email: undottedEmail, message: " ".repeat(20) });
      await submitForm(page);
      await page.waitForURL(`**${getPathname({ href: "/contact/refused", locale })}?*`);
    },
    "contact-refused-by-limit": (page, locale) =>
      openWithoutWaiting(page, locale, "/contact/refused", "?problem=rate_limited&minutes=8"),
  },
};

const catalog: Journey = {
  isScripted: true,
  states: {
    catalog: (page, locale) => open(page, locale, "/catalog"),
    "catalog-search": (page, locale) => searchCatalog(page, locale, "envio"),
    "catalog-empty": (page, locale) => searchCatalog(page, locale, "blockchain"),
  },
};

const entries: Journey = {
  isScripted: true,
  states: {
    entry: (page, locale) => open(page, locale, toEntryHref(entryWithOpenApi)),
    "entry-operations": async (page) => {
      await page.locator("main details").evaluateAll((all: HTMLDetailsElement[]) => {
        for (const one of all) one.open = true;
      });
    },
    "entry-found": (page, locale) => open(page, locale, toEntryHref("prize-shipments"), "?search=envio"),
    "entry-without-openapi": (page, locale) => open(page, locale, toEntryHref("campaign-export")),
  },
};

const content: Journey = {
  isScripted: true,
  states: {
    home: (page, locale) => open(page, locale, "/"),
    privacy: (page, locale) => open(page, locale, "/privacy"),
    accessibility: (page, locale) => open(page, locale, "/accessibility"),
    security: (page, locale) => open(page, locale, "/security"),
    developers: (page, locale) => open(page, locale, "/developers"),
    "verdict-none": (page, locale) => open(page, locale, "/evaluation/result"),
    "contact-none": (page, locale) => open(page, locale, "/contact/sent"),
  },
};

const errorPages: Journey = {
  isScripted: true,
  hasFailures: true,
  states: {
    "not-found": async (page, locale) => {
      await page.goto(`/${locale}/no-such-page`);
    },
    // This path fails on purpose, to show the error page of a 500.
    broken: async (page, locale) => {
      await page.goto(`/${locale}/broken`);
    },
  },
};

export const journeys: Record<string, Journey> = {
  content,
  evaluation,
  verdictReview,
  verdictRedirect,
  evaluationWithoutScript,
  contact,
  contactWithoutScript,
  consent,
  subscription,
  catalog,
  entries,
  errorPages,
};
