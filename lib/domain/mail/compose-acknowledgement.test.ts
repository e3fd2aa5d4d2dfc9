import { describe, expect, test } from "vitest";
import { composeAcknowledgement } from "./compose-for-person.ts";
import { acknowledgement, printMail } from "./mail.fixture.ts";

describe("the acknowledgement of a submission from the website", () => {
  test("links to the booking page for a qualified project, in English", () => {
    expect(printMail(composeAcknowledgement(acknowledgement("en", "qualified")))).toMatchInlineSnapshot(`
      "Subject: We received your project (reference E-12)
      Preview: What the verdict says.

      Encaje

      We received your project
      ------------------------

      Hello Lucía Hernández,

      Thank you for telling us about your project.

      What the verdict says.

      Reference: E-12

      What happens next
      -----------------

      Choose a time that suits you, or reply to this email if none does. The link passes your name, email and reference to the booking page.

      Book the technical review:
      https://calendar.example.com/review

      Your answers
      ------------

      How is the budget? Set

      If you know nothing about this, please reply to this email and we will erase these details.

      -- 
      Encaje sends you this email because this address was given with a project. You can reply to it.
      Privacy notice: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("says when the reply is due for an inquiry, in Spanish", () => {
    expect(printMail(composeAcknowledgement(acknowledgement("es", null)))).toMatchInlineSnapshot(`
      "Subject: Recibimos su pregunta (referencia Q-7)
      Preview: Una persona del equipo responderá a esta dirección en un plazo de 48 horas, a más tardar el sábado 7 de marzo a las 20:30 (hora del centro de México). Si quiere agregar algo mientras tanto, responda a este correo.

      Encaje

      Recibimos su pregunta
      ---------------------

      Hola, Lucía Hernández:

      Gracias por escribirnos.

      Referencia: Q-7

      Qué sigue
      ---------

      Una persona del equipo responderá a esta dirección en un plazo de 48 horas, a más tardar el sábado 7 de marzo a las 20:30 (hora del centro de México). Si quiere agregar algo mientras tanto, responda a este correo.

      Si no sabe nada de esto, por favor responda a este correo y eliminaremos estos datos.

      -- 
      Encaje le envía este correo porque alguien indicó esta dirección al enviar una pregunta. Puede responder a este correo.
      Aviso de privacidad: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test.each([
    ["en", "redirect", /^You don’t need to do anything else, .* a person will look at your answers\.$/],
    [
      "es",
      "review",
      /^La respuesta llegará a esta dirección en un plazo de 48 horas, a más tardar el sábado 7 de marzo/,
    ],
  ] as const)(
    "says in %s what happens next after the route %s, and leaves the thanks to the verdict",
    (language, route, next) => {
      const sent = acknowledgement(language, route);
      const paragraphs = composeAcknowledgement(sent).blocks.flatMap((block) =>
        block.type === "paragraph" ? block.text : [],
      );
      expect(paragraphs).toEqual([
        expect.stringContaining("Lucía Hernández"),
        sent.verdict,
        expect.stringMatching(next),
      ]);
    },
  );
});
