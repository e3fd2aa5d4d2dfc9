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
import { nightly } from "../support/nightly.ts";
import { answersFor, type Locale, locales } from "../support/site.ts";
import { evaluation, inquiry, randomEmail } from "../support/test.ts";

const routes = ["qualified", "review", "redirect"] as const;
const booking = "https://calendar.example.com/technical-fit-review";

type Case = { path: string; kind: Ref["kind"]; route: LeadRoute | null };
const cases: Case[] = [
  ...routes.map((route): Case => ({ path: "/api/leads/evaluate", kind: "evaluation", route })),
  { path: "/api/leads/contact", kind: "inquiry", route: null },
];

const noticed = {
  qualified: "New: Evaluation #, Qualified, ",
  review: "New: Evaluation #, Review, ",
  redirect: "New: Evaluation #, Redirect, ",
};
const noticedInquiry = "New: Inquiry #, ";

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

function makeBody({ kind, route }: Case, language: Locale, { words, ...person }: Person): Record<string, unknown> {
  if (kind === "inquiry") return inquiry({ email: person.email, name: person.name, message: words, language });
  return evaluation({ ...person, projectDescription: words, language, answers: answersFor[route ?? "review"] });
}

const Answer = z.object({ id: z.number(), message: z.optional(z.string()), schedulingUrl: z.nullish(z.string()) });

async function submit(
  service: MailService,
  one: Case,
  language: Locale,
  person: Person,
): Promise<z.infer<typeof Answer>> {
  const { status, json } = await service.client().post(one.path, makeBody(one, language, person));
  expect(status).toBe(201);
  return Answer.parse(json);
}

for (const [which, language] of locales.entries()) {
  for (const [at, one] of cases.entries()) {
    const { kind, route } = one;
    // By day, test each case in one language, alternating.
    const when = at % locales.length === which ? {} : nightly;
    const title = `acknowledges ${route ? `a ${route}` : "an"} ${kind} by mail in ${language}, and notifies the operators`;
    test(title, when, async ({ mailService, page }) => {
      const person = newPerson();
      const { id, message, schedulingUrl } = await submit(mailService, one, language, person);
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
      const about = route ? noticed[route] + person.company : noticedInquiry + person.name;
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
      const hasClock = kind === "inquiry" || route === "review";
      expect(await readClockHours(mailService, { kind, id })).toBe(hasClock ? 36 : null);
      expect(await listPendingMails(mailService, { kind, id })).toEqual([]);
      expectNotLogged(mailService, Object.values(person));
    });
  }
}

test("puts no data of another person into the mails of simultaneous submissions", async ({ mailService }) => {
  const people = locales.flatMap((language) => cases.map((one) => ({ one, language, person: newPerson() })));
  const sent = await Promise.all(
    people.map(async (each) => ({ ...each, id: (await submit(mailService, each.one, each.language, each.person)).id })),
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
