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

  test.each([
    ["en", "redirect", "What the verdict says.", /^You don’t need to do anything else, .* look at your answers\.$/],
    [
      "es",
      "review",
      "Lo que dice el veredicto.",
      /^La respuesta llegará .* en un plazo de 48 horas, .* sábado 7 de marzo/,
    ],
    [
      "es",
      null,
      "Gracias por escribirnos.",
      /^Una persona del equipo .* en un plazo de 48 horas, .* sábado 7 de marzo/,
    ],
  ] as const)(
    "in the language %s, says what happens after the route %s, and thanks only without a verdict",
    (language, route, opening, next) => {
      const { blocks } = composeAcknowledgement(acknowledgement(language, route));
      expect(blocks.flatMap((block) => (block.type === "paragraph" ? block.text : []))).toEqual([
        expect.stringContaining("Lucía Hernández"),
        opening,
        expect.stringMatching(next),
      ]);
    },
  );

  test("names no time for the reply once the promised time has passed", () => {
    const { blocks } = composeAcknowledgement(acknowledgement("es", "review", { repliedBy: null }));
    expect(blocks).toContainEqual({
      type: "paragraph",
      text: "Una persona del equipo responderá a esta dirección lo antes posible. Si quiere agregar algo mientras tanto, responda a este correo.",
    });
  });

  test("names an inquiry in subject, heading and footer", () => {
    const { subject, preview, blocks, footer } = composeAcknowledgement(acknowledgement("es", null));
    expect(subject).toBe("Recibimos su pregunta (referencia Q-7)");
    expect(preview).toMatch(/^Una persona del equipo responderá/);
    expect(blocks[0]).toEqual({ type: "heading", text: "Recibimos su pregunta" });
    expect(footer[0]).toContain("al enviar una pregunta");
  });
});
