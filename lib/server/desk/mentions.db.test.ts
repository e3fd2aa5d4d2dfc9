import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeskRecords, newWord, now } from "./desk.fixture.ts";
import { erasePerson } from "./erase-person.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let admin: Operator;
beforeAll(async () => {
  admin = await records.operator({ role: "admin" });
});

/** Columns that no mention of a visitor's address can stand in, and why. Any other one must be cleaned. */
const leftOut: Record<string, Record<string, string[]>> = {
  "a whole address, which is this one or another": { leads: ["email"], contacts: ["email"] },
  "no address fits the shape that is stored": {
    leads: ["request_id", "submission_key", "notice_version", "language", "channel", "answers_form", "route", "status"],
    contacts: ["request_id", "submission_key", "notice_version", "language", "channel", "topic", "status"],
    submission_events: ["kind", "type"],
    audit_entries: ["action"],
    operator_verifications: ["id", "identifier"],
    sign_in_attempts: ["key"],
  },
  "made by the database of the other columns": { leads: ["words"], contacts: ["words"] },
  "an operator's, whose account is managed on a page of its own": {
    leads: ["owner_id"],
    contacts: ["owner_id"],
    submission_events: ["operator_id", "actor"],
    audit_entries: ["operator_id", "actor"],
    operators: ["id", "name", "email", "image", "role"],
    operator_sessions: ["id", "token", "operator_id", "ip_address", "user_agent"],
    operator_accounts: [
      ...["id", "account_id", "provider_id", "operator_id", "access_token", "refresh_token", "id_token", "scope"],
      "password",
    ],
    operator_two_factors: ["id", "secret", "backup_codes", "operator_id"],
    operator_invitations: ["token_hash", "email", "role"],
  },
  "the company's own published words, changed in the editor": {
    catalog_entries: [
      ...["slug", "title_en", "title_es", "description_en", "description_es", "use_cases_en", "use_cases_es"],
      ...["endpoints", "services", "docs_url", "swagger_url", "spec"],
      ...["search_text", "search_pairs", "search_title", "sort_title"],
    ],
  },
};
const isLeftOut = (table: string, column: string) =>
  Object.values(leftOut).some((tables) => tables[table]?.includes(column));

type Place = { table: string; column: string; type: string };

/** How a row of each table is made that has this value in one column. @returns its id. */
const makers: Record<string, (column: string, value: string) => Promise<unknown>> = {
  leads: async (column, value) => (await records.lead({ status: "lost", [column]: value })).id,
  contacts: async (column, value) => (await records.inquiry({ status: "lost", [column]: value })).id,
  submission_events: (column, value) =>
    insert("submission_events", { kind: "lead", subject_id: 0, at: now, actor: "-", type: "note", [column]: value }),
  operator_verifications: (column, value) => {
    const identifier = `catalog-form:entry:${newWord()}`;
    const times = { expires_at: now, created_at: now, updated_at: now };
    return insert("operator_verifications", { id: randomUUID(), identifier, ...times, [column]: value });
  },
  audit_entries: (column, value) =>
    insert("audit_entries", { at: now, actor: "-", action: "catalog_imported", [column]: value }),
};

async function insert(table: string, row: Record<string, unknown>): Promise<unknown> {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  const text = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places}) RETURNING id`;
  return (await records.client.query(text, Object.values(row))).rows[0].id;
}

test("every column of every table that can hold words is cleaned, or left out for a reason", async () => {
  const { rows } = await records.client.query<Place>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND udt_name <> '_float8' AND data_type NOT IN
       ('integer', 'bigint', 'double precision', 'boolean', 'timestamp with time zone')`,
  );
  const places = rows.filter(({ table, column }) => !isLeftOut(table, column));
  const email = `${newWord()}@example.com`;
  const made: (Place & { id: unknown })[] = [];
  for (const place of places) {
    const make = makers[place.table];
    if (!make) throw new Error(`an erasure leaves ${place.table}.${place.column} as it is: clean it, or say why not`);
    const value = place.type.startsWith("json") ? JSON.stringify({ [email]: [`x ${email}`] }) : `x ${email} y`;
    made.push({ ...place, id: await make(place.column, value) });
  }
  expect(made.length).toBeGreaterThan(20);
  expect(await erasePerson(admin, { email }, { now })).toEqual({ leads: 0, inquiries: 0, mentions: made.length });
  for (const { table, column, type, id } of made) {
    const { rows } = await records.client.query(`SELECT ${column}::text AS held FROM ${table} WHERE id = $1`, [id]);
    const held = type.startsWith("json") ? '{"[erased]": ["x [erased]"]}' : "x [erased] y";
    expect({ table, column, held: rows[0].held }).toEqual({ table, column, held });
  }
});

