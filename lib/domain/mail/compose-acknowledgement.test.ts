import { describe, expect, test } from "vitest";
import { composeAcknowledgement } from "./compose-for-person.ts";
import { acknowledgement, said } from "./mail.fixture.ts";

describe("the acknowledgement of a submission from the website", () => {
  test("links to the booking page for a qualified project, in English", () => {
    expect(said(composeAcknowledgement(acknowledgement("en", "qualified")))).toMatchInlineSnapshot(`
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

  test("links to the booking page for a qualified project, in Spanish", () => {
    expect(said(composeAcknowledgement(acknowledgement("es", "qualified")))).toMatchInlineSnapshot(`
      "Subject: Recibimos su proyecto (referencia E-12)
      Preview: Lo que dice el veredicto.

      Encaje

      Recibimos su proyecto
      ---------------------

      Hola, Lucía Hernández:

      Gracias por contarnos su proyecto.

      Lo que dice el veredicto.

      Referencia: E-12

      Qué sigue
      ---------

      Elija el horario que le convenga; si ninguno le conviene, responda a este correo. El enlace comparte su nombre, su correo y su referencia con la página de reservas.

      Reservar la revisión técnica:
      https://calendar.example.com/review

      Sus respuestas
      --------------

      How is the budget? Set

      Si no sabe nada de esto, por favor responda a este correo y eliminaremos estos datos.

      -- 
      Encaje le envía este correo porque alguien indicó esta dirección al enviar un proyecto. Puede responder a este correo.
      Aviso de privacidad: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("says when the reply is due for a project under review, in English", () => {
    expect(said(composeAcknowledgement(acknowledgement("en", "review")))).toMatchInlineSnapshot(`
      "Subject: We received your project (reference E-12)
      Preview: What the verdict says.

      Encaje

      We received your project
      ------------------------

      Hello Lucía Hernández,

      What the verdict says.

      Reference: E-12

      What happens next
      -----------------

      Our reply will come to this address within 48 hours, by Saturday, March 7 at 8:30 PM (Mexico City time). If you want to add something before then, reply to this email.

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

  test("says when the reply is due for a project under review, in Spanish", () => {
    expect(said(composeAcknowledgement(acknowledgement("es", "review")))).toMatchInlineSnapshot(`
      "Subject: Recibimos su proyecto (referencia E-12)
      Preview: Lo que dice el veredicto.

      Encaje

      Recibimos su proyecto
      ---------------------

      Hola, Lucía Hernández:

      Lo que dice el veredicto.

      Referencia: E-12

      Qué sigue
      ---------

      La respuesta llegará a esta dirección en un plazo de 48 horas, a más tardar el sábado 7 de marzo a las 20:30 (hora del centro de México). Si quiere agregar algo mientras tanto, responda a este correo.

      Sus respuestas
      --------------

      How is the budget? Set

      Si no sabe nada de esto, por favor responda a este correo y eliminaremos estos datos.

      -- 
      Encaje le envía este correo porque alguien indicó esta dirección al enviar un proyecto. Puede responder a este correo.
      Aviso de privacidad: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("invites further contact for a project that does not fit, in English", () => {
    expect(said(composeAcknowledgement(acknowledgement("en", "redirect")))).toMatchInlineSnapshot(`
      "Subject: We received your project (reference E-12)
      Preview: What the verdict says.

      Encaje

      We received your project
      ------------------------

      Hello Lucía Hernández,

      What the verdict says.

      Reference: E-12

      What happens next
      -----------------

      You don’t need to do anything else, and you can come back at any time: each project is evaluated from scratch. If you see it differently, reply to this email and a person will look at your answers.

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

  test("invites further contact for a project that does not fit, in Spanish", () => {
    expect(said(composeAcknowledgement(acknowledgement("es", "redirect")))).toMatchInlineSnapshot(`
      "Subject: Recibimos su proyecto (referencia E-12)
      Preview: Lo que dice el veredicto.

      Encaje

      Recibimos su proyecto
      ---------------------

      Hola, Lucía Hernández:

      Lo que dice el veredicto.

      Referencia: E-12

      Qué sigue
      ---------

      No tiene que hacer nada más y puede volver cuando quiera: cada envío se evalúa desde cero. Si lo ve de otra manera, responda a este correo y una persona revisará sus respuestas.

      Sus respuestas
      --------------

      How is the budget? Set

      Si no sabe nada de esto, por favor responda a este correo y eliminaremos estos datos.

      -- 
      Encaje le envía este correo porque alguien indicó esta dirección al enviar un proyecto. Puede responder a este correo.
      Aviso de privacidad: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("says when the reply is due for an inquiry, in English", () => {
    expect(said(composeAcknowledgement(acknowledgement("en", null)))).toMatchInlineSnapshot(`
      "Subject: We received your question (reference Q-7)
      Preview: A person on our team will reply to this address within 48 hours, by Saturday, March 7 at 8:30 PM (Mexico City time). If you want to add something before then, reply to this email.

      Encaje

      We received your question
      -------------------------

      Hello Lucía Hernández,

      Thank you for writing to us.

      Reference: Q-7

      What happens next
      -----------------

      A person on our team will reply to this address within 48 hours, by Saturday, March 7 at 8:30 PM (Mexico City time). If you want to add something before then, reply to this email.

      If you know nothing about this, please reply to this email and we will erase these details.

      -- 
      Encaje sends you this email because this address was given with a question. You can reply to it.
      Privacy notice: https://encaje.example/privacy
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("says when the reply is due for an inquiry, in Spanish", () => {
    expect(said(composeAcknowledgement(acknowledgement("es", null)))).toMatchInlineSnapshot(`
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
});
