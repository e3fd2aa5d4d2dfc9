// The list of submissions, an open one, and the ways to answer it.
import { expect, type Page } from "@playwright/test";
import { query } from "../../e2e/support/test.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { deskText } from "../../lib/i18n/desk-text.ts";
import { clickButton, type DeskJourney, go } from "./desk-journey.ts";
import { colleague, newLead } from "./desk-records.ts";
import { openDesk, readRevision } from "./desk-work.ts";

const inbox = (locale: Locale) => deskText(locale, "inbox");
const listText = (locale: Locale) => deskText(locale, "list");
const triage = (locale: Locale) => deskText(locale, "triage");
const reply = (locale: Locale) => deskText(locale, "reply");

/** The newest submission for an SQL condition. */
const openSubmission = (kind: "evaluation" | "inquiry", where: string) => async (page: Page) => {
  const [row] = await query<{ id: number }>(
    `SELECT id FROM submissions WHERE kind = $1 AND ${where} ORDER BY created_at DESC LIMIT 1`,
    [kind],
  );
  if (!row) throw new Error(`There is no ${kind} where ${where}.`);
  await page.goto(`/admin/inbox/${kind}/${row.id}`);
  await page.locator("#reply-text, article").first().waitFor();
};

const openNewLead = async (page: Page, locale: Locale): Promise<number> => {
  const id = await newLead(locale);
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await page.locator("#reply-text").waitFor();
  return id;
};

const pressKeys = (...keys: string[]) => {
  return async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
};
const leaveDialog = pressKeys("Escape");

const choose = async (page: Page, name: string) => {
  await page.getByRole("dialog").getByRole("option", { name }).first().click();
};

/** Opens the choice of the open submission's status. */
async function askStatus(page: Page, locale: Locale): Promise<void> {
  await page
    .getByRole("article")
    .getByRole("button", { name: new RegExp(`^${inbox(locale)("statusLabel")}:`) })
    .click();
}

export const list: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-inbox": async (page, locale) => {
      await page.goto("/admin/inbox");
      await page.getByRole("link", { name: new RegExp(`^${triage(locale)("views.mine")}`) }).waitFor();
    },
    "desk-inbox-new": async (page, locale) => {
      // Those of the pictures that are taken meanwhile are counted as well; the plural begins like the singular.
      const name = new RegExp(triage(locale)("live.new", { count: 1 }).replace("1", "^\\d+"));
      // What comes before the page is connected is in its list already.
      await expect(async () => {
        await newLead(locale);
        await page.getByRole("button", { name }).waitFor({ timeout: 5_000 });
      }).toPass();
    },
    "desk-inbox-keys": async (page) => {
      await page.goto("/admin/inbox");
      await page.keyboard.press("?");
    },
    "desk-inbox-palette": async (page) => {
      await leaveDialog(page);
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("volcan");
      await page
        .getByRole("option", { name: /Volcán/ })
        .first()
        .waitFor();
    },
    "desk-inbox-columns": async (page) => {
      await page.goto("/admin/inbox?columns=reference,status,company,email,text,score,channel,language,date");
      await page.keyboard.press("c");
      await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
    },
    "desk-inbox-filter": async (page) => {
      await page.goto("/admin/inbox?q=volcan&status=new,contacted");
      await page.keyboard.press("f");
    },
    "desk-inbox-filters": async (page) => {
      await page.goto("/admin/inbox?q=volcan&channel=ai_agent&consent=claimed&language=es&sort=due");
    },
    "desk-inbox-view-save": (page, locale) => clickButton(page, triage(locale)("views.save")),
    "desk-inbox-view-refused": (page, locale) => clickButton(page, triage(locale)("views.saveButton")),
    "desk-inbox-views": async (page, locale) => {
      await leaveDialog(page);
      await clickButton(page, triage(locale)("views.manage"));
    },
    "desk-inbox-selected": async (page) => {
      await page.goto("/admin/inbox?status=new");
      await pressKeys("j", "x", "j", "x", "j")(page);
    },
    "desk-inbox-selected-status": pressKeys("s"),
    "desk-inbox-selected-snooze": pressKeys("Escape", "h"),
    "desk-inbox-beside": async (page, locale) => {
      await page.goto("/admin/inbox?status=open");
      await page.locator("a[data-row]").nth(1).click();
      await askStatus(page, locale);
    },
    "desk-inbox-lost": (page, locale) => choose(page, inbox(locale)("status.lost")),
    "desk-inbox-lost-refused": (page, locale) => clickButton(page, listText(locale)("save")),
    "desk-inbox-snoozed": go("/admin/inbox?snoozed=only"),
    "desk-inbox-empty": go("/admin/inbox?q=nobody"),
  },
};

