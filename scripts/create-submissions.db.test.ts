import { expect, test } from "vitest";
import { createOlderDatabase, query } from "./databases.fixture.ts";
import { migrate } from "./migrate.ts";
import { createOldQueue, storeOldJob } from "./old-queue.fixture.ts";

const migration = "20261122050000_create_submissions";

const stored = `
  INSERT INTO operators (id, name, email, created_at, updated_at) VALUES ('ana', 'Ana', 'ana@desk.example', now(), now());
  INSERT INTO leads (created_at, request_id, name, role, company, email, phone, project_description, discovery_source,
    language, source_page, channel, agent_name, user_consent, utm, answers, answers_form, score, route, review_min,
    qualified_min, status, owner_id, revision, replied_at, closed_at, close_reason, submission_key,
    submission_fingerprint, notice_version, consent_confirmed_at, consent_notice_version)
  SELECT '2026-11-01T10:00:00Z'::timestamptz + n * interval '1 minute', 'request-' || n, 'Ana ' || n, 'Manager', 'Casa ' || n,
    n || '@example.com', '+502 5555', 'Draws ' || n, 'A friend', 'es', '/es', 'ai_agent', 'Assistant', true,
    '{"__proto__": "a"}', array_fill(1, ARRAY[9]), 'answers', 9, 'review', 7, 13, 'lost', 'ana', 3, now(), now(),
    'No budget', 'key-of-sixteen-' || n, decode(repeat('07', 32), 'hex'), '2026-11-01', now(), '2026-11-01'
  FROM generate_series(1, 40) AS n;
  INSERT INTO contacts (created_at, request_id, name, email, message, topic, language, source_page, channel,
    consent_withdrawn_at)
  SELECT now(), 'request-' || n, 'Eva', n || '@example.com', 'How long, ' || n || '?', 'prize-draws', 'en', '/en', 'web',
    CASE WHEN n = 7 THEN now() END
  FROM generate_series(1, 30) AS n;
  DELETE FROM contacts WHERE id = 30;
  INSERT INTO submission_events (kind, subject_id, at, actor, type, details)
  SELECT kind, id, now(), 'Ana', 'note', '{"text": "Called."}'
  FROM (VALUES ('lead', 1), ('lead', 40), ('inquiry', 29), ('lead', 999)) AS noted (kind, id);
  INSERT INTO consent_links (token_hash, purpose, kind, subject_id, expires_at)
  SELECT lpad(n::text, 64, '0'), 'confirm', 'lead', n, now() FROM generate_series(1, 3) AS n;
  INSERT INTO audit_entries (at, actor, action, details)
  VALUES (now(), 'service', 'submissions_purged', '{"leads": 2, "inquiries": 1}');
  INSERT INTO operator_verifications (id, identifier, value, expires_at, created_at, updated_at)
  VALUES ('1', 'catalog-form:entry:ana', '{}', now(), now(), now()), ('2', '2fa-1', 'x', now(), now(), now())`;

/** Creates a database with the rows of `stored`, and with their mails in the old queue. */
async function createStored(): Promise<string> {
  const url = await createOlderDatabase(migration);
  await query(url, stored);
  await createOldQueue(url);
  await storeOldJob(url, { data: { mail: "notice", kind: "lead", id: 1 } });
  await storeOldJob(url, { data: { mail: "warning", kind: "inquiry", id: 29 }, dueAt: "2099-01-01T08:00:00Z" });
  return url;
}

/** Selects every row of the old tables, with the columns of the new one. */
const before = `
  SELECT (to_jsonb(leads) - 'words' - 'project_description')
    || jsonb_build_object('kind', 'evaluation', 'text', project_description, 'topic', NULL) AS row FROM leads
  UNION ALL
  SELECT (to_jsonb(contacts) - 'words' - 'message') || jsonb_build_object('kind', 'inquiry', 'text', message, 'role', NULL,
    'company', NULL, 'phone', NULL, 'discovery_source', NULL, 'answers', NULL, 'answers_form', NULL, 'score', NULL,
    'route', NULL, 'review_min', NULL, 'qualified_min', NULL) FROM contacts
  ORDER BY 1`;
