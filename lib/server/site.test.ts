import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function readSite(contactEmail: string) {
  vi.stubEnv("CONTACT_EMAIL", contactEmail);
  return (await import("./site.ts")).site();
}

test("the files of content/ are right", async () => {
  expect(Object.keys((await readSite("")).company)).toEqual(["en", "es"]);
});

test.each([
  ["", true],
  ["hello@example.com", true],
  ["team@encaje.example", false],
])("with CONTACT_EMAIL %j the site is a demonstration: %s", async (contactEmail, isDemonstration) => {
  expect(await readSite(contactEmail)).toMatchObject({ isDemonstration });
});