export const submissions: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-lead": async (page, locale) => void (await openNewLead(page, locale)),
    "desk-lead-noted": async (page, locale) => {
      const t = inbox(locale);
      await page
        .getByLabel(t("noteText"), { exact: true })
        .fill(`Called: the budget is confirmed for March. @${colleague}`);
      await clickButton(page, t("note"));
      await expect(page.getByLabel(t("noteText"), { exact: true })).toHaveValue("");
    },
    "desk-lead-mention": async (page, locale) => {
      await page.getByLabel(inbox(locale)("noteText"), { exact: true }).fill("");
      await page.getByLabel(inbox(locale)("noteText"), { exact: true }).pressSequentially("Please call, @Ma");
      await page.getByRole("option", { name: `@${colleague}` }).waitFor();
    },
    "desk-lead-answered": openSubmission(
      "evaluation",
      "id = (SELECT max(submission_id) FROM inbound_mails WHERE kind = 'evaluation')",
    ),
    "desk-lead-snoozed": openSubmission("evaluation", "snoozed_until > now()"),
    "desk-lead-repeated": openSubmission(
      "evaluation",
      "id = (SELECT max(repeat_of) FROM submissions WHERE kind = 'evaluation')",
    ),
    "desk-lead-repeat": openSubmission("evaluation", "repeat_of IS NOT NULL"),
    "desk-lead-look-alike": openSubmission("evaluation", "agent_name LIKE '\u0421%'"),
    "desk-lead-lost": openSubmission("evaluation", "status = 'lost'"),
    "desk-lead-by-assistant": openSubmission("evaluation", "agent_name = 'ChatGPT' AND consent_confirmed_at IS NULL"),
    "desk-lead-confirmed": openSubmission("evaluation", "consent_confirmed_at IS NOT NULL"),
    "desk-lead-replied": openSubmission(
      "evaluation",
      "id = (SELECT min(submission_id) FROM submission_events WHERE type = 'reply' AND kind = 'evaluation')",
    ),
    "desk-lead-withdrawn": openSubmission("evaluation", "consent_withdrawn_at IS NOT NULL"),
    "desk-inquiry": openSubmission("inquiry", "status = 'new'"),
    "desk-lead-conflict": async (page, locale) => {
      // A connection that is cut: the desk would be told of the other's change.
      await page.route("**/api/admin/inbox/events**", (route) => route.abort());
      const id = await openNewLead(page, locale);
      const [operator] = await query<{ id: string }>("SELECT id FROM operators WHERE name = $1", [colleague]);
      const other = await openDesk(operator?.id ?? "");
      await other.post(`inbox/evaluation/${id}/status`, { revision: await readRevision(id), status: "contacted" });
      await askStatus(page, locale);
      await choose(page, inbox(locale)("status.booked"));
      await page.getByRole("main").getByRole("alert").waitFor();
    },
  },
};

export const replies: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-reply-refused": async (page, locale) => {
      await openNewLead(page, locale);
      await page.locator("#reply-text").press("Control+Enter");
      await expect(page.locator("#reply-text")).toHaveAttribute("aria-invalid", "true");
    },
    "desk-reply-templates": async (page, locale) => {
      await clickButton(page, reply(locale)("templates.open"));
      await page.getByRole("option", { name: "First call" }).waitFor();
    },
    "desk-reply-preview": async (page, locale) => {
      const t = reply(locale);
      await page.keyboard.press("1");
      await expect(page.locator("#reply-text")).toHaveValue(/Villalobos/);
      await page
        .locator("input[data-reply-files]")
        .setInputFiles({ name: "Plan.txt", mimeType: "text/plain", buffer: Buffer.from("Plan") });
      await page.getByRole("list", { name: t("files.listed") }).waitFor();
      await clickButton(page, t("preview.open"));
      await page.getByLabel(t("preview.title")).getByText("Plan.txt").waitFor();
    },
    "desk-reply-later": async (page, locale) => {
      await clickButton(page, reply(locale)("later.open"));
      await clickButton(page, reply(locale)("later.send"));
    },
    "desk-reply-planned": async (page, locale) => {
      await clickButton(page, reply(locale)("later.monday"));
      await expect(page.locator("#reply-text")).toHaveValue("");
    },
    "desk-reply-undo": async (page, locale) => {
      await openNewLead(page, locale);
      await page.locator("#reply-text").fill("Gracias, Marco. Le escribo el lunes.");
      await page.locator("#reply-text").press("Control+Enter");
      await page.getByText(reply(locale)("queued.soon")).waitFor();
    },
  },
};
