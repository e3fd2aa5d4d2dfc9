import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { consentLinkDays, SecretToken } from "../../../domain/submissions/core/consent.ts";
import { privacyNoticeVersion } from "../../../domain/submissions/core/promises.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database } from "../../db.ts";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { answerConsent, createConsentTokens, deleteConsentLinks, findConsent, purgeConsentLinks } from "./consent.ts";
import { unusableTokens } from "./unusable-tokens.fixture.ts";

class ConsentRecords extends DeskRecords {
  /** Stores an agent's submission with two pending mails and a dead one. */
  async insertClaimed(kind: SubmissionRef["kind"], change: Record<string, unknown> = {}): Promise<SubmissionRef> {
    const ref = await this[kind]({ channel: "ai_agent", agent_name: "ChatGPT", user_consent: true, ...change });
    for (const [mail, state, attempts] of [
      ["acknowledgement", "waiting", 0],
      ["warning", "waiting", 1],
      ["notice", "dead", 1],
    ]) {
      await this.client.query(
        `INSERT INTO mails (id, mail, kind, submission_id, state, attempts, due_at, next_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, now(), now())`,
        [mail, ref.kind, ref.id, state, attempts],
      );
    }
    return ref;
  }

  async listLinks({ kind, id }: SubmissionRef): Promise<Record<string, unknown>[]> {
    const text = "SELECT * FROM consent_links WHERE kind = $1 AND submission_id = $2 ORDER BY expires_at, purpose";
    return (await this.client.query(text, [kind, id])).rows;
  }

  async listMails({ kind, id }: SubmissionRef): Promise<string[]> {
    const text = "SELECT mail FROM mails WHERE kind = $1 AND submission_id = $2 ORDER BY mail";
    return (await this.client.query(text, [kind, id])).rows.map(({ mail }) => mail);
  }

  /** Reads all data of a submission that opening a consent link might change. */
  async readState(ref: SubmissionRef): Promise<unknown> {
    const [row, events] = [await this.readRow(ref), await this.listEvents(ref)];
    return { row, events, links: await this.listLinks(ref), mails: await this.listMails(ref) };
  }
}

const records = new ConsentRecords(process.env.DATABASE_URL);
const later = (minutes: number) => ({ now: new Date(now.getTime() + minutes * 60_000) });
const inDays = (days: number) => new Date(now.getTime() + days * dayMilliseconds);
const noLink = expect.objectContaining({ kind: "not_found", message: expect.stringContaining("does not work") });

