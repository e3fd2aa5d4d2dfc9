import { describe, expect, test } from "vitest";
import { locales } from "../../i18n/locales.ts";
import { mailText } from "../../i18n/mail-text.ts";
import type { Locale } from "../locale.ts";
import { composeDeadline } from "./compose-for-operators.ts";
import { deskUrl, hostile, makeInquiry, makeLead, printMail, site } from "./mail.fixture.ts";

const clock = { dueAt: new Date("2026-03-08T02:30:00Z"), deskUrl, site };

describe("the mails of the response clock", () => {
  test("warns the owner that a reply is due soon, in English", () => {
    const warning = {
      ...clock,
      language: "en",
      mail: "warning",
      submission: makeLead("en"),
      ownerName: "Ana Solís",
    } as const;
    expect(printMail(composeDeadline(warning))).toMatchInlineSnapshot(`
      "Subject: Reply due soon: Evaluation E-12
      Preview: Reply due: Saturday, March 7 at 8:30 PM (Mexico City time)

      Encaje

      A reply is due soon
      -------------------

      Lucía Hernández is still waiting for our reply.

      Reference: Evaluation E-12
      Company: Café Volcán
      Received: Thursday, March 5 at 8:30 PM (Mexico City time)
      Reply due: Saturday, March 7 at 8:30 PM (Mexico City time)
      Owner: Ana Solís

      Open at the desk:
      https://encaje.example/admin/inbox/evaluation/12

      Ana Solís, this one is yours: that is why you are getting this email.

      -- 
      For the operators of Encaje only. This email contains a person’s details: please do not forward it.
      Choose which emails you get: https://encaje.example/admin/account
      "
    `);
  });

  test("tells all operators in Spanish that the reply to an unassigned submission is overdue", () => {
    const breach = {
      ...clock,
      language: "es",
      mail: "breach",
      submission: makeInquiry("es"),
      ownerName: null,
    } as const;
    const lines = printMail(composeDeadline(breach)).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "Subject: Respuesta fuera de plazo: Consulta Q-7",
        "Respuesta fuera de plazo",
        "Lucía Hernández aún espera nuestra respuesta, y ya pasó el plazo que prometimos.",
        "Responsable: Nadie todavía",
        "Recibe este correo porque nadie ha tomado este envío todavía.",
      ]),
    );
    expect(lines.join("\n")).not.toContain("Empresa");
  });

  test.each(["disabled", "off_duty"] as const)(
    "tells other operators that a reply is overdue if its owner is %s",
    (why) => {
      const listLines = (language: Locale) => {
        const breach = {
          ...clock,
          mail: "breach",
          language,
          submission: makeInquiry(language),
          ownerName: null,
        } as const;
        return printMail(composeDeadline({ ...breach, absentOwner: { name: "Ana\nSolís", why } })).split("\n");
      };
      for (const language of locales) {
        const t = mailText(language);
        const owner = { owner: "Ana Solís" };
        expect(listLines(language)).toEqual(
          expect.arrayContaining([
            `${t("labels.owner")}: ${t(`absentOwner.${why}.fact`, owner)}`,
            t(`absentOwner.${why}.note`, owner),
          ]),
        );
      }
    },
  );

  test("keeps a hostile name on one line of a deadline mail", () => {
    const mail = { ...clock, language: "en", mail: "breach", ownerName: "Ana\nSolís" } as const;
    const named = makeLead("en", { name: hostile, company: hostile });
    const countLines = (submission: typeof named) =>
      printMail(composeDeadline({ ...mail, submission })).split("\n").length;
    expect(countLines(named)).toBe(countLines(makeLead("en")));
  });

  test("says “a person” in a deadline mail if the name cannot be shown", () => {
    const mail = {
      ...clock,
      language: "en",
      mail: "warning",
      submission: makeLead("en", { name: "\u200B" }),
      ownerName: null,
    } as const;
    expect(printMail(composeDeadline(mail))).toContain("\nA person is still waiting for our reply.");
  });
});
