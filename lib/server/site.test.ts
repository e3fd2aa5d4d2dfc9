import { beforeEach, expect, test, vi } from "vitest";
import { emptyContent } from "../domain/company.fixture.ts";

beforeEach(() => vi.resetModules());

test.each([
  ["", "", true],
  ["hello@example.com", "https://calendar.example.com/technical-fit-review", true],
  ["", "https://book.encaje.example", true],
  ["team@encaje.example", "", true],
  ["team@encaje.example", "https://book.encaje.example", false],
])(
  "given CONTACT_EMAIL %j and SCHEDULING_URL %j, reports whether the site is a demonstration: %s",
  async (email, url, isDemonstration) => {
    vi.stubEnv("CONTACT_EMAIL", email);
    vi.stubEnv("SCHEDULING_URL", url);
    expect((await import("./site.ts")).getSiteSettings()).toMatchObject({ isDemonstration });
  },
);

test("starts with valid content in both languages, from files, messages and variables", async () => {
  vi.stubEnv("SITE_NAME", "Istmo");
  const { readStartContent } = await import("./site-start.ts");
  expect(readStartContent()).toMatchObject({ name: "Istmo", region: { es: "México y Centroamérica" }, clients: [] });
});

test("lists every fault in the content files", async () => {
  const { parseStartContent } = await import("./site-start.ts");
  const [receipts] = [{ year: 2027, title: { en: "a", es: "b" }, text: { en: "x".repeat(402), es: "b" } }];
  const figures = { en: "1 | a", es: "1 | b" };
  expect(() =>
    parseStartContent({ ...emptyContent, phone: "1", cases: [{ ...receipts, figures }] }, "2026-11-27"),
  ).toThrow(
    /content\/: phone must be .*\n {2}content\/: cases\.0\.text\.en must be text of 1 to 400 characters, and has 402$/,
  );
  const text = { en: "a", es: "b" };
  expect(() => parseStartContent({ ...emptyContent, cases: [{ ...receipts, text, figures }] }, "2026-11-27")).toThrow(
    "content/: cases.0.year must not be in the future",
  );
});
