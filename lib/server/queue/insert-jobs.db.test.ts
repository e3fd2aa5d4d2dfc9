import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { afterEach, describe, expect, test } from "vitest";
import type { MailType } from "../../domain/mail/mail.ts";
import { ContactInput, EvaluationInput, type LeadRoute } from "../../domain/submissions/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/valid-input.fixture.ts";
import { ownDatabase } from "../own-database.fixture.ts";
import { DeskRecords, newWord } from "../submissions/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "../submissions/submit.ts";
import { mailQueue } from "./queue.ts";

const { url } = await ownDatabase(process.env);
process.env.LOG_LEVEL = "silent";
const { client } = new DeskRecords(url);
const now = new Date();
const context = () => ({ now, requestId: randomUUID() });

const answersFor: Record<LeadRoute, number[]> = {
  qualified: Array<number>(9).fill(2),
  review: Array<number>(9).fill(1),
  redirect: Array<number>(9).fill(0),
};

async function newLead(route: LeadRoute, name = newWord()): Promise<SubmissionRef> {
  const input = EvaluationInput.parse(validEvaluation({ name, answers: answersFor[route] }));
  return { kind: "evaluation", id: (await submitEvaluation(input, context())).id };
}

async function newInquiry(name = newWord()): Promise<SubmissionRef> {
  return { kind: "inquiry", id: (await submitInquiry(ContactInput.parse(validContact({ name })), context())).id };
}

type Job = { mail: MailType; row: Record<string, unknown>; start: Date; isNow: boolean };

/** All jobs of a submission, by their mail's type. */
async function jobsOf({ kind, id }: SubmissionRef): Promise<Job[]> {
  const { rows } = await client.query(
    `SELECT data ->> 'mail' AS mail, to_jsonb(job) AS row, start_after AS start, start_after = created_on AS "isNow"
     FROM pgboss.job WHERE data @> $1 ORDER BY 1`,
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

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const atOnce = { acknowledgement: null, notice: null };
const withClock = { ...atOnce, breach: hours(48), warning: hours(36) };

test.each([
  ["a qualified lead", () => newLead("qualified"), atOnce],
  ["a redirected lead", () => newLead("redirect"), atOnce],
  ["a lead for review", () => newLead("review"), withClock],
  ["an inquiry", () => newInquiry(), withClock],
])("%s has exactly its mails, the clock's at the hours that were promised", async (_, submit, expected) => {
  const jobs = await jobsOf(await submit());
  expect(Object.fromEntries(jobs.map(({ mail, start, isNow }) => [mail, isNow ? null : start]))).toEqual(expected);
  expect(jobs).toHaveLength(Object.keys(expected).length);
});

test("a job holds the type of its mail and the reference of its submission alone", async () => {
  for (const ref of [await newLead("review"), await newInquiry()]) {
    for (const { mail, row } of await jobsOf(ref)) expect(row.data).toEqual({ mail, ...ref });
  }
});

test("a submission that is sent again under its key has its jobs once", async () => {
  const input = EvaluationInput.parse(validEvaluation({ name: newWord() }));
  const submissionKey = randomUUID();
  const { id } = await submitEvaluation(input, { ...context(), submissionKey });
  expect((await submitEvaluation(input, { ...context(), submissionKey })).id).toBe(id);
  expect(await jobsOf({ kind: "evaluation", id })).toHaveLength(2);
});

/** What differs from job to job. */
const own = ["id", "data", "created_on", "start_after", "keep_until"];
const without = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !own.includes(column)));
const keptFor = ({ keep_until, start_after }: Record<string, unknown>) =>
  Date.parse(`${keep_until}`) - Date.parse(`${start_after}`);

test("in every column a job is as pg-boss itself would have stored it", async () => {
  const ref = await newInquiry();
  const ours = await jobsOf(ref);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false });
  await boss.start();
  const ofBoss = { ...ref, id: ref.id + 1_000_000 };
  await boss.insert(
    mailQueue,
    ours.map(({ mail, start, isNow }) => ({ data: { mail, ...ofBoss }, ...(isNow ? {} : { startAfter: start }) })),
  );
  await boss.stop({ graceful: false });
  const theirs = await jobsOf(ofBoss);
  expect(theirs.map(({ mail }) => mail)).toEqual(ours.map(({ mail }) => mail));
  for (const [at, { row, start, isNow }] of ours.entries()) {
    const other = theirs[at];
    expect(Object.keys(row)).toEqual(Object.keys(other?.row ?? {}));
    expect(without(row)).toEqual(without(other?.row ?? {}));
    expect(keptFor(row)).toBe(keptFor(other?.row ?? {}));
    expect([isNow, isNow || start]).toEqual([other?.isNow, isNow || other?.start]);
    expect(row.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
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
    "between the row and its jobs":
      "CREATE TRIGGER fault BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION fault()",
    "after the first of its jobs":
      "CREATE TRIGGER fault AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION fault()",
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
    await expect(newLead("review", name)).rejects.toThrow();
    await expect(newInquiry(name)).rejects.toThrow();
    expect([await storedUnder(name), await countJobs()]).toEqual([0, before]);

    await client.query(dropFaults);
    expect(await jobsOf(await newLead("review", name))).toHaveLength(4);
    expect(await jobsOf(await newInquiry(name))).toHaveLength(4);
    expect([await storedUnder(name), await countJobs()]).toEqual([2, before + 8]);
  });
});
