import { expect, test } from "vitest";
import { parseNoticeVersion, privacyNoticeVersion, privacyNoticeVersions } from "./promises.ts";

test("the version in force is the newest: each is a date, later ones first", () => {
  expect(privacyNoticeVersions.filter((version) => new Date(version).toISOString().slice(0, 10) !== version)).toEqual(
    [],
  );
  expect([...privacyNoticeVersions]).toEqual([...new Set(privacyNoticeVersions)].sort().reverse());
  expect(privacyNoticeVersion).toBe(privacyNoticeVersions[0]);
});

const known = [privacyNoticeVersion, "2026-01-31"];

test.each([
  ["a page that was opened before there was a newer one", "2026-01-31", "2026-01-31"],
  ["a page of the one in force", privacyNoticeVersion, privacyNoticeVersion],
  ["a page that shows none", undefined, privacyNoticeVersion],
  ["what was never a version", "1999-01-01", privacyNoticeVersion],
  ["what is no text", { length: 1 }, privacyNoticeVersion],
])("the notice of %s is told", (_, shown, told) => expect(parseNoticeVersion(shown, known)).toBe(told));
