import { expect, test } from "vitest";
import { getNextDigest, MailChoices, wantsNotice } from "./mail-choices.ts";

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
  const read = (digestHours: unknown) => MailChoices.safeParse({ notices: "every", isWarned: true, digestHours });
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
