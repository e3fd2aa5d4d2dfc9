import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function readSite(contactEmail: string, schedulingUrl = "") {
  vi.stubEnv("CONTACT_EMAIL", contactEmail);
  vi.stubEnv("SCHEDULING_URL", schedulingUrl);
  return (await import("./site.ts")).site();
}

test("loads valid company texts in both languages from content/", async () => {
  expect(Object.keys((await readSite("")).company)).toEqual(["en", "es"]);
});

test.each([
  ["", "", true],
  ["hello@example.com", "https://calendar.example.com/technical-fit-review", true],
  ["", "https://book.encaje.example", true],
  ["team@encaje.example", "", true],
  ["team@encaje.example", "https://book.encaje.example", false],
])(
  "given CONTACT_EMAIL %j and SCHEDULING_URL %j, reports whether the site is a demonstration: %s",
  async (email, url, isDemonstration) => {
    expect(await readSite(email, url)).toMatchObject({ isDemonstration });
  },
);
