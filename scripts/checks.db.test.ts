import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedFields } from "../lib/domain/submissions/core/fields.ts";
import { closedStatuses, openStatuses, statuses, takesReason } from "../lib/domain/submissions/core/status.ts";
import { getTextBounds } from "../lib/domain/submissions/core/submission-texts.ts";
import { locales } from "../lib/i18n/locales.ts";
import { mailCases, replyCases, signatureCheck } from "./checked-mails.fixture.ts";
import { versionCases, watchCases } from "./checked-published.fixture.ts";
import {
  at,
  blockCases,
  inquiry,
  listParents,
  operatorCases,
  type Row,
  ruleCases,
  spamCases,
  valid,
} from "./checked-rows.fixture.ts";
import { webhookCases } from "./checked-webhooks.fixture.ts";

const tokenHashCheck = {
  token_hash_check: {
    accepts: [{ token_hash: "0123456789abcdef".repeat(4) }],
    refuses: [{ token_hash: "0".repeat(63) }, { token_hash: "0".repeat(65) }, { token_hash: "G".repeat(64) }],
  },
};
/**
 * Tables without CHECK constraints. The sign-in library validates its own tables; for the audit log, digest items,
 * known places and viewers, the column types suffice.
 */
const unchecked = [
  ...["audit_entries", "digest_items", "known_places", "submission_viewers"],
  ...["accounts", "sessions", "two_factors", "verifications"].map((name) => `operator_${name}`),
];

const agent = { channel: "ai_agent", agent_name: "Some Assistant", user_consent: true };
const keyed = { submission_key: "x".repeat(16) };
const text = (length: number) => "é".repeat(length);
const link = (length: number) => `https://${"x".repeat(length - 8)}`;
const nine = (last: number) => [0, 0, 0, 0, 0, 0, 0, 0, last];
const bounded = (column: string, max: number) => ({
  accepts: [{ [column]: text(1) }, { [column]: text(max) }],
  refuses: [{ [column]: "" }, { [column]: text(max + 1) }],
});
const https = (column: string) => ({
  accepts: [{ [column]: null }, { [column]: "https://x" }, { [column]: link(2048) }],
  refuses: ["http://x", "https://", "https://x y", " https://x", "javascript:alert(1)", "", link(2049)].map((url) => ({
    [column]: url,
  })),
});

const closed = (status: string) => ({ status, closed_at: at });
const roleCheck = {
  role_check: { accepts: [{ role: "admin" }, { role: "member" }], refuses: [{ role: "owner" }, { role: "" }] },
};

const submissionCases = {
  message_state_check: {
    accepts: ["unread", "read", "sent"].map((state) => ({ message_state: state, last_message_at: at })),
    refuses: [{ message_state: "new", last_message_at: at }, { message_state: "read" }],
  },
  status_check: {
    accepts: [...openStatuses.map((status) => ({ status })), ...closedStatuses.map(closed)],
    refuses: [
      ...["open", "", "New", ...closedStatuses].map((status) => ({ status })),
      ...["open", ...openStatuses].map(closed),
    ],
  },
  revision_check: { accepts: [{ revision: 0 }, { revision: 1 }], refuses: [{ revision: -1 }] },
  close_reason_check: {
    accepts: [
      ...statuses.filter(takesReason).map((status) => ({ ...closed(status), close_reason: "x" })),
      closed("lost"),
    ],
    refuses: [{ ...closed("spam"), close_reason: "x" }, { close_reason: "x" }],
  },
  consent_check: {
    accepts: [{ consent_confirmed_at: at, consent_notice_version: "2026-11-21" }, { consent_withdrawn_at: at }],
    refuses: [{ consent_confirmed_at: at }, { consent_notice_version: "2026-11-21" }],
  },
  texts_check: {
    accepts: [{ email: "a@b.c" }, { phone: "", source_page: "", landing_page: "", referrer: "" }],
    refuses: [
      { email: "@b.c" },
      { ...closed("lost"), close_reason: "" },
      { consent_confirmed_at: at, consent_notice_version: "" },
      ...["name", "email", "text", "agent_name", "role", "company", "discovery_source"].map((name) => ({ [name]: "" })),
    ],
  },
  language_check: {
    accepts: locales.map((language) => ({ language })),
    refuses: [{ language: "fr" }, { language: "EN" }, { language: "" }],
  },
  channel_check: {
    accepts: [agent],
    refuses: [
      { ...agent, channel: "phone" },
      { ...agent, channel: "" },
      { channel: "ai_agent" },
      { ...agent, agent_name: null },
      { ...agent, user_consent: null },
      { ...agent, user_consent: false },
    ],
  },
  consent_evidence_check: {
    accepts: ["claimed", "elicited", null].map((evidence) => ({ ...agent, consent_evidence: evidence })),
    refuses: [
      { consent_evidence: "claimed" },
      ...["", "given"].map((value) => ({ ...agent, consent_evidence: value })),
    ],
  },
  host_evidence_check: {
    accepts: [
      ...[null, "none"].map((evidence) => ({ host_evidence: evidence })),
      ...["egress", "signature", "mtls"].map((evidence) => ({ host_evidence: evidence, assistant_host: "ChatGPT" })),
    ],
    refuses: [
      ...["", "given", "mtls"].map((evidence) => ({ host_evidence: evidence })),
      ...[null, "none", "given"].map((evidence) => ({ host_evidence: evidence, assistant_host: "ChatGPT" })),
    ],
  },
  // The constraint refuses only the row's own id; a foreign key checks all others.
  repeat_of_check: { accepts: [{ repeat_of: null }], refuses: [{ id: 900_001, repeat_of: 900_001 }] },
  utm_check: {
    accepts: [{ utm: null }, { utm: "{}" }, { utm: '{"__proto__":"x"}' }],
    refuses: [{ utm: "[]" }, { utm: '"x"' }, { utm: "null" }, { utm: "1" }],
  },
  submission_key_check: {
    accepts: [null, "x".repeat(16), "x".repeat(64), "-_09azAZ-_09azAZ"].map((key) => ({ submission_key: key })),
    refuses: ["", "x".repeat(15), "x".repeat(65), `${"x".repeat(16)}.`, `${"x".repeat(16)}\n`, "ñ".repeat(16)].map(
      (key) => ({ submission_key: key }),
    ),
  },
  submission_fingerprint_check: {
    accepts: [
      { ...keyed, submission_fingerprint: Buffer.alloc(32) },
      { ...keyed, submission_fingerprint: null },
    ],
    refuses: [0, 31, 33].map((size) => ({ ...keyed, submission_fingerprint: Buffer.alloc(size) })),
  },
  notice_version_check: {
    accepts: [{ notice_version: null }, { notice_version: "2026-11-21" }],
    refuses: ["", "1", "2026-11-21 ", "2026-11-21\n", "21-11-2026"].map((version) => ({ notice_version: version })),
  },
};

