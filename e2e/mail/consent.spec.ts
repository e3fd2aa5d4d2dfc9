import { expect, type Page } from "@playwright/test";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { formatReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { mailText } from "../../lib/i18n/mail-text.ts";
import {
  expectNotLogged,
  expectSelfContained,
  expectWellFormed,
  findNotice,
  keepLetters,
  listMailEvents,
  listPendingMails,
  newWord,
  type Ref,
  waitForMail,
} from "../support/expect-mail.ts";
import { type MailService, test } from "../support/mail.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import { firstByDay, nightly } from "../support/nightly.ts";
import { runScript } from "../support/processes.ts";
import { type Locale, texts } from "../support/site.ts";
import { evaluation, inquiry, randomEmail, readId } from "../support/test.ts";

const pages = { en: "/en/consent", es: "/es/consentimiento" };
/** The value of `done` in the URL of each button's result page. */
const doneBy = { confirm: "confirmed", withdraw: "withdrawn" } as const;

type Claimed = Ref & { language: Locale; email: string; name: string; agentName: string; mail: ReceivedMail };
type Links = { confirm: string; withdraw: string };

/** Submits as an agent on behalf of a person, and waits for the person's mail. */
async function submitAsAgent(service: MailService, kind: Ref["kind"], language: Locale): Promise<Claimed> {
  const person = { email: randomEmail(), name: `Ana ${newWord()}`, language };
  const agentName = `Assistant ${newWord()}`;
  const agent = { channel: "ai_agent", agentName, userConsent: true };
  const [path, body] =
    kind === "evaluation"
      ? ["/api/leads/evaluate", evaluation({ ...person, ...agent })]
      : ["/api/leads/contact", inquiry({ ...person, ...agent })];
  const { status, json } = await service.client().post(path, body);
  expect(status).toBe(201);
  const id = readId(json);
  return { kind, id, ...person, agentName, mail: await waitForMail(service, person.email) };
}

function findLinks(service: MailService, { mail, language }: Claimed): Links {
  const origin = service.app.url.replace("127.0.0.1", "localhost");
  const found = [...(mail.mail.text ?? "").matchAll(/^(\S+)\?token=([\w-]{43})$/gm)];
  expect(found.map(([, page]) => page)).toEqual([origin + pages[language], origin + pages[language]]);
  const [confirm = "", withdraw = ""] = found.map(([link]) => link);
  expect(confirm).not.toBe(withdraw);
  return { confirm, withdraw };
}

async function readConsent(service: MailService, { kind, id }: Ref): Promise<Record<string, unknown> | undefined> {
  const [row] = await service.query(
    `SELECT consent_confirmed_at AS confirmed, consent_withdrawn_at AS withdrawn, consent_notice_version AS version
     FROM submissions WHERE kind = $1 AND id = $2`,
    [kind, id],
  );
  return row;
}

function listConsentEvents(service: MailService, { kind, id }: Ref): Promise<unknown[]> {
  return service.query(
    `SELECT actor, details FROM submission_events WHERE kind = $1 AND submission_id = $2 AND type = 'consent' ORDER BY id`,
    [kind, id],
  );
}

const untouched = { confirmed: null, withdrawn: null, version: null };

/**
 * Expects that the response clock of a submission sends no mail: the worker handles the clock of a later submission but
 * skips this one.
 */
async function expectNoClockMail(service: MailService, ref: Ref): Promise<void> {
  const later = await submitAsAgent(service, "inquiry", "en");
  const readClocks = () =>
    service.query<{ id: number; due: boolean | null }>(
      `SELECT id, clock_mail_at = created_at AS due FROM submissions WHERE (kind, id) IN (($1, $2), ($3, $4)) ORDER BY created_at`,
      [ref.kind, ref.id, later.kind, later.id],
    );
  await service.query("UPDATE submissions SET clock_mail_at = created_at WHERE (kind, id) IN (($1, $2), ($3, $4))", [
    ref.kind,
    ref.id,
    later.kind,
    later.id,
  ]);
  await expect.poll(readClocks).toEqual([
    { id: ref.id, due: true },
    { id: later.id, due: false },
  ]);
}

async function pressButton(page: Page, link: string, purpose: keyof Links, language: Locale): Promise<void> {
  await page.goto(link);
  const t = texts[language];
  await page.getByRole("button", { name: t(`consent.${purpose}.button`), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t(`consent.${doneBy[purpose]}.title`) })).toBeVisible();
}

async function expectUnusable(page: Page, link: string, language: Locale): Promise<void> {
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: texts[language]("consent.unusable.title") })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
}

