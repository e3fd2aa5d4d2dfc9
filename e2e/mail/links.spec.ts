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
  listPendingMails,
  newWord,
  type Ref,
  waitForMail,
} from "../support/expect-mail.ts";
import { type MailService, test } from "../support/mail.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import { texts } from "../support/site.ts";
import { evaluation, randomEmail, readId } from "../support/test.ts";

// Both tests share one app with its worker and mail server.
test.describe.configure({ mode: "default" });

const t = texts.en;
/** The value of `done` in the URL of each button's result page. */
const doneBy = { confirm: "confirmed", withdraw: "withdrawn" } as const;

type Claimed = Ref & { email: string; name: string; agentName: string; mail: ReceivedMail };
type Links = { confirm: string; withdraw: string };

/** Submits as an agent on behalf of a person, and waits for the person's mail. */
async function submitAsAgent(service: MailService): Promise<Claimed> {
  const person = { email: randomEmail(), name: `Ana ${newWord()}` };
  const agentName = `Assistant ${newWord()}`;
  const body = evaluation({ ...person, agentName, channel: "ai_agent", userConsent: true });
  const { status, json } = await service.client().post("/api/leads/evaluate", body);
  expect(status).toBe(201);
  return { kind: "evaluation", id: readId(json), ...person, agentName, mail: await waitForMail(service, person.email) };
}

function findLinks(service: MailService, { mail }: Claimed): Links {
  const page = `${service.app.url.replace("127.0.0.1", "localhost")}/en/consent`;
  const found = [...(mail.mail.text ?? "").matchAll(/^(\S+)\?token=([\w-]{43})$/gm)];
  expect(found.map(([, linked]) => linked)).toEqual([page, page]);
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

async function pressButton(page: Page, link: string, purpose: keyof Links): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: t(`consent.${purpose}.button`), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t(`consent.${doneBy[purpose]}.title`) })).toBeVisible();
}

async function expectUnusable(page: Page, link: string): Promise<void> {
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: t("consent.unusable.title") })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
}

test("lets a person confirm an agent's evaluation by mail and withdraw later", async ({
  mailService,
  page,
  tolerate,
}) => {
  // The browser logs this for a page with a 404.
  tolerate(/^Failed to load resource/);
  const claimed = await submitAsAgent(mailService);
  const { mail, email, name, agentName } = claimed;
  const subject = mailText("en")("evaluation.confirmSubject", { reference: formatReference(claimed) });
  expectWellFormed(mail, { to: [email], language: "en", subject });
  expect(keepLetters(mail.mail.text)).toContain(keepLetters(agentName));
  await expectSelfContained(page, mail);
  const notice = await findNotice(mailService, claimed);
  expect(keepLetters(notice.mail.text)).toContain(keepLetters(agentName));
  expect(notice.raw).not.toContain("token=");

  const { confirm, withdraw } = findLinks(mailService, claimed);
  for (const method of ["GET", "HEAD"]) {
    for (const link of [confirm, withdraw]) expect((await fetch(link, { method })).status).toBe(200);
  }
  expect(await readConsent(mailService, claimed)).toEqual({ confirmed: null, withdrawn: null, version: null });

  await pressButton(page, confirm, "confirm");
  const isDate = expect.any(Date);
  const confirmed = { confirmed: isDate, withdrawn: null, version: privacyNoticeVersion };
  expect(await readConsent(mailService, claimed)).toEqual(confirmed);
  await expectUnusable(page, confirm);

  await pressButton(page, withdraw, "withdraw");
  expect(await readConsent(mailService, claimed)).toEqual({ ...confirmed, withdrawn: isDate });
  for (const link of [confirm, withdraw]) await expectUnusable(page, link);
  expect(await listPendingMails(mailService, claimed)).toEqual([]);
  const tokens = [confirm, withdraw].map((link) => new URL(link).searchParams.get("token") ?? "");
  expectNotLogged(mailService, [email, name, agentName, ...tokens]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("subscribes without script by the link of a mail, and ends it by one press", async ({ page, mailService }) => {
    const email = randomEmail();
    const { url } = mailService.app;
    await page.goto(`${url}/en/changes`);
    await page.locator("input[name=email]").fill(email);
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL("**?sent=1");
    const { mail } = await waitForMail(mailService, email);
    const [link = ""] = mail.text?.match(/https?:\/\/\S+\?token=\S+/) ?? [];
    const { pathname, search } = new URL(link);
    const readRow = async () =>
      (await mailService.query("SELECT language, confirmed_at FROM subscribers WHERE email = $1", [email]))[0];

    // Open the link twice, because a mail scanner may open it before the person does.
    for (const _ of ["scanner", "person"]) await page.goto(url + pathname + search);
    expect(await readRow()).toEqual({ language: "en", confirmed_at: null });
    expect((await page.request.get(url + pathname + search)).headers()["referrer-policy"]).toBe("no-referrer");
    const title = page.locator("h1");
    const asked = await title.textContent();
    await page.locator("main form button[type=submit]").click();
    await expect(title).not.toHaveText(asked ?? "");
    expect(await readRow()).toEqual({ language: "en", confirmed_at: expect.any(Date) });
    await page.locator("main form button[type=submit]").click();
    await expect(page.locator("input[name=email]")).toBeVisible();
    expect(await readRow()).toBeUndefined();
    expectNotLogged(mailService, [email, search.slice(1)]);
  });
});
