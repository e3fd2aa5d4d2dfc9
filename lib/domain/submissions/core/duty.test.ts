import { expect, test } from "vitest";
import { getCurrentDuty, toReturnTime } from "./duty.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

test("puts an operator back on duty at the time set for the return, if any", () => {
  const isOnDuty = (offDutyUntil: Date | null) => getCurrentDuty({ isOnDuty: false, offDutyUntil }, now).isOnDuty;
  expect([null, later(1), now, later(-1)].map(isOnDuty)).toEqual([false, false, true, true]);
  expect(getCurrentDuty({ isOnDuty: false, offDutyUntil: now }, now)).toEqual({ isOnDuty: true, offDutyUntil: null });
  expect(getCurrentDuty({ isOnDuty: true, offDutyUntil: null }, now).isOnDuty).toBe(true);
});

test("puts an operator back on duty at midnight of the chosen day in the desk's time zone", () => {
  expect(toReturnTime("2026-11-24", now, "America/Mexico_City")).toEqual(new Date("2026-11-24T06:00:00.000Z"));
  expect(toReturnTime("2026-11-24", now, "Asia/Tokyo")).toEqual(new Date("2026-11-23T15:00:00.000Z"));
  // Clocks in Havana skip midnight on this day.
  expect(toReturnTime("2027-03-14", now, "America/Havana")).toEqual(new Date("2027-03-14T05:00:00.000Z"));
});

test("accepts only a day within the coming year for the return to duty", () => {
  const days = ["2026-11-23", "2026-11-24", "2027-11-24", "2027-11-25", "2027-02-29", "tomorrow", ""];
  expect(days.map((day) => toReturnTime(day, now, "UTC") !== null)).toEqual([
    ...[false, true, true],
    ...[false, false, false, false],
  ]);
});