/** One language per kind is enough, because other tests cover the mails' texts in both. */
for (const [kind, language] of firstByDay([
  ["evaluation", "en"],
  ["inquiry", "es"],
] as const)) {
  const title = `lets a person confirm an agent's ${kind} (${language}) by mail and withdraw later, and erases it`;
  test(title, async ({ mailService, page, tolerate }) => {
    // The browser logs this for a page with a 404.
    tolerate(/^Failed to load resource/);
    const claimed = await submitAsAgent(mailService, kind, language);
    const { id, mail, email, name, agentName } = claimed;
    expectWellFormed(mail, {
      to: [email],
      language,
      subject: mailText(language)(`${kind}.confirmSubject`, { reference: formatReference(claimed) }),
    });
    expect(keepLetters(mail.mail.text)).toContain(keepLetters(agentName));
    await expectSelfContained(page, mail);
    const notice = await findNotice(mailService, claimed);
    expect(keepLetters(notice.mail.text)).toContain(keepLetters(agentName));
    expect(notice.raw).not.toContain("token=");

    const { confirm, withdraw } = findLinks(mailService, claimed);
    for (const method of ["GET", "HEAD"]) {
      for (const link of [confirm, withdraw]) expect((await fetch(link, { method })).status).toBe(200);
    }
    expect(await readConsent(mailService, claimed)).toEqual(untouched);

    await pressButton(page, confirm, "confirm", language);
    const isDate = expect.any(Date);
    const confirmed = { confirmed: isDate, withdrawn: null, version: privacyNoticeVersion };
    expect(await readConsent(mailService, claimed)).toEqual(confirmed);
    await expectUnusable(page, confirm, language);

    await pressButton(page, withdraw, "withdraw", language);
    expect(await readConsent(mailService, claimed)).toEqual({ ...confirmed, withdrawn: isDate });
    const details = (change: string) => ({
      actor: "The person",
      details: { change, noticeVersion: privacyNoticeVersion },
    });
    expect(await listConsentEvents(mailService, claimed)).toEqual([details("confirmed"), details("withdrawn")]);
    for (const link of [confirm, withdraw]) await expectUnusable(page, link, language);
    await expectNoClockMail(mailService, claimed);
    expect(await listPendingMails(mailService, claimed)).toEqual([]);

    const purge = await runScript("purge.ts", [], mailService.env);
    expect(purge).toMatchObject({ code: 0, output: expect.stringMatching(/Erased because withdrawn/) });
    expect(await readConsent(mailService, claimed)).toBeUndefined();
    expect([await listConsentEvents(mailService, claimed), await listMailEvents(mailService, claimed)]).toEqual([
      [],
      [],
    ]);
    const links = "SELECT FROM consent_links WHERE kind = $1 AND submission_id = $2";
    expect(await mailService.query(links, [kind, id])).toEqual([]);
    for (const link of [confirm, withdraw]) await expectUnusable(page, link, language);
    expect(await mailService.server.listMailsTo(email)).toHaveLength(1);
    const tokens = [confirm, withdraw].map((link) => new URL(link).searchParams.get("token") ?? "");
    expectNotLogged(mailService, [email, name, agentName, ...tokens, ...tokens.map(encodeURIComponent)]);
  });
}

test(
  "sends no more mail to a person who withdraws without confirming, and disables the confirmation link",
  nightly,
  async ({ mailService, page, tolerate }) => {
    tolerate(/^Failed to load resource/);
    const claimed = await submitAsAgent(mailService, "evaluation", "en");
    const { confirm, withdraw } = findLinks(mailService, claimed);
    await pressButton(page, withdraw, "withdraw", "en");
    await expectUnusable(page, confirm, "en");
    expect(await readConsent(mailService, claimed)).toEqual({ ...untouched, withdrawn: expect.any(Date) });
    expect(await listPendingMails(mailService, claimed)).toEqual([]);
    await expectNoClockMail(mailService, claimed);
  },
);

test("lets only one of five simultaneous clicks on a consent link succeed", async ({ mailService }) => {
  const claimed = await submitAsAgent(mailService, "inquiry", "en");
  const { confirm } = findLinks(mailService, claimed);
  const token = new URL(confirm).searchParams.get("token") ?? "";
  const send = () =>
    fetch(`${new URL(confirm).origin}/en/consent/send`, {
      method: "POST",
      body: new URLSearchParams({ token }),
      headers: { accept: "text/html", origin: new URL(confirm).origin, "sec-fetch-site": "same-origin" },
      redirect: "manual",
    });
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  const places = answers.map(({ headers }) => headers.get("location") ?? "").toSorted();
  expect(places.filter((place) => place.includes("done=confirmed"))).toHaveLength(1);
  expect(places.filter((place) => place.endsWith("/en/consent"))).toHaveLength(4);
  expect(await listConsentEvents(mailService, claimed)).toHaveLength(1);
});
