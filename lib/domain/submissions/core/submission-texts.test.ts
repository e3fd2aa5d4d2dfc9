import { expect, test } from "vitest";
import { contactFields, evaluationFields } from "./schema.ts";
import { boundRows } from "./spec-bounds.fixture.ts";
import { getTextBounds, isOptionalField, submissionTexts } from "./submission-texts.ts";

test("returns the contract's length limits for every text field", () => {
  for (const { field, min, max } of boundRows) {
    const { min: least = 0, max: most } = getTextBounds(field);
    expect([field, least, most]).toEqual([field, min, max]);
  }
  expect(getTextBounds("email").max).toBe(254);
  expect(getTextBounds("language")).toEqual({});
  expect(getTextBounds("constructor")).toEqual({});
});

test("names exactly the text fields that may be missing as optional", () => {
  const schemas = { ...contactFields, ...evaluationFields };
  for (const [name, schema] of Object.entries(schemas).filter(([name]) => name in submissionTexts)) {
    expect([name, isOptionalField(name)]).toEqual([name, schema.safeParse(undefined).success]);
  }
  expect(Object.keys(submissionTexts).filter((name) => !(name in schemas))).toEqual([]);
});
