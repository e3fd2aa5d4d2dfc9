import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json.ts";
import { ContactInput, contactFields, evaluationFields } from "./schema.ts";
import { forms } from "./spec-bounds.fixture.ts";
import { findClause, refused, validContact } from "./valid-input.fixture.ts";

const fieldsByForm = { evaluation: evaluationFields, contact: contactFields };

describe.each(forms)("the error text for an invalid $form", ({ form, schema, valid }) => {
  const fields = Object.keys(fieldsByForm[form]);

  test("names every invalid field in one text", () => {
    const error = refused(schema, Object.fromEntries(fields.map((field) => [field, 31_337])));
    expect(fields.filter((field) => findClause(error, field) === "")).toEqual([]);
    expect(error.message).not.toContain("31337");
  });

  test("names no valid field in an error text", () => {
    for (const field of fields) {
      const { message } = refused(schema, valid({ [field]: 31_337 }));
      for (const other of fields.filter((name) => !field.startsWith(name) && name !== "answers")) {
        expect(message).not.toMatch(new RegExp(`(: |; )${other} `));
      }
    }
  });

  test("never repeats a submitted value in an error text", () => {
    const secret = "juana.perez+555-0199";
    const wrong: unknown[] = [secret, secret.repeat(300), [secret], { [secret.slice(0, 5)]: secret }, `${secret}\0`];
    const tooMany: JsonObject = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`p${at}`, secret]));
    for (const field of fields) {
      for (const value of [...wrong, tooMany, { utm_source: [secret] }]) {
        const parsed = schema.safeParse(valid({ [field]: value }));
        if (!parsed.success) expect(refused(schema, valid({ [field]: value })).message).not.toContain(secret);
      }
    }
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
  expect(contact({ name: "   " })).toMatch(/\bname must not be blank/);
  expect(contact({ name: "a\0b" })).toMatch(/\bname must not contain a NUL/);
  expect(contact({ name: "a\ud800b" })).toMatch(/\bname must not contain.*surrogate/);
  expect(contact({ email: "a b@example.com" })).toMatch(/\bemail must.*name@example\.com/);
  expect(contact({ topic: "Prize Draws" })).toMatch(/\btopic must.*lowercase/);
});
