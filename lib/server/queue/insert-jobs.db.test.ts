import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { afterEach, describe, expect, test } from "vitest";
import { ContactInput, EvaluationInput } from "../../domain/submissions/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/valid-input.fixture.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import { DeskRecords, newWord } from "../submissions/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "../submissions/submit.ts";
import { storedQueue } from "./queue.ts";

const { url } = await ownDatabase(process.env);
process.env.LOG_LEVEL = "silent";
const { client } = new DeskRecords(url);
const now = new Date();
const context = () => ({ now, requestId: randomUUID() });

async function newLead(name = newWord()): Promise<SubmissionRef> {
  const input = EvaluationInput.parse(validEvaluation({ name }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function newInquiry(name = newWord()): Promise<SubmissionRef> {
  return { kind: "inquiry", id: (await submitInquiry(ContactInput.parse(validContact({ name })), context())).id };
}

type Job = { row: Record<string, unknown>; isNow: boolean };

async function jobsOf({ kind, id }: SubmissionRef): Promise<Job[]> {
  const { rows } = await client.query(
    `SELECT to_jsonb(job) AS row, start_after = created_on AS "isNow" FROM pgboss.job WHERE data @> $1`,
    [{ kind, id }],
  );
  return rows;
}

async function storedUnder(name: string): Promise<number> {
  const text = "SELECT FROM submissions WHERE name = $1";
  return (await client.query(text, [name])).rowCount ?? 0;
}

async function countJobs(): Promise<number> {
  return (await client.query("SELECT count(*)::int AS count FROM pgboss.job")).rows[0].count;
}

test.each([newLead, newInquiry])("a submission has one job, which holds its reference alone", async (submit) => {
  const ref = await submit();
  expect(await jobsOf(ref)).toEqual([
    { row: expect.objectContaining({ name: storedQueue, data: ref, state: "created" }), isNow: true },
  ]);
});

test("a submission that is sent again under its key has one job", async () => {
  const input = EvaluationInput.parse(validEvaluation({ name: newWord() }));
  const submissionKey = randomUUID();
  const { id } = await submitEvaluation(input, { ...context(), submissionKey });
  expect((await submitEvaluation(input, { ...context(), submissionKey })).id).toBe(id);
  expect(await jobsOf({ kind: "evaluation", id })).toHaveLength(1);
});

/** What differs from job to job. */
const own = ["id", "data", "created_on", "start_after", "keep_until"];
const without = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !own.includes(column)));
const keptFor = ({ keep_until, start_after }: Record<string, unknown>) =>
  Date.parse(`${keep_until}`) - Date.parse(`${start_after}`);

test("in every column a job is as pg-boss itself would have stored it", async () => {
  const ref = await newInquiry();
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false });
  await boss.start();
  const ofBoss = { ...ref, id: ref.id + 1_000_000 };
  await boss.insert(storedQueue, [{ data: ofBoss }]);
  await boss.stop({ graceful: false });
  const [[ours], [theirs]] = [await jobsOf(ref), await jobsOf(ofBoss)];
  if (!ours || !theirs) throw new Error("a job is missing");
  expect(Object.keys(ours.row)).toEqual(Object.keys(theirs.row));
  expect(without(ours.row)).toEqual(without(theirs.row));
  expect(keptFor(ours.row)).toBe(keptFor(theirs.row));
  expect([ours.isNow, theirs.isNow]).toEqual([true, true]);
  expect(ours.row.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

describe("when storing is broken off", () => {
  const dropFaults = `
    DROP TRIGGER IF EXISTS fault ON pgboss.job;
    DROP TRIGGER IF EXISTS fault ON submissions`;
  afterEach(() => client.query(dropFaults));

  const acts = {
    "with an error": "RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'",
    "because the connection dies": "PERFORM pg_terminate_backend(pg_backend_pid())",
  };
  const onTables = (when: string, timing: string) => `CREATE ${when} ON submissions ${timing} EXECUTE FUNCTION fault()`;
  const moments = {
    "before the row": onTables("TRIGGER fault BEFORE INSERT", "FOR EACH ROW"),
    "between the row and its job":
      "CREATE TRIGGER fault BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION fault()",
    "after its job": "CREATE TRIGGER fault AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION fault()",
    "at the commit": onTables("CONSTRAINT TRIGGER fault AFTER INSERT", "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"),
  };
  const cases = Object.entries(moments).flatMap(([moment, trigger]) =>
    Object.entries(acts).map(([how, act]) => [moment, how, trigger, act] as const),
  );

  test.each(cases)("%s, %s, neither the submission nor a job is there", async (_moment, _how, trigger, act) => {
    const before = await countJobs();
    await client.query(
      `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${act}; RETURN NEW; END $$;
       ${trigger}`,
    );
    const name = newWord();
    await expect(newLead(name)).rejects.toThrow();
    await expect(newInquiry(name)).rejects.toThrow();
    expect([await storedUnder(name), await countJobs()]).toEqual([0, before]);

    await client.query(dropFaults);
    expect(await jobsOf(await newLead(name))).toHaveLength(1);
    expect(await jobsOf(await newInquiry(name))).toHaveLength(1);
    expect([await storedUnder(name), await countJobs()]).toEqual([2, before + 2]);
  });
});