/** Columns that later migrations added. */
const added = [
  ...["words", "is_processed", "reply_due_at", "reply_warning_at", "reply_hours", "reply_hours_run"],
  ...["consent_evidence", "assisted_by", "content_hash", "repeat_of", "host_evidence", "assistant_host"],
  "snoozed_until",
  "asked_at",
  "shared_at",
  ...["honeypot_filled", "spam_reasons", "clock_mail_at", "booking_reminder_at", "last_message_at", "message_state"],
];
const after = `SELECT to_jsonb(submissions) - ARRAY['${added.join("', '")}'] AS row FROM submissions ORDER BY 1`;

test("moves leads and contacts to submissions without loss", async () => {
  const url = await createStored();
  const rows = await query(url, before);
  expect(rows).toHaveLength(69);
  expect(await migrate(url)).toContain(migration);
  expect(await query(url, after)).toEqual(rows);
  // All are marked as processed, because their mails were already queued.
  const unprocessed = "SELECT FROM submissions WHERE NOT is_processed OR words IS NULL";
  expect(await query(url, unprocessed)).toEqual([]);

  const refs = (table: string) => query(url, `SELECT kind, submission_id AS id FROM ${table} ORDER BY 1, 2`);
  expect(await refs("submission_events")).toEqual([
    { kind: "evaluation", id: 1 },
    { kind: "evaluation", id: 40 },
    { kind: "inquiry", id: 29 },
  ]);
  expect(await refs("consent_links")).toEqual([1, 2, 3].map((id) => ({ kind: "evaluation", id })));
  expect(await query(url, "SELECT mail, kind, submission_id AS id FROM mails")).toEqual([
    { mail: "notice", kind: "evaluation", id: 1 },
  ]);
  const clock = "SELECT clock_mail_at AS at FROM submissions WHERE kind = 'inquiry' AND id = 29";
  expect(await query(url, clock)).toEqual([{ at: new Date("2099-01-01T08:00:00Z") }]);
  expect(await query(url, "SELECT details FROM audit_entries")).toEqual([
    { details: { evaluations: 2, inquiries: 1 } },
  ]);
  expect(await query(url, "SELECT id FROM operator_verifications")).toEqual([{ id: "2" }]);
});

test("issues no reference number twice after the migration", async () => {
  const url = await createStored();
  await migrate(url);
  const next = "SELECT nextval('evaluation_id_seq')::int AS evaluation, nextval('inquiry_id_seq')::int AS inquiry";
  expect(await query(url, next)).toEqual([{ evaluation: 41, inquiry: 31 }]);
});

test("leaves a submission whose mails were not queued yet for a worker to process", async () => {
  const url = await createOlderDatabase("20261122060000_store_submissions_faster");
  await query(
    url,
    `INSERT INTO submissions (kind, id, created_at, request_id, name, email, text, language, source_page, channel)
     SELECT 'inquiry', n, now(), '-', 'Ana', 'ana@example.com', 'How long?', 'en', '/en', 'web' FROM generate_series(1, 2) AS n`,
  );
  await createOldQueue(url);
  await storeOldJob(url, { data: { mail: "notice", kind: "inquiry", id: 1 } });
  await storeOldJob(url, { name: "submission.stored", data: { kind: "inquiry", id: 2 } });
  await migrate(url);
  expect(await query(url, "SELECT id FROM submissions WHERE NOT is_processed")).toEqual([{ id: 2 }]);
  expect(await query(url, "SELECT id FROM submissions WHERE words @@ 'ana'::tsquery ORDER BY id")).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect(await query(url, "SELECT mail, submission_id AS id FROM mails")).toEqual([{ mail: "notice", id: 1 }]);
  // The old queue is gone, because no job remained.
  expect(await query(url, "SELECT to_regnamespace('pgboss')")).toEqual([{ to_regnamespace: null }]);
});
