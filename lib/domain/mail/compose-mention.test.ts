import { expect, test } from "vitest";
import { composeMention } from "./compose-for-operators.ts";
import { deskUrl, printDeskMail, site } from "./mail.fixture.ts";

const mention = {
  submission: { kind: "inquiry", id: 7, phoneLinks: null },
  authorName: "Berta\nMora",
  deskUrl,
  site,
} as const;

test("shows the note that mentions the operator and its author, in Spanish", () => {
  expect(
    printDeskMail(composeMention({ ...mention, language: "es", note: "@Ana, ¿puede llamar?" })),
  ).toMatchInlineSnapshot(`
    "Subject: Mención de Berta Mora: Consulta Q-7
    Preview: @Ana, ¿puede llamar?

    Encaje

    Mención de Berta Mora en una nota
    ---------------------------------

    Referencia: Consulta Q-7

    > @Ana, ¿puede llamar?"
  `);
});
