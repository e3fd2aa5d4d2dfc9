import { describe, expect, test } from "vitest";
import { getNextDigest, getNextOverview, MailChoices, wantsNotice } from "./mail-choices.ts";

test.each([
  ["every", [true, true, true]],
  ["unassigned", [true, true, false]],
  ["mine", [true, false, false]],
  ["none", [false, false, false]],
] as const)(
  "applies the notice choice %s to the operator's own, unassigned and others' submissions",
  (notices, wanted) => {
    expect(["me", null, "other"].map((owner) => wantsNotice(notices, "me", owner))).toEqual(wanted);
  },
);

test("sorts digest hours, removes duplicates and rejects invalid hours", () => {
  const read = (digestHours: unknown) =>
    MailChoices.safeParse({ notices: "every", isWarned: true, hasWeeklyOverview: false, digestHours });
  expect(read([14, 8, 14]).data?.digestHours).toEqual([8, 14]);
  for (const hours of [[24], [-1], [8.5], ["8"], 8, [1, 2, 3, 4]]) expect(read(hours).success).toBe(false);
});

test.each([
  ["the same day", "2026-03-06T13:59:59.999Z", "2026-03-06T14:00:00.000Z"],
  ["strictly later", "2026-03-06T14:00:00.000Z", "2026-03-06T20:00:00.000Z"],
  ["the next day", "2026-03-06T20:00:00.000Z", "2026-03-07T14:00:00.000Z"],
  ["the next month", "2026-03-31T23:00:00.000Z", "2026-04-01T14:00:00.000Z"],
])("plans the next digest for 8:00 or 14:00 in Mexico City: %s", (_, after, next) => {
  expect(getNextDigest([8, 14], new Date(after), "America/Mexico_City")?.toISOString()).toBe(next);
});

test("plans a digest after the skipped hour when clocks are set forward", () => {
  const next = (after: string) => getNextDigest([2, 8], new Date(after), "America/New_York")?.toISOString();
  // On March 8, clocks go from 1:59 to 3:00.
  expect(next("2026-03-08T06:59:00Z")).toBe("2026-03-08T07:00:00.000Z");
  expect(next("2026-03-08T07:00:00Z")).toBe("2026-03-08T12:00:00.000Z");
});

test("plans no digest if no hours are chosen", () => {
  expect(getNextDigest([], new Date(), "UTC")).toBeNull();
});

describe("the next weekly overview", () => {
  test.each([
    ["on a Sunday", "America/Mexico_City", "2026-03-08T20:00:00Z", [], "2026-03-09T15:00:00.000Z"],
    ["in the last hour of a Sunday", "America/Mexico_City", "2026-03-09T05:59:59Z", [], "2026-03-09T15:00:00.000Z"],
    ["on a Monday before its hour", "America/Mexico_City", "2026-03-09T06:00:00Z", [], "2026-03-16T15:00:00.000Z"],
    ["after clocks were set forward", "Europe/Madrid", "2026-03-25T12:00:00Z", [8, 14], "2026-03-30T06:00:00.000Z"],
    ["after clocks were set back", "Europe/Madrid", "2026-10-23T12:00:00Z", [8, 14], "2026-10-26T07:00:00.000Z"],
    ["at an hour that clocks skip", "America/Asuncion", "2010-09-30T12:00:00Z", [0], "2010-10-04T03:00:00.000Z"],
    ["east of UTC", "Asia/Tokyo", "2026-03-08T14:00:00Z", [0], "2026-03-08T15:00:00.000Z"],
  ])("plans the next overview for the first Monday after today: %s", (_, timeZone, now, hours, next) => {
    expect(getNextOverview(hours, new Date(now), timeZone).toISOString()).toBe(next);
  });

  test("keeps the planned Monday when the hours change, so that no weekly overview is repeated or skipped", () => {
    const timeZone = "America/Mexico_City";
    const planned = new Date("2026-03-09T15:00:00Z");
    for (const now of ["2026-03-05T12:00:00Z", "2026-03-09T14:00:00Z", "2026-03-09T16:00:00Z"]) {
      expect(getNextOverview([7], new Date(now), timeZone, planned).toISOString()).toBe("2026-03-09T13:00:00.000Z");
    }
  });
});
