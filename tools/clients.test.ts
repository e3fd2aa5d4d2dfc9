import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { ContactInput, EvaluationInput } from "../clients/typescript/client.ts";
import { getHandOffLink, type HandOff } from "../clients/typescript/hand-off.ts";
import { questions } from "../lib/domain/submissions/core/questions.ts";
import { formatHandOffLink, parseHandOff } from "../lib/domain/submissions/intake/hand-off.ts";
import { locales } from "../lib/i18n/locales.ts";
import { getPathname } from "../lib/i18n/paths.ts";
import { generateTypes, typesFile } from "./clients.ts";

const root = path.join(import.meta.dirname, "..");

// Outside of a test, because a busy machine may need more than a test's time.
const types = await generateTypes();

test("the typed client has up-to-date types", () => {
  expect(fs.readFileSync(path.join(root, typesFile), "utf8"), "run npm run generate").toBe(types);
});

test("the types require complete bodies, but neither channel nor consent", () => {
  expectTypeOf<EvaluationInput["userConsent"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<ContactInput["channel"]>().toEqualTypeOf<"web" | "ai_agent" | undefined>();
  expectTypeOf<Omit<EvaluationInput, "userConsent" | "channel">>().toExtend<EvaluationInput>();
  // @ts-expect-error The name is missing.
  expectTypeOf<Omit<EvaluationInput, "name">>().toExtend<EvaluationInput>();
});

describe("a hand-off link of the typed client", () => {
  const siteUrl = "https://encaje.example";
  const word = fc.string({ unit: fc.constantFrom(..."aZ9áñ¿€漢🌋%&=#+?/<\"' "), minLength: 20, maxLength: 60 });
  const text = word.map((given) => `x${given}x`);
  const option = <Of extends { options: readonly string[] }>({ options }: Of) =>
    fc.constantFrom<Of["options"][number]>(...options);
  const [team, , , budget] = questions;
  const shared = { language: fc.constantFrom(...locales), assistant: text };
  const person = { name: text, email: fc.constant("lucia+promo@example.com") };
  const evaluation = fc.record(
    {
      ...shared,
      form: fc.constant("evaluation" as const),
      answers: fc.record({ [team.key]: option(team), [budget.key]: option(budget) }, { requiredKeys: [] }),
      values: fc.record({ ...person, projectDescription: text, role: text, phone: text }, { requiredKeys: ["name"] }),
    },
    { requiredKeys: ["form", "language", "values"] },
  );
  const contact = fc.record(
    {
      ...shared,
      form: fc.constant("contact" as const),
      values: fc.record({ ...person, message: text }, { requiredKeys: ["name"] }),
    },
    { requiredKeys: ["form", "language", "values"] },
  );

  test("writes a hand-off link that opens the form like the site's own link", () => {
    fc.assert(
      fc.property(fc.oneof(evaluation, contact), (handOff) => {
        const given: HandOff = handOff;
        const { form, language, assistant = "" } = given;
        const values = { ...given.values, ...(given.form === "evaluation" ? given.answers : {}) };
        const { origin, pathname, search, hash } = new URL(getHandOffLink(siteUrl, given));
        expect(origin + pathname).toBe(siteUrl + getPathname({ href: `/${form}`, locale: language }));
        expect(parseHandOff(form, search, hash)).toEqual({ values, assistant });
        const own = new URL(formatHandOffLink(siteUrl, { values, assistant }));
        expect(parseHandOff(form, own.search, own.hash)).toEqual({ values, assistant });
      }),
    );
  });

  test("puts the topic of an inquiry into the query of a hand-off link", () => {
    const handOff = { form: "contact", language: "es", topic: "prize-draws", assistant: "" } as const;
    expect(getHandOffLink(siteUrl, handOff)).toBe(`${siteUrl}/es/contacto?topic=prize-draws`);
  });

  test("types the answers of a hand-off link by question", () => {
    type Answers = NonNullable<Extract<HandOff, { form: "evaluation" }>["answers"]>;
    expectTypeOf<keyof Answers>().toEqualTypeOf<(typeof questions)[number]["key"]>();
  });
});

test("opens each form with every value of the documentation's hand-off links", () => {
  const text = fs.readFileSync(path.join(root, "docs", "api.md"), "utf8");
  const links = [...text.matchAll(/^(https:\S+#\S+)$/gm)].map(([link]) => new URL(link));
  expect(links.map(({ pathname }) => pathname)).toEqual(["/en/evaluation", "/es/contacto"]);
  for (const { pathname, search, hash } of links) {
    const { values, assistant } =
      parseHandOff(pathname === "/es/contacto" ? "contact" : "evaluation", search, hash) ?? {};
    const given = [...new URLSearchParams(search).keys(), ...new URLSearchParams(hash.slice(1)).keys()];
    expect([...Object.keys(values ?? {}), assistant && "assistant"].sort()).toEqual(given.sort());
  }
});
