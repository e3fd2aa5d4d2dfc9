import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeskRecords, newWord, now } from "../submissions/desk.fixture.ts";
import { erasePerson } from "./erase-person.ts";
import { exportPerson } from "./export-person.ts";
import { findPerson } from "./find-person.ts";
import { getPerson } from "./get-person.ts";
import { listErasures } from "./list-erasures.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let admin: Operator;
let member: Operator;
beforeAll(async () => {
  admin = await records.operator({ role: "admin" });
  member = await records.operator();
});

const newEmail = () => `${newWord()}@example.com`;
const logOf = async (operator: Operator) =>
  (
    await records.client.query("SELECT at, actor, action, details FROM audit_entries WHERE operator_id = $1", [
      operator.id,
    ])
  ).rows;

describe("an erasure", () => {
  test("leaves in the log who, when and how much, and nothing of the person", async () => {
    const own = await records.operator({ role: "admin" });
    const email = newEmail();
    await records.lead({ email });
    await records.inquiry({ email });
    await records.lead({ project_description: `Ask ${email}.` });
    await erasePerson(own, { email }, { now });
    const details = { leads: 1, inquiries: 1, mentions: 1 };
    expect(await logOf(own)).toEqual([{ at: now, actor: own.email, action: "person_erased", details }]);
    const latest = (await listErasures(admin)).find(({ actor }) => actor === own.email);
    expect(latest).toMatchObject({ at: now, counts: details });
  });

  test("of an address that is not held is not found, and not in the log", async () => {
    const own = await records.operator({ role: "admin" });
    await expect(erasePerson(own, { email: newEmail() }, { now })).rejects.toMatchObject({ kind: "not_found" });
    expect(await logOf(own)).toEqual([]);
  });

  test("leaves the account of an operator of that address, and what the log says of it", async () => {
    const own = await records.operator({ role: "admin" });
    const ref = await records.lead({ email: own.email });
    await records.client.query(
      `INSERT INTO audit_entries (at, actor, action, details) VALUES ($1, $2, 'operator_invited', $3)`,
      [now, own.email, JSON.stringify({ email: own.email, role: "admin" })],
    );
    expect(await erasePerson(admin, { email: own.email }, { now })).toEqual({ leads: 1, inquiries: 0, mentions: 0 });
    expect(await records.rowOf(ref)).toBeUndefined();
    const { rows } = await records.client.query(
      `SELECT email FROM operators WHERE email = $1
       UNION ALL SELECT details ->> 'email' FROM audit_entries WHERE actor = $1 AND action = 'operator_invited'`,
      [own.email],
    );
    expect(rows).toEqual([{ email: own.email }, { email: own.email }]);
  });

  test("leaves a submission whole that is stored meanwhile", async () => {
    const email = newEmail();
    await records.lead({ email });
    const ref = await inTransaction(async (client) => {
      const id = await insertLead(client, email, `Write to ${email}.`);
      await erasePerson(admin, { email }, { now });
      return id;
    });
    const row = await records.rowOf({ kind: "lead", id: ref });
    expect(row).toMatchObject({ email, project_description: `Write to ${email}.` });
  });

  test("takes along the note that is added meanwhile", async () => {
    const email = newEmail();
    const ref = await records.lead({ email });
    const erasing = await inTransaction(async (client) => {
      await client.query("UPDATE leads SET revision = revision + 1 WHERE id = $1", [ref.id]);
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      const working = erasePerson(admin, { email }, { now });
      // The erasure has come to the locked row.
      await expect.poll(() => isWaitedFor(rows[0].pid), { timeout: 20_000 }).toBe(true);
      await client.query(
        `INSERT INTO submission_events (kind, subject_id, at, actor, type, details)
         VALUES ('lead', $1, $2, 'Ana', 'note', '{"text":"Called."}')`,
        [ref.id, now],
      );
      return { working };
    });
    await erasing.working;
    expect([await records.rowOf(ref), await records.eventsOf(ref)]).toEqual([undefined, []]);
  });
});

test("whatever is done for a person is refused to a member, and nothing changes", async () => {
  const email = newEmail();
  const ref = await records.lead({ email });
  const row = await records.rowOf(ref);
  const verbs = [
    () => erasePerson(member, { email }, { now }),
    () => exportPerson(member, { submission: ref }, { now }),
    () => findPerson(member, { email }),
    () => getPerson(member, ref),
    () => listErasures(member),
  ];
  for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ kind: "forbidden" });
  expect([await records.rowOf(ref), await logOf(member)]).toEqual([row, []]);
});

test("a person is found by the newest submission, in any case, with what is held", async () => {
  const email = newEmail();
  const lead = await records.lead({ email: email.toUpperCase(), created_at: new Date(now.getTime() - 1) });
  const inquiry = await records.inquiry({ email, created_at: now });
  const mention = await records.inquiry({ message: `A colleague of <${email}>` });
  expect(await findPerson(admin, { email })).toEqual(inquiry);
  expect(await getPerson(admin, lead)).toMatchObject({
    email: email.toUpperCase(),
    counts: { leads: 1, inquiries: 1, mentions: 1 },
    newest: [inquiry, lead],
    mentioned: [mention],
  });
  await expect(findPerson(admin, { email: newEmail() })).rejects.toMatchObject({ kind: "not_found" });
  const nobody = { kind: "lead", id: 2_147_483_001 } as const;
  await expect(getPerson(admin, nobody)).rejects.toMatchObject({ kind: "not_found" });
});

test("a letter with an accent is the same in one sign or in two", async () => {
  const word = newWord();
  const [composed, apart] = [`${word}\u00e9@example.com`, `${word}e\u0301@example.com`];
  const [one, other] = [await records.lead({ email: composed }), await records.inquiry({ email: apart })];
  expect(await findPerson(admin, { email: apart })).toMatchObject({ id: expect.any(Number) });
  const document = await exportPerson(admin, { submission: one }, { now });
  expect([document.leads.length, document.inquiries.length]).toEqual([1, 1]);
  expect(await erasePerson(admin, { email: apart }, { now })).toEqual({ leads: 1, inquiries: 1, mentions: 0 });
  expect([await records.rowOf(one), await records.rowOf(other)]).toEqual([undefined, undefined]);
});

/** Runs `work` on another connection and commits what it did there once it is done. */
async function inTransaction<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("BEGIN");
  const result = await work(client);
  await client.query("COMMIT");
  await client.end();
  return result;
}

async function isWaitedFor(pid: number): Promise<boolean> {
  const { rows } = await records.client.query(
    "SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND query LIKE '%DELETE FROM leads%'",
    [pid],
  );
  return rows.length > 0;
}

async function insertLead(client: pg.Client, email: string, text: string): Promise<number> {
  const { rows } = await client.query(
    `INSERT INTO leads (created_at, request_id, name, role, company, email, project_description, discovery_source,
       language, source_page, channel, answers, answers_form, score, route, review_min, qualified_min)
     VALUES ($1, '-', 'Ana', 'Manager', 'Casa', $2, $3, 'A friend', 'en', '/en', 'web', '{1,1,1,1,1,1,1,1,1}',
       'answers', 9, 'review', 7, 13) RETURNING id`,
    [now, email, text],
  );
  return rows[0].id;
}
