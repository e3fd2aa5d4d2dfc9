// The pages of the operators' desk and the states they can be in, with the way to each.
import { expect, type Page } from "@playwright/test";
import {
  acceptInvitation,
  enterCode,
  enterPassword,
  invite,
  makeCode,
  signOut,
  toAccount,
} from "../../e2e/support/sign-in.ts";
import { query } from "../../e2e/support/test.ts";
import type { Journey } from "./site.ts";
import { entryWithOpenApi } from "./states.ts";

export type DeskJourney = Journey & {
  /** With an admin's session from the start. */
  isSignedIn: boolean;
};

const go = (path: string) => async (page: Page) => {
  await page.goto(path);
};

const press = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).click();
};

/** The newest submission for an SQL condition. */
async function openSubmission(page: Page, kind: "evaluation" | "inquiry", where: string): Promise<void> {
  const [row] = await query<{ id: number }>(
    `SELECT id FROM submissions WHERE kind = $1 AND ${where} ORDER BY created_at DESC LIMIT 1`,
    [kind],
  );
  await page.goto(`/admin/inbox/${kind}/${row?.id}`);
}

/** A new account for each picture, as invitations and codes work once. */
const entrance: DeskJourney = {
  isScripted: true,
  isSignedIn: false,
  states: {
    "desk-sign-in": go("/admin/sign-in"),
    "desk-sign-in-refused": (page) => enterPassword(page, "ana@desk.example"),
    "desk-invitation": async (page) => {
      await page.goto((await invite()).path);
    },
    "desk-second-factor-set-up": async (page) => {
      const { email, path } = await invite();
      await acceptInvitation(page, path);
      await enterPassword(page, email);
      await page.waitForURL("**/second-factor/set-up");
      await page.evaluate((address) => sessionStorage.setItem("address", address), email);
    },
    "desk-second-factor": async (page) => {
      const email = (await page.evaluate(() => sessionStorage.getItem("address"))) ?? "";
      const account = toAccount(email, await page.locator("code").allInnerTexts());
      await enterCode(page, await makeCode(account), "Confirm");
      await page.waitForURL("**/admin/inbox");
      await signOut(page);
      await enterPassword(page, email);
      await page.waitForURL("**/admin/second-factor");
    },
  },
};

const inbox: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-inbox": go("/admin/inbox"),
    "desk-inbox-keys": async (page) => {
      await page.getByRole("button", { name: "Keys" }).click();
    },
    "desk-inbox-palette": async (page) => {
      await page.goto("/admin/inbox");
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
    "desk-inbox-filters": go("/admin/inbox?q=volcan&channel=ai_agent"),
    "desk-inbox-beside": async (page) => {
      await page.goto("/admin/inbox?status=open");
      await page.locator("a[data-row]").nth(1).click();
      await page
        .getByRole("article")
        .getByRole("button", { name: /^Status:/ })
        .click();
    },
    "desk-inbox-empty": go("/admin/inbox?q=nobody"),
    "desk-lead": (page) => openSubmission(page, "evaluation", "route = 'review' AND status = 'new'"),
    "desk-lead-noted": async (page) => {
      await page.getByLabel("Add a note").fill("Called: the budget is confirmed for March.");
      await press("Add a note")(page);
      await expect(page.getByRole("main").getByRole("status")).toHaveText("Saved");
    },
    "desk-lead-lost": (page) => openSubmission(page, "evaluation", "status = 'lost'"),
    "desk-lead-by-assistant": (page) => openSubmission(page, "evaluation", "channel = 'ai_agent'"),
    "desk-lead-confirmed": (page) => openSubmission(page, "evaluation", "consent_confirmed_at IS NOT NULL"),
    "desk-lead-replied": (page) =>
      openSubmission(
        page,
        "evaluation",
        "id = (SELECT max(submission_id) FROM submission_events WHERE type = 'reply' AND kind = 'evaluation')",
      ),
    "desk-lead-withdrawn": (page) => openSubmission(page, "evaluation", "consent_withdrawn_at IS NOT NULL"),
    "desk-inquiry": (page) => openSubmission(page, "inquiry", "status = 'new'"),
  },
};

const mail: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-mail": go("/admin/mail"),
    "desk-mail-file": async (page) => {
      await page
        .getByRole("link", { name: /^Acknowledgement/ })
        .first()
        .click();
      await page.waitForURL("**/admin/mail/*.eml");
    },
    "desk-mail-again": go("/admin/mail?again=3"),
  },
};

const catalog: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-catalog": go("/admin/catalog"),
    "desk-entry": go(`/admin/catalog/${entryWithOpenApi}`),
    "desk-entry-preview": go(`/admin/catalog/${entryWithOpenApi}/preview`),
    "desk-entry-delete": async (page) => {
      await go(`/admin/catalog/${entryWithOpenApi}`)(page);
      await press("Delete")(page);
    },
    "desk-entry-new": go("/admin/catalog/new"),
    "desk-import": go("/admin/catalog/import"),
    "desk-import-review": async (page) => {
      await go("/admin/catalog/import")(page);
      const document = {
        openapi: "3.1.0",
        info: { title: "Receipt validation", version: "2.0", description: "Reads receipts of any shop." },
        tags: [{ name: "receipts", description: "Uploaded by people." }],
        paths: { "/receipts": { post: { operationId: "createReceipt", tags: ["receipts"] } } },
      };
      await page.getByLabel("Document", { exact: true }).fill(JSON.stringify(document));
      await page.getByLabel("Into").selectOption(entryWithOpenApi);
      await press("Show what would change")(page);
      await page.getByRole("heading", { name: "What the import would change" }).waitFor();
    },
    "desk-entry-conflict": async (page) => {
      await go(`/admin/catalog/${entryWithOpenApi}`)(page);
      await query("UPDATE catalog_entries SET title_en = 'Checked receipts', updated_at = now() WHERE slug = $1", [
        entryWithOpenApi,
      ]);
      await page.locator("#titleEn").fill("Valid receipts");
      await page.locator("#entry-form button[type=submit]").click();
      await page.getByRole("radiogroup").first().waitFor();
    },
  },
};

const management: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-overview": go("/admin/overview"),
    "desk-people": go("/admin/people"),
    "desk-person": async (page) => {
      await page.getByRole("textbox").first().fill("lucia.hernandez@example.com");
      await page.locator("main form button").first().click();
      await page.waitForURL("**/people?submission=*");
    },
    "desk-operators": go("/admin/operators"),
    "desk-assignment": go("/admin/assignment"),
    "desk-templates": go("/admin/templates"),
    "desk-audit": go("/admin/audit"),
    "desk-account": go("/admin/account"),
    "desk-account-refused": async (page) => {
      await page.goto("/admin/account");
      await press("Change the password")(page);
    },
  },
};

const missing: DeskJourney = {
  isScripted: true,
  hasFailures: true,
  isSignedIn: true,
  states: { "desk-not-found": go("/admin/no-such-page") },
};

export const deskJourneys: Record<string, DeskJourney> = { entrance, inbox, mail, catalog, management, missing };
