import { expect, test, vi } from "vitest";

/** Friday at 17:00 in Mexico City. */
const sentAt = new Date("2026-11-20T23:00:00Z");

async function promiseWith(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { getReplyTerms, getReplyTime, getReplyPromise } = await import("./reply-promise.ts");
  const { getVerdictMessage } = await import("./verdict.ts");
  const { dueAt, warnsAt, terms } = getReplyPromise(sentAt);
  vi.useFakeTimers({ now: sentAt });
  const texts = [
    ...(["en", "es"] as const).map(getReplyTime),
    ...(["en", "es"] as const).map((locale) => getVerdictMessage("review", locale, terms)),
  ];
  expect(getReplyTerms()).toEqual(terms);
  vi.useRealTimers();
  vi.unstubAllEnvs();
  return { dueAt, warnsAt, texts };
}

test("promises a reply within 48 hours, day and night, by default", async () => {
  expect(await promiseWith({})).toEqual({
    dueAt: new Date("2026-11-22T23:00:00Z"),
    warnsAt: new Date("2026-11-22T11:00:00Z"),
    texts: [
      "48 hours",
      "48 horas",
      expect.stringContaining("reply within 48 hours. There"),
      expect.stringContaining("en un plazo de 48 horas. No"),
    ],
  });
});

test("warns after 18 of 24 working hours", async () => {
  const settings = {
    REPLY_HOURS: "24",
    BUSINESS_DAYS: "mon-fri",
    BUSINESS_HOURS: "09:00-18:00",
    HOLIDAYS: "2026-11-24",
  };
  expect(await promiseWith(settings)).toEqual({
    // Working hours: one on Friday, nine on Monday, none on the holiday, nine on Wednesday, five on Thursday.
    dueAt: new Date("2026-11-26T20:00:00Z"),
    warnsAt: new Date("2026-11-25T23:00:00Z"),
    texts: [
      "24 working hours",
      "24 horas hábiles",
      expect.stringContaining("within 24 working hours."),
      expect.stringContaining("en un plazo de 24 horas hábiles."),
    ],
  });
});

test("writes one hour in the singular and 48 hours in the plural", async () => {
  expect((await promiseWith({ REPLY_HOURS: "1" })).texts.slice(0, 2)).toEqual(["1 hour", "1 hora"]);
  const working = { BUSINESS_HOURS: "09:00-18:00" };
  expect((await promiseWith({ ...working, REPLY_HOURS: "1" })).texts.slice(0, 2)).toEqual([
    "1 working hour",
    "1 hora hábil",
  ]);
  const { texts } = await promiseWith(working);
  for (const [at, name] of ["48 working hours", "48 horas hábiles", "48 working hours", "48 horas hábiles"].entries())
    expect(texts[at]).toContain(name);
});

test("ends the working day in the configured time zone", async () => {
  const settings = { REPLY_HOURS: "8", BUSINESS_HOURS: "09:00-18:00", TIME_ZONE: "America/New_York" };
  // It is 18:00 in New York, so the working day is over.
  expect((await promiseWith(settings)).dueAt).toEqual(new Date("2026-11-21T22:00:00Z"));
});

test("mentions future holidays but not past ones", async () => {
  // The day before the holiday ends at midnight in Mexico City, and so does the holiday.
  const before = await promiseWith({ HOLIDAYS: "2026-11-21, 2026-01-01" });
  expect(before.dueAt).toEqual(new Date("2026-11-23T23:00:00Z"));
  expect(before.texts).toEqual([
    "48 hours, holidays excepted",
    "48 horas, sin contar días festivos",
    expect.stringContaining("reply within 48 hours, holidays excepted. There"),
    expect.stringContaining("en un plazo de 48 horas, sin contar días festivos. No"),
  ]);
  expect((await promiseWith({ HOLIDAYS: "2026-11-19" })).texts.slice(0, 2)).toEqual(["48 hours", "48 horas"]);
});

test("states no number of hours in a promise whose terms are unreadable", async () => {
  const { getVerdictMessage, toShownVerdict } = await import("./verdict.ts");
  expect(getVerdictMessage("review", "en", null)).toContain("reply as soon as possible. There");
  expect(getVerdictMessage("review", "es", null)).toContain("le responderá lo antes posible. No");
  const shown = toShownVerdict({ kind: "evaluation", id: 1, route: "review" }, null, "en");
  expect(shown).toMatchObject({ message: getVerdictMessage("review", "en", null), repliedBy: null });
});
