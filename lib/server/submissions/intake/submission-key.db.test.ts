import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../../../domain/request-context.ts";
import { ContactInput, EvaluationInput } from "../../../domain/submissions/core/schema.ts";
import { validContact, validEvaluation } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { erasePerson, purgeErasures } from "../../people/erasures.ts";
import { purgeWithdrawn } from "../../people/retain.ts";
import { applyRealTimeouts } from "../../timeouts.fixture.ts";
import { DeskRecords, newEmail } from "../core/desk.fixture.ts";
import { blockDeclinedKey } from "../core/erasure-records.ts";
import { getVerdictMessage } from "../core/verdict.ts";
import { answerConsent, createConsentTokens } from "./consent.ts";
import { submitEvaluation, submitInquiry } from "./submit.ts";

// Uses its own database, because one of these tests adds a trigger to the table.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { client } = records;
const admin = await records.admin();

type Change = Record<string, unknown>;
const toContext = (more: Partial<RequestContext>) => ({ now: new Date(), requestId: randomUUID(), ...more });
const evaluate = (submissionKey: string | undefined, change: Change = {}) =>
  submitEvaluation(EvaluationInput.parse(validEvaluation(change)), toContext({ submissionKey }));
const contact = (submissionKey: string | undefined, change: Change = {}) =>
  submitInquiry(ContactInput.parse(validContact(change)), toContext({ submissionKey }));

const verbs = [
  { kind: "evaluation" as const, submit: evaluate },
  { kind: "inquiry" as const, submit: contact },
];

