import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { company, type MailService, sender } from "./mail.ts";
import type { ReceivedMail } from "./mail-server.ts";
import type { Locale } from "./site.ts";

export type Ref = { kind: "evaluation" | "inquiry"; id: number };

/** Creates a unique word of letters only, so that every mail shows it unchanged. */
export const newWord = () =>
  `w${randomBytes(6)
    .toString("hex")
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}`;

/** Waits for a mail to this address. @throws if there are several */
export async function waitForMail({ server }: MailService, address: string): Promise<ReceivedMail> {
  return waitForOnlyMail(() => server.listMailsTo(address));
}

/** Waits for the notice about a submission, found by its link to the desk. @throws if there are several */
export async function findNotice({ server }: MailService, { kind, id }: Ref): Promise<ReceivedMail> {
  const isNotice = ({ mail }: ReceivedMail) =>
    mail.text?.split(/\s/).some((word) => word.endsWith(`/inbox/${kind}/${id}`));
  return waitForOnlyMail(async () => (await server.listMails()).filter(isNotice));
}

async function waitForOnlyMail(find: () => Promise<ReceivedMail[]>): Promise<ReceivedMail> {
  await expect.poll(async () => (await find()).length).toBeGreaterThan(0);
  const [mail, ...more] = await find();
  if (!mail) throw new Error("a mail that was received is gone");
  expect(more).toEqual([]);
  return mail;
}

const headerNames = [
  ...["auto-submitted", "content-language", "content-type", "date", "from", "message-id", "mime-version"],
  ...["reply-to", "subject", "to", "x-auto-response-suppress"],
];

/** Expects exactly the headers and the structure that all our mails have. */
export function expectWellFormed(
  { raw, from, to, mail, messageId }: ReceivedMail,
  expected: { to: string[]; language: Locale; subject: string | RegExp; from?: string },
): void {
  expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(headerNames);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(from).toBe(sender);
  expect(mail.from).toMatchObject({ name: expected.from ?? "Encaje", address: sender });
  expect(mail.replyTo).toMatchObject([{ name: "Encaje", address: company }]);
  expect(to.toSorted()).toEqual(expected.to.toSorted());
  expect(mail.to?.map(({ address }) => address).toSorted()).toEqual(expected.to.toSorted());
  expect(messageId).toMatch(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[eq]\d+\.[0-9a-f]{20}@encaje\.example>$/);
  expect(header("auto-submitted")).toBe("auto-generated");
  expect(header("x-auto-response-suppress")).toBe("All");
  expect(header("content-language")).toBe(expected.language);
  expect(header("content-type")).toMatch(/^multipart\/alternative;/);
  expect(raw.match(/^Content-Type: text\/\w+/gim)).toEqual(["Content-Type: text/plain", "Content-Type: text/html"]);
  expect(mail.attachments).toEqual([]);
  if (typeof expected.subject === "string") expect(mail.subject).toBe(expected.subject);
  else expect(mail.subject).toMatch(expected.subject);
}

/** Removes all but letters and digits: line breaks and table cells differ between a mail's text and HTML parts. */
export const keepLetters = (text = "") => text.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the letters and digits of a mail's source, subject, text part and HTML part. */
export function joinLetters({ raw, mail: { subject, text, html } }: ReceivedMail): string {
  return keepLetters([raw, subject, text, html].join());
}

/** Lists the timeline events about sent mails of a submission. */
export function listMailEvents(
  service: MailService,
  { kind, id }: Ref,
): Promise<{ actor: string; details: unknown }[]> {
  return service.query(
    `SELECT actor, details FROM submission_events WHERE kind = $1 AND submission_id = $2 AND type = 'mail'
     ORDER BY details ->> 'mail'`,
    [kind, id],
  );
}

export async function listPendingMails(service: MailService, { kind, id }: Ref): Promise<string[]> {
  const sql = "SELECT mail FROM mails WHERE kind = $1 AND submission_id = $2 ORDER BY 1";
  return (await service.query<{ mail: string }>(sql, [kind, id])).map(({ mail }) => mail);
}

/** Reads the hours from a submission to the first mail of its response clock. @returns null without a clock */
export async function readClockHours(service: MailService, { kind, id }: Ref): Promise<number | null> {
  const sql = `SELECT extract(epoch FROM clock_mail_at - created_at)::float8 / 3600 AS hours FROM submissions
    WHERE kind = $1 AND id = $2`;
  const [row] = await service.query<{ hours: number | null }>(sql, [kind, id]);
  if (!row) throw new Error("the submission is gone");
  return row.hours;
}

/**
 * Opens a mail's HTML part in a page as wide as a phone, and expects that it fits, requests nothing and shows
 * everything in the text part.
 */
export async function expectSelfContained(page: Page, { mail: { html = "", text = "" } }: ReceivedMail): Promise<void> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("about:blank", { waitUntil: "commit" });
  asked.length = 0;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setContent(html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const shown = keepLetters((await page.locator("body").allInnerTexts()).join());
  const links = await page.locator("a").evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  for (const line of text.split("\n")) {
    if (/^(https?|tel):\S+$/.test(line)) expect(links).toContain(line);
    else expect(shown).toContain(keepLetters(line));
  }
  expect(await page.locator("script, img, link, iframe, form, object, video").count()).toBe(0);
  expect(asked).toEqual([]);
}

/** Expects none of the secrets in the log output of the app and the workers. */
export function expectNotLogged(service: MailService, secrets: string[]): void {
  const output = service.output();
  for (const secret of secrets) expect(output).not.toContain(secret);
}
