import { describe, expect, test } from "vitest";
import { composeAcknowledgement, composeReply, toSenderName } from "./compose-for-person.ts";
import { acknowledgement, consent, printMail, site } from "./mail.fixture.ts";

const reply = { kind: "evaluation", id: 12, language: "en", operatorName: "Ana Solís", site } as const;

describe("an operator's reply", () => {
  test("keeps the operator's line breaks and ends with a signature, in English", () => {
    const text = "Good morning,\r\n\r\ntwo questions:\r\n- Which shops?\r\n- When?\r\n\r\n\r\n\r\nKind regards";
    expect(printMail(composeReply({ ...reply, text }))).toMatchInlineSnapshot(`
      "Subject: Re: We received your project (reference E-12)
      Preview: Good morning, two questions: - Which shops? - When? Kind regards

      Encaje

      Good morning,

      two questions:
      - Which shops?
      - When?

      Kind regards

      Ana Solís
      Encaje

      -- 
      Reference E-12. Reply to this email to reach Encaje.
      Encaje · hello@example.com · https://encaje.example
      "
    `);
  });

  test("keeps a reply of 4000 characters whole", () => {
    const text = "word ".repeat(800).trim();
    expect(composeReply({ ...reply, text }).blocks[0]).toEqual({ type: "paragraph", text });
  });

  test("keeps the operator's name on one line", () => {
    const { blocks } = composeReply({ ...reply, operatorName: "Ana\r\nSolís", text: "Hello." });
    expect(blocks.at(-1)).toEqual({ type: "paragraph", text: "Ana Solís\nEncaje" });
  });

  test("signs a reply with only the company if the operator has no name", () => {
    const { blocks } = composeReply({ ...reply, operatorName: " ", text: "Hello." });
    expect(blocks.at(-1)).toEqual({ type: "paragraph", text: "Encaje" });
  });

  test("replies under the acknowledgement's subject, with or without a consent request", () => {
    for (const language of ["en", "es"] as const) {
      for (const route of ["review", null] as const) {
        for (const isConsentAsked of [true, false]) {
          const asked = isConsentAsked ? { agentName: "ChatGPT", consent } : {};
          const sent = acknowledgement(language, route, asked);
          const { subject } = composeReply({ ...reply, ...sent, isConsentAsked, text: "Hello." });
          expect(subject).toBe(`Re: ${composeAcknowledgement(sent).subject}`);
        }
      }
    }
  });

  test("ends a reply with the operator's own signature", () => {
    const { blocks } = composeReply({ ...reply, signature: "Ana\nTel. 5555\n\nEncaje", text: "Hello." });
    expect(blocks.slice(1).map((block) => "text" in block && block.text)).toEqual(["Ana\nTel. 5555", "Encaje"]);
  });
});

test("names the operator and the company as the sender of a reply", () => {
  expect(toSenderName("Berta\r\nMora", site)).toBe("Berta Mora, Encaje");
  expect(toSenderName(" ", site)).toBe("Encaje");
});