async function findRows(kind: string, key: string): Promise<{ id: number; email: string }[]> {
  return (await client.query("SELECT id, email FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key]))
    .rows;
}

describe.each(verbs)("submission key of kind $kind", ({ kind, submit }) => {
  test("stores one of 20 concurrent submissions with one key", async () => {
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 20 }, () => submit(key)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect((await findRows(kind, key)).map(({ id }) => id)).toEqual([results[0]?.id]);
  });

  test("never deadlocks with another instance that stores the same keys in another order", async () => {
    vi.resetModules();
    const other = await import("./submit.ts");
    const input = EvaluationInput.parse(validEvaluation());
    const again = ContactInput.parse(validContact());
    const elsewhere = (submissionKey: string) =>
      kind === "evaluation"
        ? other.submitEvaluation(input, toContext({ submissionKey }))
        : other.submitInquiry(again, toContext({ submissionKey }));
    for (let round = 0; round < 10; round++) {
      const keys = Array.from({ length: 30 }, () => randomUUID());
      const here = keys.map((key) => submit(key));
      const there = keys.toReversed().map(elsewhere);
      const ids = (await Promise.all(here)).map(({ id }) => id);
      expect((await Promise.all(there)).map(({ id }) => id).reverse()).toEqual(ids);
    }
  });

  test("fails only for a submission key that another transaction has locked", async () => {
    await applyRealTimeouts();
    const key = randomUUID();
    await submit(key);
    await client.query("BEGIN");
    try {
      await client.query("DELETE FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key]);
      const [locked, ...others] = await Promise.allSettled(
        [key, ...Array.from({ length: 10 }, () => randomUUID())].map((each) => submit(each)),
      );
      expect(locked).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
      expect(others.map(({ status }) => status)).toEqual(others.map(() => "fulfilled"));
    } finally {
      await client.query("ROLLBACK");
    }
  });

  test("stores submissions with another key, or without one, separately", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const email = newEmail();
    const results = await Promise.all([one, other, undefined, undefined].map((key) => submit(key, { email })));
    expect(new Set(results.map(({ id }) => id)).size).toBe(4);
    const { rows } = await client.query("SELECT submission_key AS key FROM submissions WHERE email = $1", [email]);
    expect(rows.map(({ key }) => key).sort()).toEqual([one, other, null, null].sort());
  });

  test("accepts the shortest and the longest key", async () => {
    for (const length of [16, 64]) {
      const key = `${randomUUID()}${randomUUID()}`.replaceAll("-", "_").slice(0, length);
      const { id } = await submit(key);
      expect(await findRows(kind, key)).toMatchObject([{ id }]);
    }
  });

  test("leaves the submission key unused when the database rejects the submission", async () => {
    const key = randomUUID();
    const broken = { ...EvaluationInput.parse(validEvaluation()), ...ContactInput.parse(validContact()) };
    const verb = kind === "evaluation" ? submitEvaluation : submitInquiry;
    const tooLong = { ...broken, sourcePage: "x".repeat(241) };
    await expect(verb(tooLong, toContext({ submissionKey: key }))).rejects.toThrow("character varying(240)");
    expect(await findRows(kind, key)).toEqual([]);
    const { id } = await submit(key);
    expect(await findRows(kind, key)).toMatchObject([{ id }]);
  });

  /** Submits with `key` while another transaction is storing the key, then ends that transaction with `end`. */
  async function submitWhileStoring(key: string, end: "COMMIT" | "ROLLBACK") {
    const { id } = await submit(randomUUID());
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN");
    await other.query("UPDATE submissions SET submission_key = $1 WHERE kind = $2 AND id = $3", [key, kind, id]);
    const waiting = submit(key);
    const isWaiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1";
    while (!(await client.query(isWaiting, ["%INSERT INTO submissions %"])).rowCount);
    await other.query(end);
    await other.end();
    return { id, answered: (await waiting).id };
  }

  test("waits for a concurrent transaction with the same key and returns its row", async () => {
    const { id, answered } = await submitWhileStoring(randomUUID(), "COMMIT");
    expect(answered).toBe(id);
  });

  test("stores the submission when the concurrent transaction with its key rolls back", async () => {
    const key = randomUUID();
    const { id, answered } = await submitWhileStoring(key, "ROLLBACK");
    expect(answered).not.toBe(id);
    expect(await findRows(kind, key)).toMatchObject([{ id: answered }]);
  });

  test("stores a repeated submission again when its row is erased meanwhile", async () => {
    const key = randomUUID();
    const first = await submit(key);
    // The trigger also runs after an insert that finds the key taken. The look-up that follows then finds no row.
    await client.query(
      `CREATE FUNCTION erase_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         DELETE FROM submissions WHERE kind = '${kind}' AND id = ${first.id}; RETURN NULL; END $$;
       CREATE TRIGGER erase_first AFTER INSERT ON submissions FOR EACH STATEMENT EXECUTE FUNCTION erase_first()`,
    );
    const again = await submit(key);
    await client.query("DROP TRIGGER erase_first ON submissions; DROP FUNCTION erase_first()");
    expect(again.id).not.toBe(first.id);
    expect(await findRows(kind, key)).toMatchObject([{ id: again.id }]);
  });
});

describe.each(verbs)("submission key of kind $kind after its submission is gone", ({ kind, submit }) => {
  const conflict = { kind: "conflict", message: expect.not.stringMatching(/eras|delet|withdr/i) };
  const count = async (email: string) =>
    (await client.query("SELECT FROM submissions WHERE lower(email) = lower($1)", [email])).rowCount;

  test("refuses the submission key of an erased person, but accepts a new key from them", async () => {
    const [key, email] = [randomUUID(), newEmail()];
    await submit(key, { email });
    await erasePerson({ email }, { admin, now: new Date() });
    await expect(submit(key, { email })).rejects.toMatchObject(conflict);
    await expect(submit(key, { email: newEmail() })).rejects.toMatchObject(conflict);
    const parallel = await Promise.allSettled(Array.from({ length: 20 }, () => submit(key, { email })));
    expect(parallel.map(({ status }) => status)).toEqual(parallel.map(() => "rejected"));
    expect(await count(email)).toBe(0);
    const { rows } = await client.query("SELECT hash, key_id FROM erasures");
    expect(JSON.stringify(rows)).not.toContain(key);
    await submit(randomUUID(), { email });
    expect(await count(email)).toBe(1);
  });

  test("refuses the key of a submission from which a mention was erased", async () => {
    const [key, mentioned] = [randomUUID(), newEmail()];
    const given = { name: `Ana ${mentioned}` };
    await submit(key, given);
    await erasePerson({ email: mentioned }, { admin, now: new Date() });
    expect(await findRows(kind, key)).toEqual([]);
    await expect(submit(key, given)).rejects.toMatchObject(conflict);
    await expect(submit(key)).rejects.toMatchObject(conflict);
  });

  test("refuses the key of a submission that was withdrawn and purged", async () => {
    const [key, email] = [randomUUID(), newEmail()];
    const given = { channel: "ai_agent", agentName: "Some Assistant", userConsent: true, email };
    const { id } = await submit(key, given);
    const { withdraw } = await createConsentTokens({ kind, id }, { now: new Date() });
    await answerConsent({ token: withdraw }, { now: new Date() });
    await purgeWithdrawn({ now: new Date() });
    expect(await count(email)).toBe(0);
    await expect(submit(key, given)).rejects.toMatchObject(conflict);
  });

  test("refuses a submission key that was recorded as taken, but accepts other keys", async () => {
    const email = newEmail();
    const key = randomUUID();
    await blockDeclinedKey(key, { now: new Date() });
    await expect(submit(key, { email })).rejects.toMatchObject(conflict);
    await submit(randomUUID(), { email });
    expect(await count(email)).toBe(1);
  });

  test("accepts a submission key again once the record of its erasure is purged", async () => {
    const [key, email] = [randomUUID(), newEmail()];
    await submit(key, { email });
    await erasePerson({ email }, { admin, now: new Date() });
    await client.query("UPDATE erasures SET at = now() - interval '731 days'");
    await purgeErasures({ now: new Date() });
    await submit(key, { email });
    expect(await count(email)).toBe(1);
  });
});

test("accepts the same submission key for an evaluation and an inquiry", async () => {
  const key = randomUUID();
  const [lead, inquiry] = [await evaluate(key), await contact(key)];
  expect(await findRows("evaluation", key)).toMatchObject([{ id: lead.id }]);
  expect(await findRows("inquiry", key)).toMatchObject([{ id: inquiry.id }]);
});

test("returns the stored verdict when an evaluation is sent again", async () => {
  const worth = (points: number) => ({ answers: Array(9).fill(points) });
  const [qualified, redirect] = [randomUUID(), randomUUID()];
  const verdict = await evaluate(qualified, worth(2));
  expect(verdict.schedulingUrl).toMatch(/^https:/);
  expect(await evaluate(qualified, worth(2))).toEqual(verdict);
  const first = await evaluate(redirect, worth(0));
  // Simulates a change of the thresholds.
  await client.query("UPDATE submissions SET route = 'review' WHERE kind = 'evaluation' AND id = $1", [first.id]);
  const again = await evaluate(redirect, worth(0));
  expect(again).toEqual({
    id: first.id,
    route: "review",
    message: getVerdictMessage("review", "es", { hours: 48, run: "always" }),
    receipt: { ...first.receipt, route: "review" },
  });
});
