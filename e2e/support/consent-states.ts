// States of the consent pages, with the steps to reach each.
import type { Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { storeAgentSubmission, toConsentLink } from "./consent-links.ts";
import { open } from "./site.ts";
import type { Journey } from "./site-states.ts";

async function submitConsent(page: Page, locale: Locale): Promise<void> {
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(`**${getPathname({ href: "/consent/done", locale })}?*`);
}

/** Each state creates a new consent link, because a link works only once. */
export const consent: Journey = {
  isScripted: true,
  hasFailures: true,
  states: {
    "consent-confirm": async (page, locale) => {
      await page.goto(toConsentLink(locale, (await storeAgentSubmission("evaluation")).tokens.confirm));
    },
    "consent-confirmed": submitConsent,
    "consent-withdraw": async (page, locale) => {
      const agentName = "Asistente de la Compañía Centroamericana de Promociones";
      await page.goto(toConsentLink(locale, (await storeAgentSubmission("inquiry", { agentName })).tokens.withdraw));
    },
    "consent-withdrawn": submitConsent,
    "consent-unusable": (page, locale) => open(page, locale, "/consent"),
    "consent-refused": (page, locale) =>
      open(page, locale, "/consent/refused", `?problem=rate_limited&minutes=8&token=${"t".repeat(43)}`),
    "consent-none": (page, locale) => open(page, locale, "/consent/done"),
  },
};
