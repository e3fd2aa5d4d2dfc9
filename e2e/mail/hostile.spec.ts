import { expect } from "@playwright/test";
import {
  expectNotLogged,
  expectSelfContained,
  expectWellFormed,
  findNotice,
  keepLetters,
  listPendingMails,
  newWord,
  readClockHours,
  waitForMail,
} from "../support/expect-mail.ts";
import { type MailService, test } from "../support/mail.ts";
import { evaluation, inquiry, randomEmail, readId } from "../support/test.ts";

const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Values that try to inject a recipient, a header, a body, markup or reversed text. */
const hostile = [
  ["a Bcc header", "Ana\r\nBcc: victim@evil.example\r\nX: "],
  ["a bare line feed", "Ana\nBcc: victim@evil.example\nX: "],
  ["a bare carriage return", "Ana\rBcc: victim@evil.example\rX: "],
  [
    "a second mail body",
    "Ana\r\n\r\n<script src=https://evil.example/x.js></script>\r\n.\r\nMAIL FROM:<x@evil.example>",
  ],
  ["an encoded header", "=?utf-8?B?DQpCY2M6IHZpY3RpbUBldmlsLmV4YW1wbGU=?= "],
  ["reversed text", "Ana \u202eelpmaxe.live\u2066 \u200f"],
  ["markup", '<img src="https://evil.example/x.png" onerror="x()"><a href="https://evil.example">Ana</a> '],
  ["several addresses", '"Ana" <victim@evil.example>, other@evil.example; '],
  ["line separators", "Ana\u2028Bcc: victim@evil.example\u2029\u0085X: "],
] as const;

test("shows hostile input in every field as plain text, and sends the mails to nobody else", async ({
  mailService,
  page,
}) => {
  const sent = await Promise.all(
    hostile.map(async ([what, text]) => {
      const [word, email] = [newWord(), randomEmail()];
      const value = text + word;
      const words = { name: value, role: value, company: value, agentName: value, discoverySource: value, phone: word };
      const body = evaluation({ ...words, email, projectDescription: `${value} ${value}`, channel: "ai_agent" });
      const { status, json } = await mailService.client().post("/api/leads/evaluate", { ...body, userConsent: true });
      expect([what, status]).toEqual([what, 201]);
      return { what, word, email, id: readId(json) };
    }),
  );
  for (const { what, word, email, id } of sent) {
    await test.step(what, async () => {
      const acknowledgement = await waitForMail(mailService, email);
      const subject = `Please confirm: your project (reference E-${id})`;
      expectWellFormed(acknowledgement, { to: [email], language: "en", subject });
      const notice = await findNotice(mailService, { kind: "evaluation", id });
      expectWellFormed(notice, {
        to: mailService.operators,
        language: "en",
        subject: new RegExp(`^New: Evaluation E-${id}, Review, `),
        from: "Encaje desk",
      });
      expect(keepLetters(notice.mail.text)).toContain(word);
      for (const mail of [acknowledgement, notice]) {
        for (const part of [mail.mail.subject, mail.mail.text, mail.mail.html]) expect(part).not.toMatch(bidi);
        await expectSelfContained(page, mail);
        expect(await page.locator('a[href*="evil"]').count()).toBe(0);
      }
      // Somebody else may have submitted in the recipient's name, so the mail must show no address from the input.
      expect(acknowledgement.mail.text).not.toMatch(/evil\.example|@evil/);
      expectNotLogged(mailService, [word, email]);
    });
  }
  const recipients = mailService.server.listDeliveries().flatMap(({ to }) => to);
  expect(recipients.filter((address) => address.includes("evil"))).toEqual([]);
});

test("sends the mail for an address with an unusual local part to that address alone", async ({ mailService }) => {
  const locals = ["o'brien+tag=1", "!#$%&*/?^_`{|}~-", "a.b.c", "-x-", "lucía", "x".repeat(64)];
  const submit = async (local: string) => {
    const email = `${local}@${newWord()}.example.com`;
    const { status, json } = await mailService.client().post("/api/leads/contact", inquiry({ email }));
    expect(status).toBe(201);
    return { email, id: readId(json) };
  };
  for (const { email, id } of await Promise.all(locals.map(submit))) {
    const mail = await waitForMail(mailService, email);
    expectWellFormed(mail, { to: [email], language: "en", subject: `We received your question (reference Q-${id})` });
  }
});

async function listDeadMails(service: MailService, id: number): Promise<Record<string, unknown>[]> {
  return service.query(
    `SELECT mail, state, attempts, fault FROM mails
     WHERE kind = 'evaluation' AND submission_id = $1 AND state = 'dead'`,
    [id],
  );
}

test("gives up a mail whose recipient is permanently refused, logs no personal data, and sends other mails", async ({
  mailService,
}) => {
  const [refused, other] = [`refused.${randomEmail()}`, randomEmail()];
  const submit = async (email: string) => {
    const { status, json } = await mailService.client().post("/api/leads/evaluate", evaluation({ email }));
    expect(status).toBe(201);
    return readId(json);
  };
  const [id, otherId] = [await submit(refused), await submit(other)];
  const fault = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };
  await expect
    .poll(() => listDeadMails(mailService, id))
    .toEqual([{ mail: "acknowledgement", state: "dead", attempts: 1, fault }]);
  await findNotice(mailService, { kind: "evaluation", id });
  await waitForMail(mailService, other);
  const otherRef = { kind: "evaluation", id: otherId } as const;
  await expect.poll(() => listPendingMails(mailService, otherRef)).toEqual([]);
  expect(await readClockHours(mailService, otherRef)).toBe(36);
  const [row] = await mailService.query<{ row: string }>(
    "SELECT string_agg(mails::text, ' ') AS row FROM mails WHERE kind = 'evaluation' AND submission_id = $1",
    [id],
  );
  for (const secret of [refused, "Lucía", "@", "no such person"]) expect(row?.row).not.toContain(secret);
  expect(await mailService.server.listMailsTo(refused)).toEqual([]);
  expectNotLogged(mailService, [refused, "no such person"]);
});
