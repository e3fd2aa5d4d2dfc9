import { describe, expect, test } from "vitest";
import { privacyNoticeVersion } from "../../../domain/submissions/core/promises.ts";
import { now } from "../core/desk.fixture.ts";
import { ConsentRecords } from "./consent.fixture.ts";
import { answerConsent, createConsentLinks } from "./consent.ts";
import { unusableTokens } from "./unusable-tokens.fixture.ts";

const records = new ConsentRecords(process.env.DATABASE_URL);
const later = (minutes: number) => ({ now: new Date(now.getTime() + minutes * 60_000) });
const noLink = expect.objectContaining({ kind: "not_found", message: expect.stringContaining("does not work") });

describe.each(["evaluation", "inquiry"] as const)("consent links of kind %s", (kind) => {
  test("confirms consent with time and notice, adds an event without a name, and keeps mails and the withdrawal link", async () => {
    const ref = await records.claimed(kind, { name: "Ana Ruiz", revision: 4 });
    const { confirm } = await createConsentLinks(ref, { now });
    expect(await answerConsent({ token: confirm }, later(5))).toEqual({ ...ref, purpose: "confirm" });
    const { now: at } = later(5);
    expect(await records.readRow(ref)).toMatchObject({
      consent_confirmed_at: at,
      consent_notice_version: privacyNoticeVersion,
      consent_withdrawn_at: null,
      revision: 5,
    });
    const details = { change: "confirmed", noticeVersion: privacyNoticeVersion };
    expect(await records.listEvents(ref)).toEqual([
      { type: "consent", at, operator_id: null, actor: "The person", details },
    ]);
    expect(await records.listPurposes(ref)).toEqual(["withdraw"]);
    expect(await records.listMails(ref)).toEqual(["acknowledgement", "notice", "warning"]);
  });

  test("withdraws consent: marks the submission, adds an event, and deletes all mails and links", async () => {
    const [ref, other] = [await records.claimed(kind, { name: "Ana Ruiz", revision: 4 }), await records.claimed(kind)];
    const { withdraw } = await createConsentLinks(ref, { now });
    await createConsentLinks(ref, later(1));
    await createConsentLinks(other, { now });
    const untouched = await records.readState(other);
    expect(await answerConsent({ token: withdraw }, later(5))).toEqual({ ...ref, purpose: "withdraw" });
    const { now: at } = later(5);
    expect(await records.readRow(ref)).toMatchObject({
      consent_confirmed_at: null,
      consent_notice_version: null,
      consent_withdrawn_at: at,
      revision: 5,
    });
    const details = { change: "withdrawn", noticeVersion: privacyNoticeVersion };
    expect(await records.listEvents(ref)).toEqual([
      { type: "consent", at, operator_id: null, actor: "The person", details },
    ]);
    expect([await records.listLinks(ref), await records.listMails(ref)]).toEqual([[], []]);
    expect(await records.readState(other)).toEqual(untouched);
  });

  test("accepts a withdrawal after a confirmation, which stays recorded", async () => {
    const ref = await records.claimed(kind);
    const { confirm, withdraw } = await createConsentLinks(ref, { now });
    await answerConsent({ token: confirm }, later(1));
    await answerConsent({ token: withdraw }, later(2));
    expect(await records.readRow(ref)).toMatchObject({
      consent_confirmed_at: later(1).now,
      consent_withdrawn_at: later(2).now,
    });
    const changes = (await records.listEvents(ref)).map(({ details }) => details.change);
    expect(changes).toEqual(["confirmed", "withdrawn"]);
  });

  test("accepts a link only once, and only one of the links of a repeated mail", async () => {
    const ref = await records.claimed(kind);
    const first = await createConsentLinks(ref, { now });
    const second = await createConsentLinks(ref, later(1));
    await answerConsent({ token: second.confirm }, later(2));
    const confirmed = await records.readState(ref);
    for (const token of [second.confirm, first.confirm]) {
      await expect(answerConsent({ token }, later(3))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(confirmed);
    await answerConsent({ token: first.withdraw }, later(4));
    const withdrawn = await records.readState(ref);
    for (const token of [...Object.values(first), ...Object.values(second)]) {
      await expect(answerConsent({ token }, later(5))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(withdrawn);
  });

  test("refuses even new links after a withdrawal", async () => {
    const ref = await records.claimed(kind, { consent_withdrawn_at: now });
    const tokens = await createConsentLinks(ref, { now });
    const before = await records.readState(ref);
    for (const token of Object.values(tokens)) {
      await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(before);
  });

  test("refuses a link of an erased submission", async () => {
    const ref = await records.claimed(kind);
    const tokens = await createConsentLinks(ref, { now });
    await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [kind, ref.id]);
    for (const token of Object.values(tokens)) {
      await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
    }
    expect(await records.listEvents(ref)).toEqual([]);
  });
});

describe.each(["confirm", "withdraw"] as const)("link to %s", (purpose) => {
  test("accepts a link used twenty times at once only once", async () => {
    const ref = await records.claimed("evaluation", { revision: 0 });
    const { [purpose]: token } = await createConsentLinks(ref, { now });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => answerConsent({ token }, later(1))));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toEqual(noLink);
    expect(await records.listEvents(ref)).toHaveLength(1);
    expect(await records.readRow(ref)).toMatchObject({ revision: 1 });
  });

  test("accepts a link until the last millisecond of thirty days", async () => {
    const [ref, other] = [await records.claimed("evaluation"), await records.claimed("inquiry")];
    const end = now.getTime() + 30 * 24 * 60 * 60 * 1000;
    const { [purpose]: late } = await createConsentLinks(ref, { now });
    const before = await records.readState(ref);
    await expect(answerConsent({ token: late }, { now: new Date(end) })).rejects.toEqual(noLink);
    expect(await records.readState(ref)).toEqual(before);
    const { [purpose]: inTime } = await createConsentLinks(other, { now });
    expect(await answerConsent({ token: inTime }, { now: new Date(end - 1) })).toEqual({ ...other, purpose });
  });
});

test("leaves the submission withdrawn when both links are used at once", async () => {
  for (let time = 0; time < 5; time++) {
    const ref = await records.claimed("evaluation");
    const { confirm, withdraw } = await createConsentLinks(ref, { now });
    const [, withdrawn] = await Promise.allSettled([
      answerConsent({ token: confirm }, later(1)),
      answerConsent({ token: withdraw }, later(1)),
    ]);
    expect(withdrawn.status).toBe("fulfilled");
    expect(await records.readRow(ref)).toMatchObject({ consent_withdrawn_at: later(1).now });
    expect([await records.listLinks(ref), await records.listMails(ref)]).toEqual([[], []]);
  }
});

test("refuses every invalid token in the same way, without a change", async () => {
  const ref = await records.claimed("evaluation");
  const tokens = await createConsentLinks(ref, { now });
  const before = await records.readState(ref);
  for (const token of unusableTokens(tokens.confirm)) {
    await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
  }
  expect(await records.readState(ref)).toEqual(before);
});
