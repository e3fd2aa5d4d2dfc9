import { expect, test, vi } from "vitest";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { addNote } from "../submissions/changes/add-note.ts";
import { changeOwner, changeStatus, DeskRecords, newWord, now } from "../submissions/core/desk.fixture.ts";
import { searchBytes } from "./byte-search.fixture.ts";
import { erasePerson } from "./erasures.ts";

// Slow: reads every row of every table for ten texts, several times.
vi.setConfig({ testTimeout: 60_000 });
const { url, adminUrl } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const admin = await records.admin();

/** Creates a person with values that occur nowhere else in the database. */
function newPerson() {
  return {
    name: newWord(),
    company: newWord(),
    phone: newWord(),
    text: newWord(),
    note: newWord(),
    reason: newWord(),
    key: newWord(),
    page: newWord(),
    email: `${newWord()}@${newWord()}.example`,
  };
}
type Somebody = ReturnType<typeof newPerson>;

const agent = { channel: "ai_agent", agent_name: "Some Assistant", user_consent: true };

/** Stores a person's submissions by both channels, in two spellings, some with an owner, a note and a status change. */
async function submit(person: Somebody, count: number): Promise<void> {
  const { name, company, phone, text, key, page } = person;
  for (let at = 0; at < count; at++) {
    const email = at % 2 ? person.email.toUpperCase() : person.email;
    const origin = { utm: JSON.stringify({ utm_source: page }), landing_page: `https://example.com/?a=${page}` };
    const shared = { name, email, ...origin, referrer: page, ...(at % 3 ? {} : agent) };
    const submission_key = `${key}${at}`;
    const lead = { company, phone, text: `Sorteos ${text} ${at}`, submission_key };
    const ref =
      at % 4
        ? await records.evaluation({ ...shared, ...lead })
        : await records.inquiry({ ...shared, text: `¿${text}?` });
    if (at % 5) continue;
    await changeOwner({ ...ref, owner: admin.id }, { operator: admin, now });
    await addNote({ ...ref, text: `Llamar a ${name}: ${person.note}` }, { operator: admin, now });
    await changeStatus({ ...ref, status: "lost", reason: person.reason }, { operator: admin, now });
  }
}

const analyze = () => records.client.query("ANALYZE");

test("leaves no byte of an erased person with 320 submissions", async () => {
  const [person, other] = [newPerson(), newPerson()];
  await submit(person, 320);
  // Other people, whose addresses contain the person's address or who share a company with each other.
  await submit({ ...other, email: `x${person.email}` }, 20);
  await submit({ ...newPerson(), email: `${person.email}.mx` }, 20);
  await submit({ ...newPerson(), company: other.company }, 3);
  await records.evaluation({ email: person.email, company: other.company });
  await analyze();
  const before = await searchBytes(adminUrl, Object.values(person));
  expect(Object.entries(before).filter(([, places]) => !places.length)).toEqual([]);
  const inStatistics = Object.keys(before).filter((text) => before[text]?.includes("pg_catalog.pg_statistic"));
  expect(inStatistics).toEqual(expect.arrayContaining([person.name, person.company, person.text]));
  const others = await listOthersRows(person.email);
  expect(others.length).toBeGreaterThan(40);

  expect(await erasePerson({ email: person.email.toUpperCase() }, { admin, now })).toEqual({
    evaluations: 241,
    inquiries: 80,
    mentions: 0,
  });
  expect(await listOthersRows(person.email)).toEqual(others);
  const { email, ...rest } = person;
  const after = await searchBytes(adminUrl, Object.values(rest));
  expect(after).toEqual(Object.fromEntries(Object.values(rest).map((text) => [text, []])));
  // Deletes the people with similar addresses as well, because these contain the erased one.
  await records.client.query("DELETE FROM submissions WHERE strpos(upper(email), upper($1)) > 0", [email]);
  await analyze();
  expect(await searchBytes(adminUrl, [email])).toEqual({ [email]: [] });
});

test("leaves no data of an erased person in the planner's statistics", async () => {
  await records.client.query("TRUNCATE submissions CASCADE");
  const person = newPerson();
  await submit(person, 40);
  await records.client.query(
    `INSERT INTO reply_files (kind, submission_id, operator_id, name, type, content, created_at)
     SELECT kind, id, $1, $2, 'text/plain', '-', now() FROM submissions`,
    [admin.id, `${person.name}.txt`],
  );
  await records.client.query(
    `INSERT INTO saved_views (operator_id, name, is_shared, query, position, created_at)
     SELECT $1, 'A view', false, 'q=' || $2, position, now() FROM generate_series(1, 20) AS position`,
    [admin.id, person.email],
  );
  await records.client.query(
    `INSERT INTO assignment_rules (position, name, company) SELECT n, $1 || n, $2 FROM generate_series(1, 20) AS n`,
    ["Rule ", person.email],
  );
  await analyze();
  const before = await searchBytes(adminUrl, [person.name, person.text]);
  expect(before[person.name]).toContain("pg_catalog.pg_statistic");
  await erasePerson({ email: person.email }, { admin, now });
  const after = await searchBytes(adminUrl, Object.values(person));
  expect(Object.entries(after).filter(([, places]) => places.length)).toEqual([]);
  const { rows } = await records.client.query(
    "SELECT id FROM submissions UNION ALL SELECT id FROM submission_events UNION ALL SELECT id FROM reply_files",
  );
  expect(rows).toEqual([]);
});

/** Lists all rows of other people in the tables that an erasure changes. */
async function listOthersRows(email: string): Promise<unknown[]> {
  const { rows } = await records.client.query(
    `SELECT kind AS place, id::text, submissions::text AS row FROM submissions WHERE lower(email) <> lower($1)
     UNION ALL SELECT 'events', submission_events.id::text, submission_events::text
       FROM submission_events JOIN submissions USING (kind) WHERE submissions.id = submission_id AND lower(email) <> lower($1)
     UNION ALL SELECT 'operators', id, operators::text FROM operators
     UNION ALL SELECT 'catalog', id::text, catalog_entries::text FROM catalog_entries
     UNION ALL SELECT 'log', id::text, audit_entries::text FROM audit_entries WHERE action <> 'person_erased'
     ORDER BY 1, 2`,
    [email],
  );
  return rows;
}
