import { expect, test } from "vitest";
import { emptyContent, sampleContent } from "#lib/domain/company.fixture.ts";
import { SiteContent } from "#lib/domain/company.ts";
import { findTextMax } from "#lib/domain/schema-kit.ts";
import { siteOperations } from "#lib/domain/site-operations.ts";
import { listFieldFaults } from "#lib/domain/submissions/core/field-faults.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { emptyItems, formatSiteFault, formatSiteLabel, toSiteBody, toSiteValues } from "./site-values.ts";

test.each([
  ["full", sampleContent],
  ["empty", emptyContent],
])("turns %s content into a form's values and back", (_name, content) => {
  expect(toSiteBody(toSiteValues(content, 7))).toEqual({ ...content, seen: 7 });
});

test("has values of text alone, as drafts keep no others", () => {
  const listLeaves = (value: unknown): unknown[] =>
    value instanceof Object ? Object.values(value).flatMap(listLeaves) : [value];
  for (const leaf of listLeaves(toSiteValues(sampleContent, 7))) expect(leaf).toBeTypeOf("string");
});

test("names each missing text by its language, in both lists and groups", () => {
  const values = { ...toSiteValues(emptyContent, 1), headline: { en: "", es: " " }, hours: { en: "Monday", es: "" } };
  const body = toSiteBody({ ...values, team: [{ ...emptyItems.team, "role.en": "Engineer" }] });
  const { error } = siteOperations.saveSite.input.safeParse(body);
  const faults = error ? listFieldFaults(error, body) : [];
  const t = deskText("en", "site");
  expect(faults.map((fault) => `${formatSiteLabel(t, fault.field)}: ${fault.rule}`)).toEqual([
    "Hours in Spanish: required",
    "Headline in English: required",
    "Headline in Spanish: required",
    "People 1, Name: required",
    "People 1, Role in Spanish: required",
  ]);
});

test("says how long a text may be, and what a field with a shape of its own expects", () => {
  const t = deskText("en", "site");
  expect([findTextMax(SiteContent, "cases.0.title.en"), findTextMax(SiteContent, "hours.es")]).toEqual([90, 120]);
  expect(formatSiteFault(t, { field: "cases.0.title.en", rule: "too_long" })).toBe("Shorten it to 90 characters.");
  expect(formatSiteFault(t, { field: "cases.0.year", rule: "other" })).toMatch(/^Write a year/);
});
