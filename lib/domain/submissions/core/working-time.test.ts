import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createWorkingHoursAdder,
  formatWorkingTime,
  hasRegularWorkingDays,
  isAlwaysOpen,
  parseBusinessDays,
  parseBusinessHours,
  parseHolidays,
  type WorkingTime,
} from "./working-time.ts";

const hourMilliseconds = 3_600_000;

const office: WorkingTime = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  hours: { from: 9 * 60, to: 18 * 60 },
  holidays: ["2026-11-16", "2026-12-25", "2027-01-01"],
  timeZone: "America/Mexico_City",
};
const always: WorkingTime = {
  days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  hours: { from: 0, to: 24 * 60 },
  holidays: [],
  timeZone: "America/New_York",
};

/** Mexico City is six hours behind UTC all year. */
const inMexico = (wall: string) => new Date(`${wall}:00-06:00`);

test.each([
  ["on a morning", "2026-11-24T09:00", 4, "2026-11-24T13:00"],
  ["before opening", "2026-11-24T03:12", 4, "2026-11-24T13:00"],
  ["up to the moment of closing", "2026-11-24T09:00", 9, "2026-11-24T18:00"],
  ["over a night", "2026-11-24T17:00", 9, "2026-11-25T17:00"],
  ["on Friday at 17:59", "2026-11-20T17:59", 1, "2026-11-23T09:59"],
  ["on Friday at 18:00", "2026-11-20T18:00", 1, "2026-11-23T10:00"],
  ["on Saturday", "2026-11-21T12:00", 1, "2026-11-23T10:00"],
  ["on a holiday, a Monday", "2026-11-16T10:00", 9, "2026-11-17T18:00"],
  ["over a holiday and a weekend", "2026-11-13T12:00", 24, "2026-11-18T18:00"],
  ["over the end of the year, a holiday", "2026-12-31T16:00", 3, "2027-01-04T10:00"],
  ["over Christmas", "2026-12-24T17:30", 0.75, "2026-12-28T09:15"],
  ["over weeks", "2027-01-04T09:00", 90, "2027-01-15T18:00"],
])("adds working hours %s", (_, start, hours, end) => {
  expect(createWorkingHoursAdder(office)(inMexico(start), hours)).toEqual(inMexico(end));
});

const nights = { ...always, hours: { from: 0, to: 6 * 60 } };
test.each([
  [
    "a night has five hours when clocks go forward",
    nights,
    "2026-03-08T00:00:00-05:00",
    5,
    "2026-03-08T06:00:00-04:00",
  ],
  [
    "the sixth hour is in the next night when clocks go forward",
    nights,
    "2026-03-08T00:00:00-05:00",
    6,
    "2026-03-09T01:00:00-04:00",
  ],
  ["a night has seven hours when clocks go back", nights, "2026-11-01T00:00:00-04:00", 7, "2026-11-01T06:00:00-05:00"],
  [
    "work starts at nine in Tijuana before and after the change",
    { ...office, timeZone: "America/Tijuana" },
    "2026-03-06T17:00:00-08:00",
    2,
    "2026-03-09T10:00:00-07:00",
  ],
] as const)("counts working hours as elapsed time across a clock change: %s", (_, workingTime, start, hours, end) => {
  expect(createWorkingHoursAdder(workingTime)(new Date(start), hours)).toEqual(new Date(end));
});

