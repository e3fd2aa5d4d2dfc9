import { expect, test } from "vitest";
import { emptyContent, sampleContent } from "#lib/domain/company.fixture.ts";
import type { SiteContent } from "#lib/domain/company.ts";
import { siteOperations } from "#lib/domain/site-operations.ts";
import { listFieldFaults } from "#lib/domain/submissions/core/field-faults.ts";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import {
  emptyItems,
  formatSiteFault,
  formatSiteLabel,
  formatSiteText,
  toSiteBody,
  toSiteValues,
} from "./site-values.ts";

const stored = `${"0a".repeat(32)}-640x480`;
const withPictures: SiteContent = {
  ...sampleContent,
  clients: [{ name: "A", logo: stored }, { name: "B" }],
  cases: sampleContent.cases.map((each) => ({ ...each, picture: { file: stored, alt: { en: "A", es: "Un" } } })),
  team: sampleContent.team.map((each) => ({ ...each, photo: stored })),
};

test.each([
  ["full", sampleContent],
  ["illustrated", withPictures],
  ["empty", emptyContent],
])("converts %s content to form values and back without a change", (_name, content) => {
  expect(toSiteBody(toSiteValues(content, 7))).toEqual({ ...content, seen: 7 });
});

test("converts site content to text values only, because drafts store no others", () => {
  const listLeaves = (value: unknown): unknown[] =>
    value instanceof Object ? Object.values(value).flatMap(listLeaves) : [value];
  for (const leaf of listLeaves(toSiteValues(sampleContent, 7))) expect(leaf).toBeTypeOf("string");
});

test("names the language of each missing text, both in lists and in groups", () => {
  const values = { ...toSiteValues(emptyContent, 1), headline: { en: "", es: " " }, hours: { en: "Monday", es: "" } };
  const [illustrated] = toSiteValues(withPictures, 1).cases;
  const body = toSiteBody({
    ...values,
    cases: [{ ...illustrated, picture: { file: stored, alt: { en: "", es: "" } } }],
    team: [{ ...emptyItems.team, role: { en: "Engineer", es: "" } }],
  });
  const { error } = siteOperations.saveSite.input.safeParse(body);
  const faults = error ? listFieldFaults(error, body) : [];
  const t = getDeskTextFor("en", "site");
  expect(faults.map((fault) => `${formatSiteLabel(t, fault.field)}: ${fault.rule}`)).toEqual([
    "Hours in Spanish: required",
    "Headline in English: required",
    "Headline in Spanish: required",
    "Cases 1, What the picture shows in English: required",
    "Cases 1, What the picture shows in Spanish: required",
    "People 1, Name: required",
    "People 1, Role in Spanish: required",
  ]);
});

test("says which picture lacks its description, and which description its picture", () => {
  const t = getDeskTextFor("en", "site");
  const [illustrated] = toSiteValues(withPictures, 1).cases;
  const listFaults = (picture: object) => {
    const body = toSiteBody({ ...toSiteValues(emptyContent, 1), cases: [{ ...illustrated, picture }] });
    const { error } = siteOperations.saveSite.input.safeParse(body);
    return (error ? listFieldFaults(error, body) : []).map(
      (fault) => `${formatSiteLabel(t, fault.field)}: ${formatSiteFault(t, fault)}`,
    );
  };
  expect(listFaults({ file: stored, alt: { en: "A", es: "" } })).toEqual([
    expect.stringMatching(/^Cases 1, What the picture shows in Spanish: Describe the picture in one sentence/),
  ]);
  expect(listFaults({ file: "", alt: { en: "A", es: "Un" } })).toEqual([
    expect.stringMatching(/^Cases 1, Picture: No such picture is stored. Choose/),
  ]);
});

test("states the maximum length of a text, and the format of a field that has one", () => {
  const t = getDeskTextFor("en", "site");
  const body = toSiteBody({ ...toSiteValues(emptyContent, 1), hours: { en: "x".repeat(121), es: "x" } });
  const { error } = siteOperations.saveSite.input.safeParse(body);
  const faults = error ? listFieldFaults(error, body) : [];
  expect(faults.find(({ field }) => field === "hours.en")).toMatchObject({ rule: "too_long", max: 120 });
  expect(formatSiteFault(t, { field: "hours.en", rule: "too_long", max: 120 })).toBe("Shorten it to 120 characters.");
  expect(formatSiteFault(t, { field: "cases.0.year", rule: "other" })).toMatch(/^Write a year/);
  expect(formatSiteFault(t, { field: "clients.1.name", rule: "other" })).toMatch(/Each client is named once/);
  expect(formatSiteFault(t, { field: "team.0.photo", rule: "other" })).toMatch(/Choose the file again/);
  expect(formatSiteText(t, stored)).toBe("Picture 0a0a0a, 640 × 480 pixels");
});
