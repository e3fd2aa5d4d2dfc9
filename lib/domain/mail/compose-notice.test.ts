import { describe, expect, test } from "vitest";
import { locales } from "../../i18n/locales.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { composeNotice, type MailedSubmission } from "./compose-for-operators.ts";
import { deskUrl, hostile, makeInquiry, makeLead, printDeskMail, printMail, site } from "./mail.fixture.ts";

/** Composes the notice in the language of the submission. */
const makeNotice = (submission: MailedSubmission) =>
  composeNotice({ language: submission.language, submission, ownerName: null, deskUrl, site });
const readFacts = (submission: MailedSubmission) =>
  Object.fromEntries(
    makeNotice(submission).blocks.flatMap((block) =>
      block.type === "facts" ? block.facts.map(({ label, value }) => [label, value]) : [],
    ),
  );

describe("the notice of a new submission", () => {
  test("describes an evaluation under review, in English", () => {
    expect(printDeskMail(makeNotice(makeLead("en")))).toMatchInlineSnapshot(`
      "Subject: New: Evaluation E-12, Review, Café Volcán
      Preview: A receipt promotion with weekly draws. From March to May.

      Encaje

      A new evaluation
      ----------------

      Please reply by Saturday, March 7 at 8:30 PM (Mexico City time), as promised.

      Reference: Evaluation E-12
      Route: Review
      Name: Lucía Hernández
      Job title: Brand manager
      Company: Café Volcán
      Language: English
      Sent through: Assistant: ChatGPT
      Budget: Over USD 20,000
      Launch: A fixed date that cannot move
      Operates: In several countries
      Received: Thursday, March 5 at 8:30 PM (Mexico City time)

      The project
      -----------

      > A receipt promotion with weekly draws.
      > 
      > From March to May."
    `);
  });

  test("describes an inquiry in a notice, in Spanish", () => {
    expect(printDeskMail(makeNotice(makeInquiry("es")))).toMatchInlineSnapshot(`
      "Subject: Nueva consulta Q-7, sobre prize-draws, Lucía Hernández
      Preview: Do you run prize draws?

      Encaje

      Nueva consulta
      --------------

      Responda a más tardar el sábado 7 de marzo a las 20:30 (hora del centro de México), como prometimos.

      Referencia: Consulta Q-7
      Nombre: Lucía Hernández
      Idioma: Español
      Canal: Sitio web
      Tema: prize-draws
      Recibido: jueves 5 de marzo a las 20:30 (hora del centro de México)

      El mensaje
      ----------

      > Do you run prize draws?"
    `);
  });

  test.each([
    ["en", "qualified", "New: Evaluation E-12, Qualified, Café Volcán"],
    ["en", "redirect", "New: Evaluation E-12, Redirect, Café Volcán"],
    ["es", "qualified", "Nueva evaluación E-12, Calificado, Café Volcán"],
    ["es", "redirect", "Nueva evaluación E-12, Redirigido, Café Volcán"],
  ] as const)("in the language %s, shows the route %s without a due time", (language, route, subject) => {
    const content = makeNotice(makeLead(language, { route }));
    expect(content.subject).toBe(subject);
    expect(printMail(content)).not.toContain("48");
  });

  test("says whether a submission came from the website or from an assistant", () => {
    expect(readFacts(makeLead("en", { assistant: "" }))).toMatchObject({ "Sent through": "An assistant" });
    expect(readFacts(makeLead("en", { assistant: null }))).toMatchObject({
      "Sent through": "The website",
    });
  });

  test("leaves out values that the submission lacks", () => {
    expect(readFacts(makeLead("en", { role: null, answers: [] }))).not.toHaveProperty("Job title");
    expect(readFacts(makeLead("en", { answers: [] }))).not.toHaveProperty("Budget");
    expect(makeNotice(makeInquiry("en", { topic: null })).subject).toBe("New: Inquiry Q-7, Lucía Hernández");
  });

  test("describes a fractional answer as between two options", () => {
    expect(readFacts(makeLead("en", { answers: [["budget", null]] }))).toMatchObject({
      Budget: mailText("en")("betweenOptions"),
    });
  });

  test("links the phone number for a call and for a WhatsApp message", () => {
    const whatsAppUrl = "https://wa.me/50255551234?text=Hola%20E-12";
    const phoneLinks = { international: "+502 5555 1234", callUrl: "tel:+50255551234", whatsAppUrl };
    expect(printMail(makeNotice(makeLead("es", { phoneLinks })))).toContain(
      `Llamar al +502 5555 1234:\ntel:+50255551234\n\nWhatsApp al +502 5555 1234:\n${whatsAppUrl}\n`,
    );
  });

  test.each(locales)("contains no email address, which an erasure could not remove (%s)", (language) => {
    const whole = { words: "x", email: "juana@example.com" };
    for (const submission of [makeLead(language, whole), makeInquiry(language, whole)]) {
      expect(printMail(makeNotice(submission))).not.toMatch(/juana@/);
    }
  });

  test.each([
    ["word ".repeat(800), 400, /^(word )*word…$/],
    ["x".repeat(4000), 400, /^x{399}…$/],
    ["🌋".repeat(4000), 400, /^(🌋){399}…$/u],
    ["x".repeat(400), 400, /^x{400}$/],
  ])("quotes the text %o in at most %i code points", (words, lengthMax, beginning) => {
    const [quote] = makeNotice(makeLead("en", { words })).blocks.flatMap((block) =>
      block.type === "quote" ? block : [],
    );
    expect([...(quote?.text ?? "")].length).toBeLessThanOrEqual(lengthMax);
    expect(quote?.text).toMatch(beginning);
  });

  test.each(locales)("keeps hostile texts in a notice on one line (%s)", (language) => {
    const every = { name: hostile, role: hostile, company: hostile, email: hostile };
    const content = makeNotice(makeLead(language, { ...every, assistant: hostile, words: hostile, topic: hostile }));
    const control = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/;
    expect(content.subject).not.toMatch(/\n/);
    expect([...content.subject].length).toBeLessThanOrEqual(120);
    expect(printMail(content)).not.toMatch(control);
    for (const value of Object.values(readFacts(makeLead(language, every)))) expect(value).not.toContain("\n");
  });
});
