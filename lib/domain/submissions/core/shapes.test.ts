import { describe, expect, test } from "vitest";
import { ContactInput } from "./schema.ts";
import { forms } from "./spec-bounds.fixture.ts";
import { accepted, byAgent, findClause, refused, validContact } from "./valid-input.fixture.ts";

const goodEmails = [
  "a@b.c",
  "first.last+tag@sub.example.com",
  "o'neil/x=y!#$%&*?^`{|}~@example.com",
  "ñandú@café.example",
  "😀@😀.😀",
  "a@b..c",
  "a@.b.c",
  "-@-.-",
];
const badEmails = ["", "a@b", "a@b.", "a@.c", "@b.c", "a@", "a@@b.c", "a@b@c.d", "a.b.c", "a@b.c\n", " a@b.c"];
const forbidden = [...'@<>()[],;:"\\ \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff'];

describe.each(forms)("the email address of $form", ({ schema, valid }) => {
  test.each(goodEmails)("accepts the email address %j", (email) => {
    expect(accepted(schema, valid({ email })).email).toBe(email);
  });

  test.each(badEmails)("rejects the email address %j", (email) => {
    expect(findClause(refused(schema, valid({ email })), "email")).toContain("254");
  });

  test.each(forbidden)("rejects %j in any of the three segments of an email address", (character) => {
    for (const email of [`a${character}a@b.c`, `a@b${character}b.c`, `a@b.c${character}c`]) {
      expect(findClause(refused(schema, valid({ email })), "email")).not.toBe("");
    }
  });

  test("accepts email addresses of at most 254 code points", () => {
    for (const letter of ["x", "🚀"]) {
      const longest = `${letter.repeat(247)}@${letter}.com`;
      expect(accepted(schema, valid({ email: `${longest}m` })).email).toBe(`${longest}m`);
      expect(findClause(refused(schema, valid({ email: `${longest}mm` })), "email")).toContain("254");
    }
  });

  test("checks the length of an email address before its pattern, which would take minutes", () => {
    const hostile = `a@${"a.".repeat(125_000)}@`;
    expect(findClause(refused(schema, valid({ email: hostile })), "email")).toContain("254");
  });

  test("requires an email address and rejects null and other types", () => {
    expect(findClause(refused(schema, valid({ email: undefined })), "email")).toContain("is required");
    for (const email of [null, 7, ["a@b.c"], { a: "a@b.c" }, "a\0@b.c", "a\ud800@b.c"]) {
      expect(findClause(refused(schema, valid({ email })), "email")).not.toBe("");
    }
  });
});

describe.each(forms)("the honeypot of $form", ({ schema, valid }) => {
  test("accepts an empty or missing honeypot", () => {
    accepted(schema, valid({ website: "" }));
    accepted(schema, valid({ website: undefined }));
  });

  test("rejects a filled honeypot", () => {
    for (const website of ["x", " ", "\0", "https://spam.example", null, 0, false, [], {}]) {
      const error = refused(schema, valid({ website }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "website")).toMatch(/\bempty\b|must not/);
    }
  });
});

describe.each(forms)("the fields of $form with a choice", ({ schema, valid }) => {
  test("requires a language, en or es", () => {
    for (const language of ["en", "es"]) expect(accepted(schema, valid({ language })).language).toBe(language);
    for (const language of ["", "EN", "fr", "en-US", "en ", null, 1, ["en"]]) {
      expect(findClause(refused(schema, valid({ language })), "language")).toContain("en or es");
    }
    expect(findClause(refused(schema, valid({ language: undefined })), "language")).toContain("is required");
  });

  test("accepts the channels web and ai_agent, and defaults to web", () => {
    expect(accepted(schema, valid()).channel).toBe("web");
    expect(accepted(schema, valid({ channel: "web" })).channel).toBe("web");
    expect(accepted(schema, byAgent(valid())).channel).toBe("ai_agent");
    for (const channel of ["", "WEB", "AI_AGENT", "ai_agent ", "email", null, 0, ["ai_agent"]]) {
      const error = refused(schema, valid({ channel }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "channel")).toContain("web or ai_agent");
    }
  });

  test("accepts only a boolean as userConsent, which may be false on the website", () => {
    for (const userConsent of [true, false]) {
      expect(accepted(schema, valid({ userConsent })).userConsent).toBe(userConsent);
    }
    for (const userConsent of [null, "true", 1, 0, []]) {
      const error = refused(schema, valid({ userConsent }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "userConsent")).toContain("true or false");
    }
  });
});

describe("the topic of an inquiry", () => {
  test.each(["a", "0", "-", "loyalty-2027", "x".repeat(40)])("accepts the topic %j", (topic) => {
    expect(accepted(ContactInput, validContact({ topic })).topic).toBe(topic);
  });

  test("accepts a missing topic", () => {
    expect(accepted(ContactInput, validContact())).not.toHaveProperty("topic");
  });

  test("rejects a topic with other characters, of the wrong length or of another type", () => {
    const badTopics = ["", "A", "a_b", "a b", " a", "a\n", "ñ", "ａ", "🚀", "x".repeat(41), null, 1, ["a"], {}];
    for (const topic of badTopics) {
      const error = refused(ContactInput, validContact({ topic }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "topic")).toContain("40");
    }
    for (const topic of ["a\0", "\ud800"]) {
      expect(findClause(refused(ContactInput, validContact({ topic })), "topic")).not.toBe("");
    }
  });
});
