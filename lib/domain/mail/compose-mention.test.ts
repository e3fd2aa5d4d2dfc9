import { expect, test } from "vitest";
import { composeMention } from "./compose-mention.ts";
import { deskUrl, said, site } from "./mail.fixture.ts";

const mention = { submission: { kind: "inquiry", id: 7 }, authorName: "Berta\nMora", deskUrl, site } as const;

test("a mention, in English", () => {
  const content = composeMention({ ...mention, language: "en", note: "@Ana, can you call them?\n\nThanks" });
  expect(said(content)).toMatchInlineSnapshot(`
    "Subject: Berta Mora mentioned you: Inquiry 7
    Preview: @Ana, can you call them? Thanks

    Encaje

    Berta Mora mentioned you in a note
    ----------------------------------

    Reference: Inquiry 7

    > @Ana, can you call them?
    > 
    > Thanks

    Open at the desk:
    https://encaje.example/admin/inbox/evaluation/12

    -- 
    For the operators of Encaje only. This email contains a person’s details: please do not forward it.
    Choose which emails you get: https://encaje.example/admin/account
    "
  `);
});

test("a mention, in Spanish", () => {
  expect(said(composeMention({ ...mention, language: "es", note: "@Ana, ¿puede llamar?" }))).toMatchInlineSnapshot(`
    "Subject: Mención de Berta Mora: Consulta 7
    Preview: @Ana, ¿puede llamar?

    Encaje

    Mención de Berta Mora en una nota
    ---------------------------------

    Referencia: Consulta 7

    > @Ana, ¿puede llamar?

    Abrir en el escritorio:
    https://encaje.example/admin/inbox/evaluation/12

    -- 
    Solo para los operadores de Encaje. Este correo contiene datos de una persona: por favor, no lo reenvíe.
    Elija qué correos recibe: https://encaje.example/admin/account
    "
  `);
});