describe("the end of working hours, for any working time", () => {
  const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
  const workingTimes = fc.record({
    days: fc.subarray([...names], { minLength: 1 }),
    hours: fc
      .uniqueArray(fc.integer({ min: 0, max: 24 * 60 }), { minLength: 2, maxLength: 2 })
      .map(([a = 0, b = 0]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
      .filter(({ from, to }) => to - from >= 60),
    holidays: fc.uniqueArray(
      fc.integer({ min: 0, max: 500 }).map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)),
      { maxLength: 12 },
    ),
    timeZone: fc.constantFrom("America/Mexico_City", "America/New_York", "America/Santiago", "Asia/Kolkata", "UTC"),
  });
  const starts = fc.date({
    min: new Date("2026-01-01T00:00:00Z"),
    max: new Date("2027-03-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const hours = fc.integer({ min: 1, max: 200 }).map((quarters) => quarters / 4);

  test("never ends earlier for a later start or for more hours", () => {
    fc.assert(
      fc.property(workingTimes, starts, starts, hours, hours, (workingTime, a, b, more, less) => {
        const add = createWorkingHoursAdder(workingTime);
        const [early, late] = [a, b].sort((x, y) => x.getTime() - y.getTime()) as [Date, Date];
        const [few, many] = [Math.min(more, less), Math.max(more, less)];
        expect(add(early, few).getTime()).toBeLessThanOrEqual(add(late, few).getTime());
        expect(add(early, few).getTime()).toBeLessThanOrEqual(add(early, many).getTime());
        expect(add(early, few).getTime()).toBeGreaterThanOrEqual(early.getTime() + few * hourMilliseconds);
      }),
    );
  });

  test("gives the same end if working hours are added in two steps", () => {
    fc.assert(
      fc.property(workingTimes, starts, hours, hours, (workingTime, start, first, second) => {
        const add = createWorkingHoursAdder(workingTime);
        expect(add(add(start, first), second)).toEqual(add(start, first + second));
      }),
    );
  });

  test("ends working hours within working time", () => {
    fc.assert(
      fc.property(workingTimes, starts, hours, (workingTime, start, count) => {
        // Check one millisecond earlier, because closing time belongs to the day that ends then.
        const last = new Date(createWorkingHoursAdder(workingTime)(start, count).getTime() - 1);
        const format = new Intl.DateTimeFormat("en-CA", {
          timeZone: workingTime.timeZone,
          weekday: "short",
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
        });
        const part = Object.fromEntries(format.formatToParts(last).map(({ type, value }) => [type, value]));
        expect(workingTime.days).toContain(part.weekday?.slice(0, 3).toLowerCase());
        expect(workingTime.holidays).not.toContain(`${part.year}-${part.month}-${part.day}`);
        const minute = Number(part.hour) * 60 + Number(part.minute);
        expect(minute).toBeGreaterThanOrEqual(workingTime.hours.from);
        expect(minute).toBeLessThan(workingTime.hours.to);
      }),
    );
  });

  test("counts working hours as elapsed time if work never stops", () => {
    fc.assert(
      fc.property(starts, hours, (start, count) => {
        const end = new Date(start.getTime() + count * hourMilliseconds);
        expect(createWorkingHoursAdder(always)(start, count)).toEqual(end);
        // With a holiday, even a past one, the function counts day by day.
        expect(createWorkingHoursAdder({ ...always, holidays: ["2020-01-01"] })(start, count)).toEqual(end);
      }),
    );
  });
});

test.each([
  ["mon-fri", ["mon", "tue", "wed", "thu", "fri"]],
  ["mon-sun", ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]],
  ["fri-mon", ["sun", "mon", "fri", "sat"]],
  ["wed", ["wed"]],
  ["mon-thu,sat", ["mon", "tue", "wed", "thu", "sat"]],
  [" Mon - Thu, SAT ", ["mon", "tue", "wed", "thu", "sat"]],
  ...["", "mon-", "-fri", "monday", "m on", "mon-fri-sun", "mon,,tue", "mon to fri", "1-5"].map((text) => [text, null]),
] as [string, string[] | null][])("reads the business days %j as %j", (text, days) => {
  expect(parseBusinessDays(text)).toEqual(days);
});

test.each([
  ["09:00-18:00", { from: 540, to: 1080 }],
  ["00:00-24:00", { from: 0, to: 1440 }],
  ["23:59-24:00", { from: 1439, to: 1440 }],
  ...["", "9-18", "9:00-18:00", "18:00-09:00", "09:00-09:00", "09:00-24:01", "09:60-18:00", "09:00"].map((text) => [
    text,
    null,
  ]),
] as [string, WorkingTime["hours"] | null][])("reads the business hours %j as %j", (text, hours) => {
  expect(parseBusinessHours(text)).toEqual(hours);
});

test.each([
  ["2026-12-25", ["2026-12-25"]],
  ["2026-12-25, 2028-02-29", ["2026-12-25", "2028-02-29"]],
  ...["", "2026-12-25,", "2026-02-29", "2026-2-3", "25/12/2026", "2026-12-25 2027-01-01"].map((text) => [text, null]),
] as [string, string[] | null][])("reads the holidays %j as %j", (text, holidays) => {
  expect(parseHolidays(text)).toEqual(holidays);
});

test("rejects holidays that leave no working day for a month", () => {
  const mondays = [7, 14, 21, 28].map((day) => `2026-12-${String(day).padStart(2, "0")}`);
  expect(hasRegularWorkingDays({ days: ["mon"], holidays: mondays })).toBe(true);
  expect(hasRegularWorkingDays({ days: ["mon"], holidays: [...mondays, "2027-01-04"] })).toBe(false);
  expect(hasRegularWorkingDays({ days: ["mon", "tue"], holidays: [...mondays, "2027-01-04"] })).toBe(true);
  expect(hasRegularWorkingDays({ days: ["mon"], holidays: [] })).toBe(true);
});

test("considers a team always open only if it works every hour of the week", () => {
  expect(isAlwaysOpen(always)).toBe(true);
  expect(isAlwaysOpen({ ...always, hours: { from: 1, to: 1440 } })).toBe(false);
  expect(isAlwaysOpen({ ...always, days: always.days.slice(1) })).toBe(false);
});

test.each([
  [
    "mon-fri",
    "Monday to Friday, 9:00 AM to 6:30 PM (Mexico City time)",
    "de lunes a viernes, de 09:00 a 18:30 (hora del centro de México)",
  ],
  [
    "mon-thu,sat,sun",
    "Monday to Thursday, Saturday, and Sunday, 9:00 AM to 6:30 PM (Mexico City time)",
    "de lunes a jueves, sábado y domingo, de 09:00 a 18:30 (hora del centro de México)",
  ],
])("puts the working days %s and their hours into words", (text, en, es) => {
  const [days, hours] = [parseBusinessDays(text) ?? [], { from: 9 * 60, to: 18 * 60 + 30 }];
  const workingTime = { days, hours, holidays: [], timeZone: "America/Mexico_City" };
  expect([formatWorkingTime(workingTime, "en"), formatWorkingTime(workingTime, "es")]).toEqual([en, es]);
});

test("leaves out the hours if working days have 24 hours", () => {
  const workingTime = { ...always, days: parseBusinessDays("mon-fri") ?? [], timeZone: "America/Mexico_City" };
  expect([formatWorkingTime(workingTime, "en"), formatWorkingTime(workingTime, "es")]).toEqual([
    "Monday to Friday (Mexico City time)",
    "de lunes a viernes (hora del centro de México)",
  ]);
});