describe.each(["evaluation", "inquiry"] as const)("consent links of kind %s", (kind) => {
  test("records a confirmation with its time and notice version", async () => {
    const ref = await records.insertClaimed(kind, { name: "Ana Ruiz", revision: 4 });
    const { confirm } = await createConsentTokens(ref, { now });
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
    expect((await records.listLinks(ref)).map(({ purpose }) => purpose)).toEqual(["withdraw"]);
    expect(await records.listMails(ref)).toEqual(["acknowledgement", "notice", "warning"]);
  });

  test("records a withdrawal, and deletes all mails and links of the submission", async () => {
    const [ref, other] = [
      await records.insertClaimed(kind, { name: "Ana Ruiz", revision: 4 }),
      await records.insertClaimed(kind),
    ];
    const { withdraw } = await createConsentTokens(ref, { now });
    await createConsentTokens(ref, later(1));
    await createConsentTokens(other, { now });
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

  test("records one confirmation and one withdrawal, even by links of two mails", async () => {
    const ref = await records.insertClaimed(kind);
    const first = await createConsentTokens(ref, { now });
    const second = await createConsentTokens(ref, later(1));
    await answerConsent({ token: second.confirm }, later(2));
    const confirmed = await records.readState(ref);
    for (const token of [second.confirm, first.confirm]) {
      await expect(answerConsent({ token }, later(3))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(confirmed);
    await answerConsent({ token: first.withdraw }, later(4));
    const withdrawn = await records.readState(ref);
    expect(await records.readRow(ref)).toMatchObject({
      consent_confirmed_at: later(2).now,
      consent_withdrawn_at: later(4).now,
    });
    for (const token of [...Object.values(first), ...Object.values(second)]) {
      await expect(answerConsent({ token }, later(5))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(withdrawn);
  });

  test("refuses even new consent links after a withdrawal", async () => {
    const ref = await records.insertClaimed(kind, { consent_withdrawn_at: now });
    const tokens = await createConsentTokens(ref, { now });
    const before = await records.readState(ref);
    for (const token of Object.values(tokens)) {
      await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
    }
    expect(await records.readState(ref)).toEqual(before);
  });

  test("refuses a consent link of an erased submission", async () => {
    const ref = await records.insertClaimed(kind);
    const tokens = await createConsentTokens(ref, { now });
    await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [kind, ref.id]);
    for (const token of Object.values(tokens)) {
      await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
    }
    expect(await records.listEvents(ref)).toEqual([]);
  });
});

describe.each(["confirm", "withdraw"] as const)("consent link to %s", (purpose) => {
  test("accepts a consent link that is used twenty times at once only once", async () => {
    const ref = await records.insertClaimed("evaluation", { revision: 0 });
    const { [purpose]: token } = await createConsentTokens(ref, { now });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => answerConsent({ token }, later(1))));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toEqual(noLink);
    expect(await records.listEvents(ref)).toHaveLength(1);
    expect(await records.readRow(ref)).toMatchObject({ revision: 1 });
  });

  test("accepts a consent link until the last millisecond of thirty days", async () => {
    const [ref, other] = [await records.insertClaimed("evaluation"), await records.insertClaimed("inquiry")];
    const end = now.getTime() + 30 * 24 * 60 * 60 * 1000;
    const { [purpose]: late } = await createConsentTokens(ref, { now });
    const before = await records.readState(ref);
    await expect(answerConsent({ token: late }, { now: new Date(end) })).rejects.toEqual(noLink);
    expect(await records.readState(ref)).toEqual(before);
    const { [purpose]: inTime } = await createConsentTokens(other, { now });
    expect(await answerConsent({ token: inTime }, { now: new Date(end - 1) })).toEqual({ ...other, purpose });
  });
});

test("withdraws the submission when both consent links are used at once", async () => {
  for (let time = 0; time < 5; time++) {
    const ref = await records.insertClaimed("evaluation");
    const { confirm, withdraw } = await createConsentTokens(ref, { now });
    const [, withdrawn] = await Promise.allSettled([
      answerConsent({ token: confirm }, later(1)),
      answerConsent({ token: withdraw }, later(1)),
    ]);
    expect(withdrawn.status).toBe("fulfilled");
    expect(await records.readRow(ref)).toMatchObject({ consent_withdrawn_at: later(1).now });
    expect([await records.listLinks(ref), await records.listMails(ref)]).toEqual([[], []]);
  }
});

test("refuses every invalid consent token in the same way", async () => {
  const ref = await records.insertClaimed("evaluation");
  const tokens = await createConsentTokens(ref, { now });
  const before = await records.readState(ref);
  for (const token of unusableTokens(tokens.confirm)) {
    await expect(answerConsent({ token }, later(1))).rejects.toEqual(noLink);
  }
  expect(await records.readState(ref)).toEqual(before);
});

test("stores only the hash of a consent link's 256-bit token, for thirty days", async () => {
  const ref = await records.insertClaimed("inquiry");
  const tokens = await createConsentTokens(ref, { now });
  const rows = await records.listLinks(ref);
  expect(rows).toEqual(
    (["confirm", "withdraw"] as const).map((purpose) => ({
      token_hash: createHash("sha256").update(tokens[purpose]).digest("hex"),
      purpose,
      kind: "inquiry",
      submission_id: ref.id,
      expires_at: inDays(30),
    })),
  );
  for (const token of Object.values(tokens)) {
    expect(SecretToken.safeParse(token).success).toBe(true);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test("deletes only the consent links of a failed attempt to send a mail", async () => {
  const ref = await records.insertClaimed("evaluation");
  const [first] = [await createConsentTokens(ref, { now }), await createConsentTokens(ref, { now: inDays(1) })];
  await deleteConsentLinks(first);
  expect((await records.listLinks(ref)).map(({ expires_at }) => expires_at)).toEqual([inDays(31), inDays(31)]);
});

test("purges consent links only once they have expired", async () => {
  const ref = await records.insertClaimed("evaluation");
  // A time in the past at which no link of another test expires.
  await createConsentTokens(ref, { now: inDays(-2_000) });
  const end = inDays(-1_970).getTime();
  await purgeConsentLinks({ now: new Date(end - 1) });
  expect(await records.listLinks(ref)).toHaveLength(2);
  await purgeConsentLinks({ now: new Date(end) });
  expect(await records.listLinks(ref)).toEqual([]);
});

test("records the current privacy notice if the page showed an unknown version", async () => {
  const ref = await records.insertClaimed("inquiry");
  const { confirm } = await createConsentTokens(ref, { now });
  await answerConsent({ token: confirm, noticeVersion: "1999-01-01" }, { now });
  expect(await records.readRow(ref)).toMatchObject({ consent_notice_version: privacyNoticeVersion });
});

describe("findConsent", () => {
  const kind = "inquiry";

  test("shows the purpose, agent and date of a consent link, but none of the person's text", async () => {
    const ref = await records.insertClaimed(kind, { agent_name: "Claude <b>", created_at: hoursAgo(3) });
    const tokens = await createConsentTokens(ref, { now });
    const before = await records.readState(ref);
    for (const purpose of ["confirm", "withdraw", "confirm", "withdraw"] as const) {
      const expected = { ...ref, purpose, agentName: "Claude <b>", submittedAt: hoursAgo(3) };
      expect(await findConsent(tokens[purpose], { now })).toStrictEqual(expected);
    }
    expect(await records.readState(ref)).toEqual(before);
  });

  test("finds no used, expired, unknown or withdrawn consent link", async () => {
    const ref = await records.insertClaimed(kind);
    const { confirm, withdraw } = await createConsentTokens(ref, { now });
    expect(await findConsent(confirm, { now: inDays(consentLinkDays) })).toBeNull();
    await answerConsent({ token: confirm }, { now });
    expect(await findConsent(confirm, { now })).toBeNull();
    expect(await findConsent(withdraw, { now })).toMatchObject({ purpose: "withdraw" });
    await answerConsent({ token: withdraw }, { now });
    expect(await findConsent(withdraw, { now })).toBeNull();
    const later = await createConsentTokens(ref, { now });
    expect(await findConsent(later.withdraw, { now })).toBeNull();
  });
});

test("finds no consent link for an invalid token", async () => {
  const { confirm } = await createConsentTokens(await records.insertClaimed("evaluation"), { now });
  for (const token of unusableTokens(confirm)) expect(await findConsent(token, { now })).toBeNull();
});

test("answers consent links while submissions use all of their connections", async () => {
  const { confirm } = await createConsentTokens(await records.insertClaimed("evaluation"), { now });
  const { withdraw } = await createConsentTokens(await records.insertClaimed("evaluation"), { now });
  const sleepers = Array.from({ length: 20 }, () =>
    database((db) => db.$queryRaw`SELECT pg_sleep(1)`).catch(() => undefined),
  );
  const [found, answered] = await Promise.allSettled([
    findConsent(confirm, { now }),
    answerConsent({ token: withdraw }, { now }),
  ]);
  await Promise.all(sleepers);
  expect(found).toMatchObject({ status: "fulfilled", value: { purpose: "confirm" } });
  expect(answered).toMatchObject({ status: "fulfilled", value: { purpose: "withdraw" } });
});
