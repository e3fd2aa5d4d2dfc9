import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toFirstTouch } from "../core/first-touch.ts";
import { questions } from "../core/questions.ts";
import { formatHandOffLink, type HandOff, parseAssistantName, parseHandOff } from "./hand-off.ts";

const page = "https://encaje.example/en/evaluation";
const answers = Object.fromEntries(questions.map(({ key, options }) => [key, options[1]]));
const typed = {
  projectDescription: "Un sorteo en Honduras 🌋,\nde marzo a mayo; 50% & más #1.",
  discoverySource: "Recommended by ChatGPT",
  name: "Lucía Hernández",
  role: "Gerente de marca",
  company: "Café + Volcán, S.A.",
  email: "lucia+promo@example.com",
  phone: "+504 9999 0000",
};
const whole: HandOff = { values: { ...answers, ...typed }, assistant: "ChatGPT" };

function parseLink(link: string, form: "evaluation" | "contact" = "evaluation"): HandOff | null {
  const { search, hash } = new URL(link);
  return parseHandOff(form, search, hash);
}

describe("a hand-off link", () => {
  test("keeps every value of a hand-off link, and puts no personal data into its query", () => {
    const link = formatHandOffLink(page, whole);
    expect(parseLink(link)).toEqual(whole);
    const { searchParams, search } = new URL(link);
    expect([...searchParams.keys()]).toEqual([...questions.map(({ key }) => key), "assistant"]);
    for (const value of Object.values(typed)) expect(search).not.toContain(encodeURIComponent(value));
  });

  test("keeps any subset of a hand-off link's values", () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(whole.values), { minLength: 1 }), fc.boolean(), (names, isNamed) => {
        const values = Object.fromEntries(names.map((name) => [name, whole.values[name] ?? ""]));
        const handOff = { values, assistant: isNamed ? "Claude" : "" };
        expect(parseLink(formatHandOffLink(page, handOff))).toEqual(handOff);
      }),
    );
  });

  test("keeps any visible text in a hand-off link that the form accepts", () => {
    const text = fc.string({ unit: fc.constantFrom(..."aZ09áñ¿€漢ש🌋%&=#+?/<>\"'\\ "), minLength: 20, maxLength: 200 });
    fc.assert(
      fc.property(text, (message) => {
        fc.pre(message.trim().length >= 20);
        const values = { name: "Ana", message };
        const link = formatHandOffLink("https://encaje.example/es/contacto", { values, assistant: "" });
        expect(parseLink(link, "contact")?.values).toEqual({ name: "Ana", message: message.trim() });
      }),
    );
  });

  test("trims the text of a hand-off link and converts its line endings to LF", () => {
    const message = "message=%20First%20line%0D%0Asecond%20line%20";
    expect(parseHandOff("contact", "", `#${message}`)?.values).toEqual({ message: "First line\nsecond line" });
  });
});

describe("an invalid value in a hand-off link", () => {
  const kept = { values: { budget: "over_20k", name: "Ana" }, assistant: "Claude" };
  const [query, fragment] = ["?budget=over_20k&assistant=Claude", "#name=Ana"];
  test.each([
    ["is not an option", "&company_scope=huge", ""],
    ["is an option's points", "&company_scope=2", ""],
    ["is an option of another question", "&company_scope=over_20k", ""],
    ["is given twice in the query", "&company_scope=multinational&company_scope=multinational", ""],
    ["is given twice in the fragment", "", "&email=a@example.com&email=b@example.com"],
    ["is too short", "", "&projectDescription=short"],
    ["is too long", "", `&company=${"x".repeat(181)}`],
    ["is huge", "", `&projectDescription=${"x".repeat(1_000_000)}`],
    ["is blank", "", "&role=%20%20%20"],
    ["is not an email address", "", "&email=ana"],
    ["is an email address with an unescaped plus", "", "&email=ana+promo@example.com"],
    ["has a malformed escape", "", "&company=Caf%E9"],
    ["has a NUL", "", "&company=Caf%00e"],
    ["has a line end in a one-line field", "", "&company=Cafe%0AVolcan"],
    ["has a right-to-left override", "", "&company=%E2%80%AEnoclov"],
    ["has a direction mark", "", "&company=Cafe%E2%80%8F"],
    ["has a zero-width space", "", "&company=Cafe%E2%80%8BVolcan"],
    ["has invisible tag characters", "", "&company=Cafe%F3%A0%81%81"],
    ["is a personal detail in the query", "&email=ana@example.com", ""],
    ["is an answer in the fragment", "", "&company_scope=multinational"],
    ["belongs to no field", "&channel=ai_agent&__proto__=x&constructor=y", "&userConsent=true&__proto__=x&toString=y"],
    ["fills the honeypot", "", "&website=x"],
    ["belongs to the other form", "", "&message=A%20question%20of%20any%20length"],
  ])("ignores a value of a hand-off link that %s, and keeps the others", (_, inQuery, inFragment) => {
    expect(parseHandOff("evaluation", query + inQuery, fragment + inFragment)).toEqual(kept);
  });

  test.each(["", "x", "x".repeat(121), "a%0Ab", "%E2%80%AEtpGtahC", "A&assistant=B"])(
    "ignores the invalid assistant's name %j in a hand-off link",
    (name) => {
      expect(parseHandOff("evaluation", `?budget=over_20k&assistant=${name}`, "")?.assistant).toBe("");
    },
  );
});

test.each(["", "?utm_source=x", "?topic=prize-draws"])(
  "ignores the query %j with a page's own fragment as a hand-off link",
  (query) => {
    for (const fragment of ["", "#content", "#step-budget", "#name", "#:~:text=Send"]) {
      expect(parseHandOff("evaluation", query, fragment)).toBeNull();
    }
  },
);

test("trims an assistant's name and applies the bounds of agentName", () => {
  const names = [" Claude ", "漢字", "x".repeat(120), "x".repeat(121), "x", "a\nb", "a\u202eb", ""];
  expect(names.map(parseAssistantName)).toEqual(["Claude", "漢字", "x".repeat(120), "", "", "", "", ""]);
});

test("keeps only the utm parameters of a hand-off link in the first touch", () => {
  const [query = "", fragment] = formatHandOffLink("", whole).split("#");
  const touch = toFirstTouch(new URL(`${page}${query}&utm_source=chatgpt.com#${fragment}`), "");
  expect(touch).toEqual({ utm: { utm_source: "chatgpt.com" }, landingPage: "/en/evaluation?utm_source=chatgpt.com" });
});
