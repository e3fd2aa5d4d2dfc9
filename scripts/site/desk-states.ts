// The pages of the operators' desk and the states they can be in, with the way to each. Those of a submission and of the
// catalog have files of their own.
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
import { sentInquiry } from "../../e2e/support/submissions.ts";
import { randomEmail } from "../../e2e/support/test.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { deskText } from "../../lib/i18n/desk-text.ts";
import { catalog } from "./desk-catalog-states.ts";
import { list, replies, submissions } from "./desk-inbox-states.ts";
import { clickButton, type DeskJourney, go } from "./desk-journey.ts";
import { colleague, newDeadNotice } from "./desk-records.ts";
import { blockList, spam } from "./desk-spam-states.ts";

const auth = (locale: Locale) => deskText(locale, "auth");
const mailText = (locale: Locale) => deskText(locale, "mail");

/** A new account for each picture, as invitations and codes work once. */
const entrance: DeskJourney = {
  isScripted: true,
  isSignedIn: false,
  // A refused sign-in.
  hasFailures: true,
  states: {
    "desk-sign-in": go("/admin/sign-in"),
    "desk-sign-in-refused": async (page, locale) => {
      await enterPassword(page, "ana@desk.example", undefined, locale);
      await page.locator("main [role=alert]").waitFor();
    },
    "desk-invitation": async (page) => {
      await page.goto((await invite()).path);
    },
    "desk-invitation-refused": (page, locale) => clickButton(page, auth(locale)("invitation.submit")),
    "desk-invitation-over": go(`/admin/invitation/${"x".repeat(43)}`),
    "desk-second-factor-set-up": async (page, locale) => {
      const { email, path } = await invite();
      await acceptInvitation(page, path, locale);
      await enterPassword(page, email, undefined, locale);
      await page.waitForURL("**/second-factor/set-up");
      await page.evaluate((address) => sessionStorage.setItem("address", address), email);
    },
    "desk-second-factor": async (page, locale) => {
      const email = (await page.evaluate(() => sessionStorage.getItem("address"))) ?? "";
      const account = toAccount(email, await page.locator("code").allInnerTexts());
      await enterCode(page, await makeCode(account), auth(locale)("setUp.submit"), locale);
      await page.waitForURL("**/admin/inbox");
      await signOut(page, locale);
      await enterPassword(page, email, undefined, locale);
      await page.waitForURL("**/admin/second-factor");
    },
  },
};

/** Of a desk that nobody has written to: its pictures are taken before the records are stored. */
const fresh: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  isWithoutRecords: true,
  states: {
    "desk-fresh-inbox": go("/admin/inbox"),
    "desk-fresh-overview": go("/admin/overview"),
    "desk-fresh-mail": go("/admin/mail"),
    "desk-fresh-templates": go("/admin/templates"),
    "desk-fresh-people": go("/admin/people"),
    "desk-fresh-assignment": go("/admin/assignment"),
    "desk-fresh-blocked": go("/admin/blocked"),
    "desk-fresh-spam": go("/admin/inbox?view=spam"),
    "desk-fresh-audit": go("/admin/audit"),
  },
};

const mail: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-mail": go("/admin/mail"),
    "desk-mail-held-refused": async (page, locale) => {
      const t = deskText(locale, "inbound");
      await page.getByLabel(t("held.reference")).last().fill("12");
      await page
        .getByRole("button", { name: t("held.attach"), exact: true })
        .last()
        .click();
      await page.getByText(t("held.invalid")).waitFor();
    },
    "desk-mail-held-discard": async (page, locale) => {
      await page
        .getByRole("button", {
          name: deskText(locale, "inbound")("held.discardLabel", { subject: "Cotización de cupones" }),
        })
        .click();
    },
    "desk-mail-file": async (page, locale) => {
      await page.goto("/admin/mail");
      await page
        .getByRole("link", { name: new RegExp(`^${mailText(locale)("mail.acknowledgement").split(" ", 1)}`) })
        .first()
        .click();
      await page.waitForURL("**/admin/mail/*.eml");
    },
    "desk-mail-again": async (page, locale) => {
      const t = mailText(locale);
      const named = { mail: t("mail.notice"), of: t("subject.inquiry", { reference: await newDeadNotice() }) };
      await page.goto("/admin/mail");
      await clickButton(page, t("dead.againLabel", named));
      await page.getByText(t("again", { count: 1 })).waitFor();
    },
  },
};

/** As after a restore, or by `npm run mail -- hold`. */
const held: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  isHeld: true,
  states: {
    "desk-held-inbox": go("/admin/inbox"),
    "desk-held-mail": go("/admin/mail"),
    "desk-held-discard": (page, locale) => clickButton(page, deskText(locale, "mail")("hold.discard")),
  },
};

/** A script that fails in the browser: the page of an error of the server is the same. */
const broken: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-error": async (page) => {
      await page.addInitScript(() => {
        const keep = document.addEventListener;
        document.addEventListener = function (this: Document, ...given: unknown[]) {
          if (given[0] === "keydown" && given.length === 2) throw new Error("This browser takes no keys");
          return Reflect.apply(keep, this, given);
        };
      });
      await page.goto("/admin/inbox");
      await page.getByRole("alert").getByRole("heading").waitFor();
    },
  },
};