test("what is left out is in the database", async () => {
  const { rows } = await records.client.query<{ place: string }>(
    "SELECT table_name || '.' || column_name AS place FROM information_schema.columns WHERE table_schema = 'public'",
  );
  const places = rows.map(({ place }) => place);
  for (const tables of Object.values(leftOut)) {
    for (const [table, columns] of Object.entries(tables)) {
      for (const column of columns) expect(places).toContain(`${table}.${column}`);
    }
  }
});

describe("a mention", () => {
  const text = async (email: string, words: string) => {
    const ref = await records.lead({ project_description: words });
    await erasePerson(admin, { email }, { now }).catch(() => undefined);
    return (await records.rowOf(ref)).project_description;
  };
  const person = () => ({ word: newWord(), domain: `${newWord()}.example.com` });

  test.each([
    ["W@D", "[erased]"],
    ["<W@D>", "<[erased]>"],
    ["mailto:W@D?subject=a", "mailto:[erased]?subject=a"],
    ["W@D. W@D, W@D", "[erased]. [erased], [erased]"],
    ["W@D W@D", "[erased] [erased]"],
    ["-W@D- y ...W@D…", "-[erased]- y ...[erased]…"],
    ["a\nW@D\nb", "a\n[erased]\nb"],
    ["?m=W%40D&x", "?m=[erased]&x"],
    ["mailto%3AW%40D%20x", "mailto%3A[erased]%20x"],
    ["ñW@D", "ñW@D"],
    ["juW@D", "juW@D"],
    ["ju.W@D ju+W@D ju-W@D", "ju.W@D ju+W@D ju-W@D"],
    ["W@Dx W@D-x", "W@Dx W@D-x"],
    ["W@D.Gracias", "[erased].Gracias"],
    ["W D, W(at)D", "W D, W(at)D"],
  ])("in %j becomes %j", async (written, cleaned) => {
    const { word, domain } = person();
    const fill = (words: string) => words.replaceAll("W", word).replaceAll("D", domain);
    expect(await text(`${word}@${domain}`, fill(written))).toBe(fill(cleaned));
    const shouted = fill(written).replaceAll(word, word.toUpperCase());
    expect(await text(`${word}@${domain}`, shouted)).toBe(fill(cleaned).replaceAll(word, word.toUpperCase()));
  });

  test.each([
    ".*",
    "a+b",
    "x|y",
    "a{2}",
    "^$",
    "'--",
    "%_",
    "a?b",
    "!#$&*/=`~",
    "\u00f1",
    "\\\\1".replaceAll("\\", ""),
  ])("of an address with %j in it is found as it is written, and nothing else", async (signs) => {
    const { word, domain } = person();
    const email = `${word}${signs}${word}@${domain}`;
    const other = `${word}zz${word}@${domain}`;
    expect(await text(email, `${other} ${email} ${encodeURIComponent(email)}`)).toBe(`${other} [erased] [erased]`);
  });

  test("fits its column again, whose bound it may have been at", async () => {
    const name = "a@b.c ".repeat(20);
    const ref = await records.lead({ name });
    await erasePerson(admin, { email: "a@b.c" }, { now });
    expect((await records.rowOf(ref)).name).toBe("[erased] ".repeat(20).slice(0, 120));
  });

  test("is gone from the search as well", async () => {
    const { word, domain } = person();
    const ref = await records.lead({ company: `Casa ${word}@${domain}` });
    await erasePerson(admin, { email: `${word}@${domain}` }, { now });
    expect(String((await records.rowOf(ref)).words)).not.toContain(word);
  });
});
