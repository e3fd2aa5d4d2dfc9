import { expect, test } from "vitest";
import { privacyNoticeVersion, privacyNoticeVersions } from "./privacy-notice.ts";

test("the version in force is the newest: each is a date, later ones first", () => {
  expect(privacyNoticeVersions.filter((version) => new Date(version).toISOString().slice(0, 10) !== version)).toEqual(
    [],
  );
  expect([...privacyNoticeVersions]).toEqual([...new Set(privacyNoticeVersions)].sort().reverse());
  expect(privacyNoticeVersion).toBe(privacyNoticeVersions[0]);
});