const cases: Record<string, Record<string, { accepts: Row[]; refuses: Row[] }>> = {
  submissions: {
    ...submissionCases,
    ...spamCases,
    answers_check: {
      accepts: [{ answers: nine(0) }, { answers: nine(1.5) }, { answers: nine(2) }],
      refuses: [
        { answers: [] },
        { answers: nine(2).slice(1) },
        { answers: [...nine(2), 2] },
        { answers: nine(2.1) },
        { answers: nine(-0.1) },
        { answers: nine(Number.NaN) },
        { answers: nine(Number.POSITIVE_INFINITY) },
        { answers: [...nine(2).slice(1), null] },
      ],
    },
    answers_form_check: { accepts: [{ answers_form: "answersByKey" }], refuses: [{ answers_form: "both" }] },
    score_check: {
      accepts: [{ score: 0 }, { score: 17.5 }],
      refuses: [{ score: -0.5 }, { score: 18.5 }, { score: Number.NaN }],
    },
    route_check: {
      accepts: [{ route: "review" }, { route: "redirect" }],
      refuses: [{ route: "rejected" }, { route: "" }, { route: "Qualified" }],
    },
    topic_check: {
      accepts: ["a", "loyalty-2", "x".repeat(40)].map((topic) => ({ ...inquiry, topic })),
      refuses: ["", "A", "a b", "a_b", "á", "a\n", "x".repeat(41)].map((topic) => ({ ...inquiry, topic })),
    },
    kind_check: {
      accepts: [{ ...inquiry }, { phone: null }],
      refuses: [
        { kind: "contact" },
        { kind: "inquiry" },
        { topic: "a" },
        { ...inquiry, phone: "1" },
        ...["role", "company", "discovery_source", "answers", "answers_form", "score", "route"].map((name) => ({
          [name]: null,
        })),
      ],
    },
  },
  catalog_entries: {
    slug_check: { accepts: [{ slug: "a" }], refuses: [{ slug: "" }] },
    lists_check: {
      accepts: [{ use_cases_en: ["a"] }],
      refuses: [{ use_cases_en: null }, { use_cases_es: null }, { endpoints: null }],
    },
    services_check: {
      accepts: [{ services: '[{"id":"a"}]' }],
      refuses: [{ services: "{}" }, { services: "null" }, { services: '"a"' }],
    },
    docs_url_check: https("docs_url"),
    swagger_url_check: https("swagger_url"),
    spec_check: { accepts: [{ spec: '{"a":1}' }], refuses: [{ spec: "[]" }, { spec: "null" }, { spec: "1" }] },
  },
  operators: {
    email_check: {
      accepts: [{ email: "a@b.c" }, { email: text(254) }],
      refuses: [{ email: "a@bc" }, { email: text(255) }, { email: "Ana@example.com" }],
    },
    ...operatorCases,
    name_check: bounded("name", 120),
    ...roleCheck,
    ...signatureCheck,
  },
  operator_invitations: { ...tokenHashCheck, ...roleCheck },
  consent_links: {
    ...tokenHashCheck,
    purpose_check: { accepts: [{ purpose: "withdraw" }], refuses: [{ purpose: "renew" }, { purpose: "" }] },
  },
  erasures: {
    hash_check: {
      accepts: [{ hash: "0123456789abcdef".repeat(4) }],
      refuses: [{ hash: "0".repeat(63) }, { hash: "0".repeat(65) }, { hash: "G".repeat(64) }],
    },
    key_id_check: {
      accepts: [{ key_id: "0123456789abcdef" }],
      refuses: [{ key_id: "" }, { key_id: "0".repeat(15) }, { key_id: "G".repeat(16) }],
    },
  },
  ...mailCases,
  blocked_senders: blockCases,
  saved_views: { texts_check: { accepts: [{ query: "" }], refuses: [{ name: "" }] } },
  ...replyCases,
  ...versionCases,
  ...watchCases,
  ...ruleCases,
  api_keys: {
    hash_check: { accepts: [], refuses: [{ hash: "0".repeat(63) }, { hash: "G".repeat(64) }] },
    start_check: { accepts: [{ start: "enc_____" }], refuses: [{ start: "enc_abcde" }, { start: "abcdefgh" }] },
  },
  form_steps: {
    form_check: { accepts: [{ form: "contact" }], refuses: [{ form: "inquiry" }] },
    door_check: { accepts: [{ door: "plain" }, { door: "assistant" }], refuses: [{ door: "" }] },
    device_check: { accepts: [{ device: "tablet" }, { device: "computer" }], refuses: [{ device: "" }] },
    count_check: { accepts: [{ count: 2 }], refuses: [{ count: 0 }] },
  },
  ...webhookCases,
  sign_in_attempts: { count_check: { accepts: [{ count: 1 }], refuses: [{ count: 0 }, { count: -1 }] } },
  submission_events: {
    type_check: {
      accepts: ["seen", "status", "owner", "note", "reply", "mail", "consent", "snooze", "inbound"].map((type) => ({
        type,
      })),
      refuses: [{ type: "submitted" }, { type: "" }],
    },
    details_check: {
      accepts: [{ details: '{"a":1}' }],
      refuses: [{ details: "[]" }, { details: "null" }, { details: "1" }],
    },
  },
};

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
beforeAll(() => client.connect());
afterAll(() => client.end());

