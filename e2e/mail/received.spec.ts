import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import * as z from "zod/mini";
import type { LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import { formatReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { mailText } from "../../lib/i18n/mail-text.ts";
import {
  expectNotLogged,
  expectSelfContained,
  expectWellFormed,
  findNotice,
  joinLetters,
  keepLetters,
  listMailEvents,
  listPendingMails,
  newWord,
  type Ref,
  readClockHours,
  waitForMail,
} from "../support/expect-mail.ts";
import { type MailService, test } from "../support/mail.ts";
import { answersFor, type Locale } from "../support/site.ts";
import { evaluation, inquiry, randomEmail, readId } from "../support/test.ts";

// All tests of this file share one app with its worker and mail server.
test.describe.configure({ mode: "default" });

const booking = "https://calendar.example.com/technical-fit-review";

type Case = { path: string; kind: Ref["kind"]; route: LeadRoute | null; language: Locale };
const cases: Case[] = [
  { path: "/api/leads/evaluate", kind: "evaluation", route: "qualified", language: "en" },
  { path: "/api/leads/contact", kind: "inquiry", route: null, language: "es" },
];

/** Creates a person whose values no other test uses. */
function newPerson() {
  const [name, role, company, text] = [newWord(), newWord(), newWord(), newWord()];
  const phone = `+502 5${randomInt(100, 1000)} ${randomInt(1000, 10_000)}`;
  return {
    email: randomEmail(),
    name: `Ana ${name}`,
    role,
    company,
    phone,
    words: `A promotion in Guatemala: ${text}.`,
  };
}
type Person = ReturnType<typeof newPerson>;

function makeBody({ kind, language }: Case, { words, ...person }: Person): Record<string, unknown> {
  if (kind === "inquiry") return inquiry({ email: person.email, name: person.name, message: words, language });
  return evaluation({ ...person, projectDescription: words, language, answers: answersFor.qualified });
}

const Answer = z.object({ id: z.number(), message: z.optional(z.string()), schedulingUrl: z.nullish(z.string()) });

async function submit(service: MailService, one: Case, person: Person): Promise<z.infer<typeof Answer>> {
  const { status, json } = await service.client().post(one.path, makeBody(one, person));
  expect(status).toBe(201);
  return Answer.parse(json);
}

for (const one of cases) {
  const { kind, route, language } = one;
  test(`acknowledges an ${kind} by mail, and notifies the operators`, async ({ mailService, page }) => {
    const person = newPerson();
    const { id, message, schedulingUrl } = await submit(mailService, one, person);
    const numbered = (text: string) => text.replace("#", formatReference({ kind, id }));

    const acknowledgement = await waitForMail(mailService, person.email);
    const subject = mailText(language)(`${kind}.subject`, { reference: formatReference({ kind, id }) });
    expectWellFormed(acknowledgement, { to: [person.email], language, subject });
    const letters = keepLetters(acknowledgement.mail.text);
    expect(letters).toContain(keepLetters(person.name));
    expect(letters).toContain(keepLetters(message));
    expect(acknowledgement.mail.text?.includes(booking)).toBe(route === "qualified");
    expect(schedulingUrl ?? null).toBe(route === "qualified" ? booking : null);
    // The address may belong to someone else, so the mail must show only the name from the input.
    for (const own of [person.role, person.company, person.phone, person.words]) {
      expect(joinLetters(acknowledgement)).not.toContain(keepLetters(own));
    }
    await expectSelfContained(page, acknowledgement);

    const notice = await findNotice(mailService, { kind, id });
    const about = route ? `New: Evaluation #, Qualified, ${person.company}` : `New: Inquiry #, ${person.name}`;
    // The notice is in the operators' language, whatever language the person uses.
    const from = mailText("en")("deskSender", { company: "Encaje" });
    expectWellFormed(notice, { to: mailService.operators, language: "en", subject: numbered(about), from });
    const { name, words, role, company, email, phone } = person;
    const whatsApp = `https://wa.me/${phone.replace(/\D/g, "")}?text=`;
    for (const own of kind === "evaluation" ? [name, words, role, company] : [name, words]) {
      expect(keepLetters(notice.mail.text)).toContain(keepLetters(own));
    }
    expect(notice.mail.text?.includes(whatsApp)).toBe(kind === "evaluation");
    // The address would stay in mailboxes after the person is erased.
    expect(joinLetters(notice)).not.toContain(keepLetters(email));
    await expectSelfContained(page, notice);

    // Poll for the events, because they are stored after the mail server has accepted the mails.
    await expect
      .poll(() => listMailEvents(mailService, { kind, id }))
      .toEqual([
        {
          actor: "service",
          details: { mail: "acknowledgement", messageId: acknowledgement.messageId, recipients: 1 },
        },
        { actor: "service", details: { mail: "notice", messageId: notice.messageId, recipients: 2 } },
      ]);
    expect(await readClockHours(mailService, { kind, id })).toBe(kind === "inquiry" ? 36 : null);
    expect(await listPendingMails(mailService, { kind, id })).toEqual([]);
    expectNotLogged(mailService, Object.values(person));
  });
}

test("puts no data of another person into the mails of simultaneous submissions", async ({ mailService }) => {
  const people = [...cases, ...cases, ...cases].map((one) => ({ one, person: newPerson() }));
  const sent = await Promise.all(
    people.map(async (each) => ({ ...each, id: (await submit(mailService, each.one, each.person)).id })),
  );
  for (const { one, person, id } of sent) {
    const others = sent.filter((other) => other.person !== person).flatMap((other) => Object.values(other.person));
    for (const mail of [
      await waitForMail(mailService, person.email),
      await findNotice(mailService, { kind: one.kind, id }),
    ]) {
      for (const word of others) expect(joinLetters(mail)).not.toContain(keepLetters(word));
    }
  }
});

const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Values that try to inject a recipient, a header, a body, markup or reversed text. */
const hostile = [
  ["a Bcc header", "Ana\r\nBcc: victim@evil.example\r\nX: "],
  ["an encoded header", "=?utf-8?B?DQpCY2M6IHZpY3RpbUBldmlsLmV4YW1wbGU=?= "],
  ["reversed text", "Ana \u202eelpmaxe.live\u2066 \u200f"],
  ["markup", '<img src="https://evil.example/x.png" onerror="x()"><a href="https://evil.example">Ana</a> '],
  ["several addresses", '"Ana" <victim@evil.example>, other@evil.example; '],
] as const;

test("shows hostile input as plain text, and sends the mails to nobody else", async ({ mailService }) => {
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
        expect(mail.mail.html).not.toMatch(/<img|(src|href)="[^"]*evil/);
      }
      // Somebody else may have submitted in the recipient's name, so the mail must show no address from the input.
      expect(acknowledgement.mail.text).not.toMatch(/evil\.example|@evil/);
      expectNotLogged(mailService, [word, email]);
    });
  }
  const recipients = mailService.server.listDeliveries().flatMap(({ to }) => to);
  expect(recipients.filter((address) => address.includes("evil"))).toEqual([]);
});
