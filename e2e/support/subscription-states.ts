// States of the page of a subscription, with the steps to reach each.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import type { Journey } from "./site-states.ts";
import { query, randomEmail } from "./test.ts";

const href = "/changes/subscription";

/** Stores a subscriber who has not confirmed yet. @returns the query of the mailed link */
async function storeSubscriber(locale: Locale): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO subscribers (id, email, language, requested_at, changes_since, next_at)
     VALUES ($1, $2, $3, now(), now(), now() + interval '1 day')`,
    [id, randomEmail(), locale],
  );
  return `?token=${id}`;
}

/** Opens the page without waiting for a script. */
async function openPage(page: Page, locale: Locale, to: Href, rest = ""): Promise<void> {
  await page.goto(getPathname({ href: to, locale }) + rest, { waitUntil: "load" });
}

const submitForm = (page: Page) => page.locator("main form button[type=submit]").click();

async function submitEmail(page: Page, email: string): Promise<void> {
  await page.locator("input[name=email]").fill(email);
  await submitForm(page);
}

export const subscription: Journey = {
  isScripted: false,
  states: {
    changes: (page, locale) => openPage(page, locale, "/changes"),
    // The browser accepts an address without a dot after the @.
    "subscription-error": async (page) => {
      await submitEmail(page, "lucia.hernandez@example");
      await page.locator("#subscriber[aria-invalid=true]").waitFor();
    },
    "subscription-sent": async (page, locale) => {
      await submitEmail(page, randomEmail());
      await page.waitForURL(`**${getPathname({ href, locale })}?sent=1`);
    },
    "subscription-asked": async (page, locale) => {
      await openPage(page, locale, href, await storeSubscriber(locale));
    },
    "subscription-confirmed": submitForm,
    "subscription-ended": submitForm,
    "subscription-refused": (page, locale) => openPage(page, locale, href, "?problem=rate_limited&minutes=8"),
  },
};