/** Inserts a row and rolls back. @returns the violated constraint, or Postgres's error code if it names none */
async function findViolation(table: string, change: Row): Promise<string | undefined> {
  const row: Row = { ...valid[table], ...change };
  await client.query("BEGIN");
  try {
    for (const [parent, parentRow] of listParents(row)) await insertRow(parent, parentRow);
    await insertRow(table, row);
    return undefined;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.constraint ?? error.code) : String(error);
  } finally {
    await client.query("ROLLBACK");
  }
}

async function insertRow(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, at) => `$${at + 1}`);
  await client.query(`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(row));
}

describe.each(Object.keys(cases))("the CHECK constraints of the table %s", (table) => {
  const checks = Object.entries(cases[table] ?? {});

  test.each(checks)(
    "accepts valid rows and refuses invalid ones by the constraint %s",
    async (name, { accepts, refuses }) => {
      for (const change of accepts) {
        expect(await findViolation(table, change), JSON.stringify(change).slice(0, 100)).toBeUndefined();
      }
      for (const change of refuses) {
        expect(await findViolation(table, change), JSON.stringify(change).slice(0, 100)).toBe(`${table}_${name}`);
      }
    },
  );

  test("covers every CHECK constraint of the table", async () => {
    const { rows } = await client.query(
      "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = $1::regclass",
      [table],
    );
    expect(rows.map(({ conname }) => conname).sort()).toEqual(checks.map(([name]) => `${table}_${name}`).sort());
  });
});

/** Bounds of column types, in characters. */
const typedBounds = [...storedFields.evaluation, ...storedFields.inquiry].flatMap(({ name, column }) => {
  const { max } = getTextBounds(name);
  // The CHECK of a topic's shape bounds it.
  return max === undefined || column === "topic" ? [] : [[column, max] as const];
});
const bounds = {
  ...Object.fromEntries(typedBounds),
  close_reason: 500,
  consent_notice_version: 40,
  assisted_by: 120,
  assistant_host: 40,
};
const neededBeside: Record<string, Row> = {
  close_reason: closed("lost"),
  consent_notice_version: { consent_confirmed_at: at },
  assistant_host: { host_evidence: "mtls" },
};
test.each(Object.entries(bounds))("limits submissions.%s to %i characters", async (column, max) => {
  const beside = neededBeside[column];
  expect(await findViolation("submissions", { ...beside, [column]: text(max) })).toBeUndefined();
  expect(await findViolation("submissions", { ...beside, [column]: text(max + 1) })).toBe("22001");
});

test("covers the CHECK constraints of every table of the service", async () => {
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const tables = rows.map(({ tablename }) => tablename).filter((name) => name !== "_prisma_migrations");
  expect(tables.sort()).toEqual([...Object.keys(cases), ...unchecked].sort());
});
