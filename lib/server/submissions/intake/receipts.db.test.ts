import { describe, expect, test } from "vitest";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { sharedLinkDays } from "../../../domain/submissions/intake/receipt.ts";
import { erasePerson } from "../../people/erasures.ts";
import { DeskRecords, newEmail, now } from "../core/desk.fixture.ts";
import { findSentSubmission, type Receipt, writeReceipt } from "./receipts.ts";
import { findSharedResult, setSharedAt, writeSharedToken } from "./shared-results.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const admin = await records.admin();
const receipt = (ref: Pick<Receipt, "kind" | "id">, sentAt = now): Receipt => ({ ...ref, route: null, sentAt });

test("returns an evaluation as it was sent, without its score", async () => {
  const change = {
    name: "Ana Ruiz",
    email: "ana@example.com",
    text: "Draws in\nHonduras",
    answers: [0, 1, 2, 0.5, 1, 1, 1, 1, 2],
  };
  const sent = await findSentSubmission(receipt(await records.evaluation({ ...change, created_at: now })));
  if (typeof sent === "string") throw new Error(sent);
  expect(sent).toMatchObject({ name: "Ana Ruiz", email: "ana@example.com", projectDescription: "Draws in\nHonduras" });
  expect(sent.answers.slice(0, 4)).toEqual([
    { question: "marketing_team", points: 0, option: "none" },
    { question: "campaign_frequency", points: 1, option: "one_to_two_per_year" },
    { question: "company_scope", points: 2, option: "multinational" },
    { question: "budget", points: 0.5, option: null },
  ]);
  expect(Object.keys(sent)).not.toContain("score");
});

test("returns an inquiry with its topic and without answers", async () => {
  const ref = await records.inquiry({ text: "How long does it take?", topic: "prize-draws", created_at: now });
  expect(await findSentSubmission(receipt(ref))).toMatchObject({
    message: "How long does it take?",
    topic: "prize-draws",
    answers: [],
  });
});

test("reports a withdrawn, erased or replaced submission as gone", async () => {
  const withdrawn = await records.evaluation({ created_at: now, consent_withdrawn_at: now });
  expect(await findSentSubmission(receipt(withdrawn))).toBe("gone");
  expect(await findSentSubmission(receipt({ kind: "inquiry", id: 2_000_000_000 }))).toBe("gone");
  const other = await records.inquiry({ created_at: now });
  expect(await findSentSubmission(receipt(other, new Date(now.getTime() + 1)))).toBe("gone");
});

describe("the link that shows others a result", () => {
  const answers = [0, 1, 2, 0.5, 1, 1, 1, 1, 2];

  async function share(change: Record<string, unknown> = {}) {
    const ref = await records.evaluation({ answers, route: "review", created_at: now, ...change });
    const owner = receipt(ref);
    await setSharedAt(owner, now);
    return { ref, owner, token: writeSharedToken({ ...ref, sharedAt: now }) };
  }
  const change = ({ id }: { id: number }, set: string) =>
    records.client.query(`UPDATE submissions SET ${set} WHERE kind = 'evaluation' AND id = $1`, [id]);

  test("shows verdict and answers for thirty days, but nothing about the person", async () => {
    const { token } = await share();
    const last = new Date(now.getTime() + sharedLinkDays * dayMilliseconds - 1);
    const shown = await findSharedResult(token, { now: last });
    expect(Object.keys(shown ?? {})).toEqual(["route", "answers", "sharedAt"]);
    expect(shown).toMatchObject({ route: "review", sharedAt: now });
    expect(shown?.answers.map(({ points }) => points)).toEqual(answers);
    expect(await findSharedResult(token, { now: new Date(last.getTime() + 1) })).toBeNull();
  });

  test("creates the same result link again unless the person has ended it", async () => {
    const { ref, owner, token } = await share();
    const later = new Date(now.getTime() + 1000);
    await setSharedAt(owner, later);
    expect(await findSharedResult(token, { now: later })).not.toBeNull();
    await setSharedAt(owner, null);
    expect(await findSharedResult(token, { now: later })).toBeNull();
    await setSharedAt(owner, later);
    expect(await findSharedResult(token, { now: later })).toBeNull();
    const again = writeSharedToken({ ...ref, sharedAt: later });
    expect(await findSharedResult(again, { now: later })).not.toBeNull();
  });

  test("refuses a result link after a withdrawal", async () => {
    const withdrawn = "consent_withdrawn_at = now()";
    const { ref, token } = await share();
    await change(ref, withdrawn);
    expect(await findSharedResult(token, { now })).toBeNull();
    const first = await records.evaluation({ answers, route: "review" });
    const repeat = await share({ repeat_of: first.id });
    expect(await findSharedResult(repeat.token, { now })).not.toBeNull();
    await change(first, withdrawn);
    expect(await findSharedResult(repeat.token, { now })).toBeNull();
  });

  test("does not reveal by a result link that a submission is spam", async () => {
    const { ref, token } = await share();
    await change(ref, "status = 'spam', closed_at = now()");
    expect(await findSharedResult(token, { now })).not.toBeNull();
  });

  test("hides the submission's number in a result link", async () => {
    const { token } = await share();
    expect(token).toMatch(/^[\w-]{50,}$/);
  });

  test("refuses a result link after the person was erased", async () => {
    const address = newEmail();
    const { token } = await share({ email: address });
    await erasePerson({ email: address }, { admin, now });
    expect(await findSharedResult(token, { now })).toBeNull();
  });

  test("refuses a result link that is forged or made from a receipt", async () => {
    const { ref, owner, token } = await share();
    const forged = Array.from(
      token,
      (_, at) => token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1),
    );
    const asReceipt = writeReceipt({ ...owner, route: "review" });
    for (const given of [...forged, asReceipt, `${token}A`, token.slice(0, -1), "", "..", undefined, [token]]) {
      expect(await findSharedResult(given, { now }), String(given)).toBeNull();
    }
    const other = await records.evaluation({ created_at: now });
    await setSharedAt({ ...receipt(other), sentAt: new Date(now.getTime() + 1) }, now);
    expect((await records.readRow(other)).shared_at).toBeNull();
    await setSharedAt({ ...receipt(ref), sentAt: new Date(now.getTime() + 1) }, null);
    expect(await findSharedResult(token, { now })).not.toBeNull();
  });
});
