// Databases with rows in every table, backup files, and hashes of table contents.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { valid } from "../checked-rows.fixture.ts";
import { createMigratedDatabase, query } from "../databases.fixture.ts";
import { writeBackupFile } from "./write-backup.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-backup-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let files = 0;
export const newArchivePath = () => path.join(folder, `${files++}.tar.gz`);

export async function backUp(url: string, content?: "erasures"): Promise<string> {
  const file = newArchivePath();
  await writeBackupFile(file, { url, ...(content ? { content } : {}) });
  return file;
}

/** Characters with a special meaning in COPY, tar, JSON or SQL. */
export const hostileText = 'tab\tline\nreturn\rback\\slash \\N \\. \'quote\' "double" {"json": [1]} ñ 🧩 \u0001 end';

/** Creates a database with an operator, a session, links, queued mails, and texts that are hard to copy. */
export async function createFilledDatabase(): Promise<string> {
  const url = await createMigratedDatabase();
  const entry = valid.catalog_entries ?? {};
  const places = Object.keys(entry).map((_, at) => `$${at + 1}`);
  await query(url, `INSERT INTO catalog_entries (${Object.keys(entry)}) VALUES (${places})`, Object.values(entry));
  await query(
    url,
    `
    INSERT INTO operators (id, name, email, role, created_at, updated_at) VALUES ('op', 'Ana', 'ana@desk.example', 'admin', now(), now());
    INSERT INTO api_keys (name, start, hash, scopes, operator_id, created_at, expires_at)
      VALUES ('CRM', 'enc_Ab1-', repeat('0', 64), '{entries:read}', 'op', now(), now() + interval '1 day');
    INSERT INTO operator_sessions (id, token, operator_id, expires_at, created_at, updated_at)
      VALUES ('s', 'token', 'op', now() + interval '1 day', now(), now());
    INSERT INTO operator_verifications (id, identifier, value, expires_at, created_at, updated_at)
      VALUES ('v', 'i', 'op', now() + interval '1 day', now(), now());
    INSERT INTO operator_invitations (token_hash, email, role, created_at, expires_at, used_at) VALUES
      (repeat('a', 64), 'used@desk.example', 'member', now(), now() + interval '1 day', now()),
      (repeat('b', 64), 'open@desk.example', 'member', now(), now() + interval '1 day', NULL);
    INSERT INTO site_pictures VALUES (repeat('0', 64), 160, decode('5249464600ff0a0d5c2e0957454250', 'hex'), now());
    INSERT INTO audit_entries (at, actor, action, details) VALUES (now(), 'console', 'operator_invited', '{"a": [1, null]}')`,
  );
  await addSubmission(url, { text: hostileText, name: hostileText.slice(0, 60) });
  await addSubmission(url, { is_processed: true, text: "A second one" });
  await query(
    url,
    `
    INSERT INTO consent_links SELECT repeat('c', 64), 'withdraw', kind, id, now() + interval '1 day' FROM submissions WHERE id = 1;
    INSERT INTO mails (id, mail, kind, submission_id, operator_ids, state, due_at, next_at, attempts, lease, fault)
    SELECT gen_random_uuid(), mail, 'evaluation', 2, operators, state, now(), now(), 1, lease, fault::jsonb FROM (VALUES
      ('notice', ARRAY['op', 'NULL', 'a"b\\c,{}'], 'dead', NULL, '{"code": "X\\\\n"}'),
      ('acknowledgement', NULL, 'sending', gen_random_uuid(), NULL)) AS taken (mail, operators, state, lease, fault);
    INSERT INTO subscribers VALUES
      (gen_random_uuid(), 'ana@example.com', 'es', now(), now(), '2026-12-01', now(), now() + interval '7 days');
    INSERT INTO mails (id, mail, subscriber_id, state, due_at, next_at)
      SELECT gen_random_uuid(), 'changes', id, 'dead', now(), now() FROM subscribers;
    INSERT INTO mail_workers (seen_at) VALUES (now())`,
  );
  return url;
}

/**
 * Creates a filled database and its backup for the tests of a file. Both are only for reading, and only
 * while they run.
 */
export function shareFilledDatabase(): { url: string; file: string } {
  const shared = { url: "", file: "" };
  beforeAll(async () => {
    shared.url = await createFilledDatabase();
    shared.file = await backUp(shared.url);
  });
  return shared;
}

/** Stores an evaluation with an event. @returns its id */
export async function addSubmission(url: string, change: Record<string, unknown> = {}): Promise<number> {
  const row: Record<string, unknown> = {
    kind: "evaluation",
    created_at: "2026-11-20T08:00:00.123Z",
    request_id: "r",
    name: "Ana",
    email: "ana@example.com",
    language: "es",
    text: "A draw",
    source_page: "/",
    channel: "web",
    role: "Manager",
    company: "Café",
    answers_form: "answers",
    discovery_source: "-",
    answers: [0.1, 1, 1, 1, 1, 1, 1, 1, 0.30000000000000004],
    score: 9.7,
    route: "review",
    review_min: 7,
    qualified_min: 13,
    utm: JSON.stringify({ source: hostileText.replace("\u0001", "") }),
    ...change,
  };
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  const [stored] = await query<{ id: number }>(
    url,
    `WITH stored AS (INSERT INTO submissions (id, ${Object.keys(row)}) VALUES (nextval('evaluation_id_seq'), ${places}) RETURNING kind, id),
       event AS (INSERT INTO submission_events (kind, submission_id, at, actor, type, details) SELECT kind, id, now(), 'Ana', 'note', '{"text": "n"}' FROM stored)
     SELECT id FROM stored`,
    Object.values(row),
  );
  return stored?.id ?? 0;
}

/** Hashes all tables in one statement, because a connection per table would take most of a test's time. */
export async function hashTables(url: string): Promise<Record<string, string>> {
  const names = await query<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const statements = names.map(
    ({ name }) => `SELECT '${name}', count(*) || ' ' || md5(coalesce(string_agg(row::text, ' ' ORDER BY row::text), ''))
      FROM ${name} AS row`,
  );
  const rows = await query<{ name: string; hash: string }>(
    url,
    `SELECT * FROM (${statements.join(" UNION ALL ")}) AS hashes (name, hash)`,
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
