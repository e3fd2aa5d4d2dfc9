import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json.ts";
import { ContactInput, EvaluationInput } from "./schema.ts";
import { forms } from "./spec-bounds.fixture.ts";
import { findClause, refused, validContact, validEvaluation } from "./valid-input.fixture.ts";

/** The fields of contract 2.1 and 2.5, copied by hand, each with a pattern for its bounds in the error text. */
const shared: Record<string, RegExp> = {
  name: /\b2\b.*\b120\b/,
  email: /\b254\b/,
  language: /\ben\b.*\bes\b/,
  sourcePage: /\b240\b/,
  channel: /\bweb\b.*\bai_agent\b/,
  agentName: /\b2\b.*\b120\b/,
  userConsent: /\btrue\b/,
  utm: /\b12\b.*\b500\b/,
  landingPage: /\b2048\b/,
  referrer: /\b2048\b/,
  website: /\bempty\b/,
};
const phrases: Record<string, Record<string, RegExp>> = {
  evaluation: {
    ...shared,
    role: /\b2\b.*\b120\b/,
    company: /\b2\b.*\b180\b/,
    phone: /\b60\b/,
    projectDescription: /\b20\b.*\b4000\b/,
    discoverySource: /\b1\b.*\b180\b/,
    answers: /answersByKey/,
    answersByKey: /\b9\b/,
  },
  contact: { ...shared, message: /\b10\b.*\b4000\b/, topic: /\b40\b/ },
};

describe.each(forms)("the error text for an invalid $form", ({ form, schema, valid }) => {
  const fields = Object.entries(phrases[form] ?? {});

  test("names every invalid field with its bound in one text", () => {
    const error = refused(schema, Object.fromEntries(fields.map(([field]) => [field, 31_337])));
    for (const [field, phrase] of fields) expect(findClause(error, field)).toMatch(phrase);
    expect(error.message).not.toContain("31337");
  });

  test("does not name valid fields", () => {
    for (const [field] of fields) {
      const { message } = refused(schema, valid({ [field]: 31_337 }));
      for (const [other] of fields.filter(([name]) => !field.startsWith(name) && name !== "answers")) {
        expect(message).not.toMatch(new RegExp(`(: |; )${other} `));
      }
    }
  });

  test("never contains a submitted value", () => {
    const secret = "juana.perez+555-0199";
    const wrong: unknown[] = [secret.repeat(300), [secret], { [secret.slice(0, 5)]: secret }, `${secret}\0`];
    const tooMany: JsonObject = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`p${at}`, secret]));
    for (const [field] of fields) {
      for (const value of [...wrong, tooMany, { utm_source: [secret] }]) {
        const parsed = schema.safeParse(valid({ [field]: value }));
        if (!parsed.success) expect(refused(schema, valid({ [field]: value })).message).not.toContain(secret);
      }
    }
  });

  test("never contains the value of a field, for any generated value", () => {
    const marked = fc.string({ maxLength: 40 }).map((text) => `«${text}»`);
    const values = fc.oneof(marked, fc.array(marked, { maxLength: 3 }), fc.dictionary(fc.constant("key"), marked));
    const body = fc.dictionary(fc.constantFrom(...fields.map(([field]) => field)), values);
    fc.assert(
      fc.property(body, (change) => {
        const parsed = schema.safeParse({ ...valid({ email: "«broken»" }), ...change, name: "x" });
        expect(parsed.success).toBe(false);
        const { message } = refused(schema, { ...valid({ email: "«broken»" }), ...change, name: "x" });
        expect(message).not.toMatch(/[«»]/);
      }),
      { numRuns: 200 },
    );
  });

  test("asks for a JSON object if the body is not one", () => {
    for (const body of [null, [], [valid()], "text", "", 7, true, undefined]) {
      const error = refused(schema, body);
      expect(error).toMatchObject({ kind: "invalid_input", code: undefined });
      expect(error.message).toMatch(/JSON object/);
    }
  });
});

test("says what is allowed instead of an invalid value that has a valid length", () => {
  const contact = (change: JsonObject) => refused(ContactInput, validContact(change)).message;
  expect(contact({ name: undefined })).toMatch(/\bname is required/);
  expect(contact({ name: "   " })).toMatch(/\bname must not be blank/);
  expect(contact({ name: "a\0b" })).toMatch(/\bname must not contain a NUL/);
  expect(contact({ name: "a\ud800b" })).toMatch(/\bname must not contain.*surrogate/);
  expect(contact({ email: "a b@example.com" })).toMatch(/\bemail must.*name@example\.com/);
  expect(contact({ topic: "Prize Draws" })).toMatch(/\btopic must.*lowercase/);
  expect(contact({ utm: { utm_source: "x".repeat(501) } })).toMatch(/\butm\.utm_source must.*500/);
  const evaluation = (change: JsonObject) => refused(EvaluationInput, validEvaluation(change)).message;
  expect(evaluation({ answers: [1, 1, 1, 1, 1, 1, 1, 1, 2.001] })).toMatch(/\banswers\[8\] must.*0.*2/);
  const byKey = (answersByKey: JsonObject) => evaluation({ answers: undefined, answersByKey });
  expect(byKey({})).toMatch(/\banswersByKey\.budget is required.*under_10k, 10k_to_20k, over_20k/);
  expect(byKey({ budget: "free" })).toMatch(/\banswersByKey\.budget must.*over_20k/);
});
