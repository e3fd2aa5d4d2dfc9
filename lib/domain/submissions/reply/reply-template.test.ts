import { describe, expect, test } from "vitest";
import { NewReply } from "./reply.ts";
import { fillTemplate, listUnknownVariables, NewTemplate, templateVariables } from "./reply-template.ts";

const template = { name: "Thanks", textEn: "Hello", textEs: "Hola", kind: "", route: "" };

describe("a reply template", () => {
  test("accepts each known variable and rejects any other", () => {
    const known = templateVariables.map((name) => `{${name}}`).join(" ");
    expect(NewTemplate.safeParse({ ...template, textEn: known, textEs: known }).success).toBe(true);
    for (const text of ["{nombre}", "{Name}", "{ name }", "{}", "{first name}", "{constructor}"]) {
      expect(NewTemplate.safeParse({ ...template, textEs: text }).error?.issues[0]?.path).toEqual(["textEs"]);
      expect(listUnknownVariables(text)).toEqual([text.slice(1, -1)]);
    }
  });

  test("reads a template's empty kind and route as null", () => {
    expect(NewTemplate.parse(template)).toMatchObject({ kind: null, route: null });
    expect(NewTemplate.parse({ ...template, kind: "inquiry", template: "3", version: "2" })).toMatchObject({
      kind: "inquiry",
      template: 3,
      version: 2,
    });
  });
});

const values = {
  name: "{company} $& $1",
  company: null,
  role: "r",
  reference: "E-1",
  project: "p",
  operator: "o",
  site: "s",
  booking_link: "https://b",
};

test("fills in each variable of a template once", () => {
  expect(fillTemplate("{name}, {company}: {reference}{x}", values)).toBe("{company} $& $1, {company}: E-1{x}");
});

test("ends a sentence with one period after a value that has its own", () => {
  const text = "For {company}. By {site}. {booking_link}.";
  const filled = fillTemplate(text, { ...values, company: "Volcán, S.A. de C.V." });
  expect(filled).toBe("For Volcán, S.A. de C.V. By s. https://b.");
});

test("rejects a reply with a variable that is not filled in", () => {
  const reply = { kind: "inquiry", id: 1, revision: 0 };
  const isAccepted = (text: string) => NewReply.safeParse({ ...reply, text }).success;
  expect(["Hola {company}", "Hola {empresa}", "{ }"].map(isAccepted)).toEqual([false, true, true]);
});
