// The pages of a consent link, and their possible states.
import type { Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { claimed, toLink } from "./consent-links.ts";
import { open } from "./site.ts";
import type { Journey } from "./site-states.ts";

async function press(page: Page, locale: Locale): Promise<void> {
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(`**${getPathname({ href: "/consent/done", locale })}?*`);
}

/** Each picture needs a new link, because a link works once. */
export const consent: Journey = {
  isScripted: true,
  hasFailures: true,
  states: {
    "consent-confirm": async (page, locale) => {
      await page.goto(toLink(locale, (await claimed("evaluation")).tokens.confirm));
    },
    "consent-confirmed": press,
    "consent-withdraw": async (page, locale) => {
      const agentName = "Asistente de la Compañía Centroamericana de Promociones";
      await page.goto(toLink(locale, (await claimed("inquiry", { agentName })).tokens.withdraw));
    },
    "consent-withdrawn": press,
    "consent-unusable": (page, locale) => open(page, locale, "/consent"),
    "consent-refused": (page, locale) =>
      open(page, locale, "/consent/refused", `?problem=rate_limited&minutes=8&token=${"t".repeat(43)}`),
    "consent-none": (page, locale) => open(page, locale, "/consent/done"),
  },
};