const overview: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  states: {
    "desk-overview": go("/admin/overview"),
    "desk-overview-days": go("/admin/overview?from=2026-11-02&to=2026-11-15"),
    "desk-overview-empty": go("/admin/overview?from=2024-01-01&to=2024-01-31"),
    "desk-overview-printed": async (page) => {
      await page.goto("/admin/overview");
      await page.emulateMedia({ media: "print" });
    },
  },
};

const management: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-people": go("/admin/people"),
    "desk-people-refused": (page, locale) => clickButton(page, deskText(locale, "people")("find.submit")),
    "desk-people-unknown": async (page, locale) => {
      await findPerson(page, locale, "nobody@example.com");
      await page.getByRole("heading", { name: deskText(locale, "people")("erase.titleMentions") }).waitFor();
    },
    "desk-person": async (page, locale) => {
      await findPerson(page, locale, "lucia.hernandez@example.com");
      await page.waitForURL("**/people?submission=*");
    },
    "desk-person-erase-refused": async (page, locale) => {
      const t = deskText(locale, "people");
      await page.getByLabel(t("erase.confirmation")).fill("lucia@example.com");
      await clickButton(page, t("erase.submit"));
      await page.getByText(t("erase.different")).waitFor();
    },
    "desk-person-erased": async (page, locale) => {
      const email = randomEmail();
      await sentInquiry({ email });
      await findPerson(page, locale, email);
      await page.waitForURL("**/people?submission=*");
      const t = deskText(locale, "people");
      await page.getByLabel(t("erase.confirmation")).fill(email);
      await clickButton(page, t("erase.submit"));
      await page.getByText(t("erase.done"), { exact: true }).waitFor();
    },
    "desk-operators": go("/admin/operators"),
    "desk-operators-refused": (page, locale) => clickButton(page, auth(locale)("operators.submit")),
    "desk-operators-invited": async (page, locale) => {
      const email = `${locale}.${page.viewportSize()?.width}@encaje.example`;
      await page.getByLabel(auth(locale)("operators.email")).fill(email);
      await clickButton(page, auth(locale)("operators.submit"));
      await page.getByRole("heading", { name: auth(locale)("operators.link", { email }) }).waitFor();
    },
    "desk-operators-day": async (page, locale) => {
      const t = deskText(locale, "assignment");
      await clickButton(page, t("duty.label", { action: t("duty.putOffUntil"), name: colleague }));
      await page.getByRole("dialog").locator("input").fill("2020-01-01");
      await clickButton(page, t("duty.save"));
      await page.getByText(t("duty.refused")).waitFor();
    },
    "desk-assignment": go("/admin/assignment"),
    "desk-assignment-refused": (page, locale) => clickButton(page, deskText(locale, "assignment")("save")),
    "desk-assignment-edit": async (page, locale) => {
      const name = "Spanish, for review";
      await page.goto("/admin/assignment");
      await page.getByRole("link", { name: deskText(locale, "assignment")("editLabel", { name }) }).click();
      await page.waitForURL("**/assignment?edit=*");
      await page.getByRole("heading", { name: deskText(locale, "assignment")("editLabel", { name }) }).waitFor();
    },
    "desk-assignment-remove": (page, locale) =>
      clickButton(page, deskText(locale, "assignment")("removeLabel", { name: "Everything else" })),
    "desk-templates": go("/admin/templates"),
    "desk-templates-refused": async (page, locale) => {
      const t = deskText(locale, "reply");
      await page.getByLabel(t("editor.textEn")).fill("Good morning, {firstname}:");
      await clickButton(page, t("editor.save"));
      await page.getByText(t("editor.unknown", { names: "{firstname}" })).waitFor();
    },
    "desk-template-edit": async (page, locale) => {
      await page.goto("/admin/templates");
      const name = deskText(locale, "reply")("editor.edit", { name: "First call" });
      await page.getByRole("link", { name }).click();
      await page.getByRole("heading", { name }).waitFor();
    },
    "desk-audit": go("/admin/audit"),
    "desk-account": go("/admin/account"),
    "desk-account-refused": async (page, locale) => {
      await clickButton(page, auth(locale)("account.change"));
      await expect(page.locator("main [aria-invalid=true]").first()).toBeFocused();
    },
    "desk-not-found": go("/admin/no-such-page"),
    "desk-signed-out": async (page, locale) => {
      await page.goto("/admin/account");
      await page.context().clearCookies();
      await clickButton(page, deskText(locale, "reply")("signature.save"));
      await page.getByText(deskText(locale, "shell")("problem.unauthorized")).waitFor();
    },
  },
};

const member: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  isMember: true,
  states: { "desk-forbidden": go("/admin/operators") },
};

async function findPerson(page: Page, locale: Locale, email: string): Promise<void> {
  const t = deskText(locale, "people");
  await page.goto("/admin/people");
  await page.getByLabel(t("find.email")).fill(email);
  await clickButton(page, t("find.submit"));
}

export const deskJourneys: Record<string, DeskJourney> = {
  fresh,
  list,
  submissions,
  replies,
  mail,
  catalog,
  overview,
  spam,
  blockList,
  management,
  member,
  entrance,
  broken,
  held,
};
