// What the service or an operator has taken for spam, and the list of senders who are blocked.
import { expect, type Page } from "@playwright/test";
import { sentLead } from "../../e2e/support/submissions.ts";
import { query, randomEmail } from "../../e2e/support/test.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { deskText } from "../../lib/i18n/desk-text.ts";
import { clickButton, type DeskJourney, go } from "./desk-journey.ts";
import { blockedDomain, newLead, newSpam, waitForRules } from "./desk-records.ts";

const text = (locale: Locale) => deskText(locale, "spam");
const folder = "/admin/inbox?view=spam";

const openLead = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await page.locator("#reply-text, article").first().waitFor();
};

export const spam: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-spam-new": async (page, locale) => {
      // Another picture may open the folder meanwhile.
      await expect(async () => {
        await query("UPDATE operators SET spam_seen_at = NULL");
        await page.goto("/admin/inbox");
        await page
          .getByRole("link", { name: new RegExp(text(locale)("new", { count: 1 }).replace("1", "\\d+")) })
          .waitFor({ timeout: 3_000 });
      }).toPass();
    },
    "desk-spam": async (page, locale) => {
      await page.goto(folder);
      await page.getByText(text(locale)("folderNote")).waitFor();
    },
    "desk-spam-selected": async (page, locale) => {
      // Those that no other picture brings back.
      await page.goto("/admin/inbox?status=spam&sort=oldest");
      await page.getByText(text(locale)("folderNote")).waitFor();
      for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
      await page
        .getByRole("button", { name: text(locale)("notice.release"), exact: true })
        .first()
        .waitFor();
    },
    "desk-spam-lead": async (page, locale) => {
      await openLead(page, await newSpam());
      await page.getByRole("heading", { name: text(locale)("notice.service") }).waitFor();
    },
    "desk-spam-released": async (page, locale) => {
      await clickButton(page, text(locale)("notice.release"));
      await page.getByRole("main").getByRole("status").filter({ hasText: /^E-/ }).waitFor();
    },
    "desk-spam-choice": async (page) => {
      await openLead(page, await newLead("es"));
      await page.keyboard.press("e");
      await page.getByRole("dialog").getByRole("option").last().waitFor();
    },
    "desk-spam-marked": async (page, locale) => {
      const email = randomEmail();
      const id = await sentLead({ email });
      await waitForRules(id);
      await openLead(page, id);
      await page.keyboard.press("e");
      await page
        .getByRole("option", { name: text(locale)("choice.address", { value: email }) })
        .first()
        .click();
      await page.getByRole("heading", { name: text(locale)("notice.operator") }).waitFor();
    },
  },
};

export const blockList: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-blocked": go("/admin/blocked"),
    "desk-blocked-refused": async (page, locale) => {
      const t = text(locale);
      await page.getByLabel(t("blocked.type"), { exact: true }).selectOption("domain");
      await page.getByLabel(t("blocked.value")).fill("gmail.com");
      await clickButton(page, t("blocked.submit"));
      await page.getByText(t("blocked.fault.domain")).waitFor();
    },
    "desk-blocked-added": async (page, locale) => {
      const t = text(locale);
      await page.getByLabel(t("blocked.value")).fill(`ofertas-${locale}-${page.viewportSize()?.width}.example`);
      await page.getByLabel(t("blocked.reason")).fill("Vende enlaces");
      await clickButton(page, t("blocked.submit"));
      await page.getByText(t("blocked.added", { count: 0 })).waitFor();
    },
    "desk-blocked-remove": (page, locale) =>
      clickButton(page, text(locale)("blocked.removeLabel", { value: blockedDomain })),
  },
};
