import { expect, test } from "vitest";
import { parseNoticeVersion, privacyNoticeVersion, privacyNoticeVersions } from "./promises.ts";

test("lists the versions of the privacy notice by date, the newest and current one first", () => {
  expect(privacyNoticeVersions.filter((version) => new Date(version).toISOString().slice(0, 10) !== version)).toEqual(
    [],
  );
  expect([...privacyNoticeVersions]).toEqual([...new Set(privacyNoticeVersions)].sort().reverse());
  expect(privacyNoticeVersion).toBe(privacyNoticeVersions[0]);
});

test.each([
  ["an older page", "2026-11-21", "2026-11-21"],
  ["a current page", privacyNoticeVersion, privacyNoticeVersion],
  ["a page without version", undefined, privacyNoticeVersion],
  ["an unknown version", "1999-01-01", privacyNoticeVersion],
  ["a version of another type", { length: 1 }, privacyNoticeVersion],
])("reads the notice version of %s", (_, shown, version) => expect(parseNoticeVersion(shown)).toBe(version));
