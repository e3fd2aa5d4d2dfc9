import { describe, expect, test } from "vitest";
import { privacyNoticeVersion } from "../../../domain/submissions/core/promises.ts";
import { now } from "../core/desk.fixture.ts";
import { ConsentRecords } from "./consent.fixture.ts";
import { answerConsent, createConsentLinks } from "./consent.ts";

const records = new ConsentRecords(process.env.DATABASE_URL);

describe.each(["evaluation", "inquiry"] as const)("privacy notice of a confirmation of kind %s", (kind) => {
  test.each([
    ["the notice that the page showed", privacyNoticeVersion, privacyNoticeVersion],
    ["the current one if the page showed none", undefined, privacyNoticeVersion],
    ["the current one for an unknown version", "1999-01-01", privacyNoticeVersion],
    ["the current one for a value of another type", { length: 1 }, privacyNoticeVersion],
  ])("records %s", async (_name, noticeVersion, recorded) => {
    const ref = await records.claimed(kind);
    const { confirm } = await createConsentLinks(ref, { now });
    await answerConsent({ token: confirm, noticeVersion }, { now });
    expect(await records.readRow(ref)).toMatchObject({ consent_notice_version: recorded });
    expect(await records.listEvents(ref)).toMatchObject([
      { details: { change: "confirmed", noticeVersion: recorded } },
    ]);
  });
});
