import { describe, expect, test } from "vitest";
import { locales } from "../../i18n/locales.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { composeAcknowledgement } from "./compose-for-person.ts";
import { acknowledgement, consent, hostile } from "./mail.fixture.ts";
import { toMailText } from "./mail-content.ts";

const byAgent = { agentName: "ChatGPT", consent };

describe("the acknowledgement of an assistant's submission", () => {
  test("lets the person confirm or withdraw the consent for a project, in English", () => {
    const content = composeAcknowledgement(acknowledgement("en", "qualified", byAgent));
    expect(content.subject).toBe("Please confirm: your project (reference E-12)");
    expect(content.preview).toBe(
      "The assistant “ChatGPT” says that you agreed. Please confirm or withdraw your consent.",
    );
    const [before = "", asked = ""] = toMailText(content).split(/(?=Did you agree to this\?)/);
    expect(before).toContain(
      "\n\nThe assistant “ChatGPT” sent us this project in your name.\n\nWhat the verdict says.\n\n",
    );
    expect(asked.split("\n-- \n")[0]).toMatchInlineSnapshot(`
      "Did you agree to this?
      ----------------------

      The assistant “ChatGPT” told us that you agreed to share these details with us and to be contacted. Only you can say whether that is true.

      Yes, I agreed:
      https://encaje.example/consent/confirm-secret

      No, erase my details:
      https://encaje.example/consent/withdraw-secret

      Either link opens a page where one click is enough. Each link works once, within 30 days.

      If you do nothing, we go by what the assistant told us.

      If you know nothing about this, use the link “No, erase my details”: on the page it opens, one click makes us stop writing to you, and within a day we erase your details from our records.
      "
    `);
  });

  test("asks the person to confirm an inquiry, in Spanish", () => {
    const content = composeAcknowledgement(acknowledgement("es", null, byAgent));
    expect(content.subject).toBe("Por favor, confirme: su pregunta (referencia Q-7)");
    expect(toMailText(content)).toContain("El asistente “ChatGPT” nos envió esta pregunta en su nombre.");
    expect(toMailText(content)).toContain(`No, eliminar mis datos:\n${consent.withdrawUrl}`);
  });

  test.each(["review", "redirect"] as const)(
    "has the links to confirm and withdraw consent for the route %s",
    (route) => {
      const { blocks } = composeAcknowledgement(acknowledgement("en", route, byAgent));
      expect(blocks.filter(({ type }) => type === "action")).toEqual([
        { type: "action", label: "Yes, I agreed", url: consent.confirmUrl, isPrimary: true },
        { type: "action", label: "No, erase my details", url: consent.withdrawUrl, isPrimary: false },
      ]);
    },
  );

  test("asks for a reply instead of a click if there are no consent links", () => {
    const content = composeAcknowledgement(acknowledgement("en", "review", { agentName: "ChatGPT" }));
    expect(content.subject).toBe("We received your project (reference E-12)");
    expect(toMailText(content)).toContain(mailText("en")("unknown"));
    expect(content.blocks.filter(({ type }) => type === "action")).toEqual([]);
  });

  test("greets without a name and says “an assistant” if the names cannot be shown", () => {
    const unnamed = { ...byAgent, name: "\u200B://", agentName: "@@" };
    const inEnglish = toMailText(composeAcknowledgement(acknowledgement("en", "review", unnamed)));
    expect(inEnglish).toContain("\n\nHello,\n\nAn assistant sent us this project in your name.\n\n");
    expect(inEnglish).toContain("\n\nAn assistant told us that you agreed");
    const inSpanish = toMailText(composeAcknowledgement(acknowledgement("es", "review", unnamed)));
    expect(inSpanish).toContain("\n\nHola:\n\nUn asistente nos envió este proyecto en su nombre.\n\n");
    expect(inSpanish).toContain("\n\nUn asistente nos indicó que usted aceptó");
  });
});

describe.each(locales)("hostile names in an acknowledgement in %s", (language) => {
  const content = composeAcknowledgement(
    acknowledgement(language, "redirect", { name: hostile, agentName: hostile, consent }),
  );

  test("adds no header, line or link for a hostile name", () => {
    const plain = composeAcknowledgement(
      acknowledgement(language, "redirect", { name: "Ana", agentName: "Ana", consent }),
    );
    expect(content.subject).toBe(plain.subject);
    expect(content.preview).not.toMatch(/[\r\n\u0085\u2028]/);
    expect(toMailText(content).split("\n")).toHaveLength(toMailText(plain).split("\n").length);
    const findLinks = (text: string) => text.match(/https?:\S*|\S*@\S*|\S+\.\w\S*/g);
    expect(findLinks(toMailText(content))).toEqual(findLinks(toMailText(plain)));
  });

  test("cuts names in an acknowledgement to 60 characters", () => {
    const long = composeAcknowledgement(
      acknowledgement(language, null, { name: "n".repeat(120), agentName: "a".repeat(120), consent }),
    );
    expect(toMailText(long)).toMatch(/\bn{60}\b/);
    expect(toMailText(long)).toMatch(/“a{60}”/);
    expect([...long.subject].length).toBeLessThanOrEqual(120);
  });
});
