import { expect, test } from "vitest";
import { compareApis } from "../catalog/compare/compare.ts";
import { composeChanges, composeSubscription } from "./compose-without-submission.ts";
import { printMail, site } from "./mail.fixture.ts";

const toSpec = (names: string[]) => ({
  openapi: "3.1.0",
  info: {},
  paths: Object.fromEntries(names.map((name) => [name, { get: { responses: {} } }])),
});

function makeRelease(slug: string, before: string[], after: string[]) {
  const comparison = compareApis(toSpec(before), toSpec(after), "2026-11-27");
  if (!comparison) throw new Error("the documents cannot be compared");
  const at = new Date("2026-11-27T03:00:00Z");
  return { entryId: 1, slug, titleEn: "Prizes", titleEs: "Premios", number: 2, at, comparison };
}

const names = Array.from({ length: 12 }, (_, at) => `/added-${at}`);
const releases = [makeRelease("grown", [], names), makeRelease("broken", ["/a", "/b"], ["/b"])];
const url = "https://encaje.example/en/changes/subscription?token=a-token";

test("lists at most ten changes of a document, and counts the others", () => {
  const text = printMail(composeChanges({ language: "en", url, releases, site }));
  expect(text.match(/added-/g)).toHaveLength(10);
  expect(text).toContain("2 more changes\nhttps://encaje.example/en/catalog/grown/changes#version-2");
});

test.each([
  ["en", "Subject: A breaking change in our APIs\n", "Breaking: Prizes\nNovember 26, 2026: 1 breaking change."],
  [
    "es",
    "Subject: Un cambio incompatible en nuestras APIs\n",
    "Incompatible: Premios\n26 de noviembre de 2026: 1 cambio",
  ],
] as const)("lists breaking changes first and names them in the subject: %s", (language, subject, first) => {
  const text = printMail(composeChanges({ language, url, releases, site }));
  expect(text).toContain(subject);
  expect(text.indexOf(first)).toBeGreaterThan(0);
  expect(text.indexOf(first)).toBeLessThan(text.indexOf("grown"));
});

test.each(["en", "es"] as const)(
  "shows a subscriber the unsubscribe link and the reason for the mail: %s",
  (language) => {
    const { footer } = composeChanges({ language, url, releases, site });
    expect(footer[0]).toMatch(/^Encaje .*: https:\S+\?token=a-token$/);
    expect(printMail(composeSubscription({ language, url, site }))).toContain(`${url}\n`);
  },
);
