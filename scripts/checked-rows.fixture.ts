import { withoutEvaluation } from "../lib/domain/submissions/core/untouched.fixture.ts";
import { locales } from "../lib/i18n/locales.ts";
import { publishedRows } from "./checked-published.fixture.ts";
import { webhookRows } from "./checked-webhooks.fixture.ts";

export type Row = Record<string, unknown>;

const submission = {
  id: 2_000_000_001,
  created_at: "2026-11-21T08:00:00Z",
  request_id: "a-request",
  name: "Ana Ruiz",
  email: "ana@example.com",
  language: "es",
  source_page: "/es",
  channel: "web",
};
const evaluation = {
  ...submission,
  kind: "evaluation",
  role: "Brand manager",
  company: "Casa Ruiz",
  text: "A loyalty programme for three countries.",
  discovery_source: "A friend",
  answers: [2, 2, 2, 2, 2, 2, 2, 2, 2],
  answers_form: "answers",
  score: 18,
  route: "qualified",
  review_min: 7,
  qualified_min: 13,
};
/** Changes that turn an evaluation into an inquiry. */
export const inquiry = { kind: "inquiry", ...withoutEvaluation };
const catalogEntry = {
  slug: "checks",
  title_en: "Checks",
  title_es: "Comprobaciones",
  description_en: "Checks.",
  description_es: "Comprobaciones.",
  use_cases_en: [],
  use_cases_es: [],
  endpoints: [],
  services: "[]",
  spec: "{}",
  published: false,
  updated_at: "2026-11-21T08:00:00Z",
  search_text: "checks",
  search_pairs: ["ch"],
  search_title: "checks",
  sort_title: "checks",
};
export const at = "2026-11-21T08:00:00Z";
const operator = {
  id: "checks",
  name: "Ana Ruiz",
  email: "checks@desk.example",
  role: "member",
  created_at: at,
  updated_at: at,
};
const invitation = { token_hash: "0".repeat(64), email: "a@b.co", role: "member", created_at: at, expires_at: at };
const attempt = { key: "checks", window_start: at, count: 1 };
const event = { kind: "evaluation", submission_id: 2_000_000_001, at, actor: "Ana Ruiz", type: "note", details: "{}" };
const consentLink = {
  token_hash: "0".repeat(64),
  purpose: "confirm",
  kind: "evaluation",
  submission_id: 2_000_000_001,
  expires_at: at,
};
const inboundMail = {
  id: 900_001,
  received_at: at,
  digest: "0".repeat(64),
  type: "message",
  held_reason: "unknown",
  from_address: "a@b.co",
  from_name: "",
  subject: "",
  text: "",
  quoted: "",
  authentication: "none",
};
/** A valid row of each table. */
export const valid: Record<string, Row> = {
  submissions: evaluation,
  catalog_entries: catalogEntry,
  operators: operator,
  operator_invitations: invitation,
  sign_in_attempts: attempt,
  submission_events: event,
  consent_links: consentLink,
  ...publishedRows,
  blocked_senders: { type: "domain", value: "example.com", created_at: at, actor: "Ana Ruiz" },
  saved_views: { operator_id: "checks", name: "A view", is_shared: false, query: "", position: 1, created_at: at },
  erasures: { hash: "0".repeat(64), at, key_id: null },
  inbound_mails: inboundMail,
  inbound_attachments: { mail_id: 900_001, name: "a", media_type: "text/plain", content: "x" },
  received_mails: { hash: "0".repeat(64), at },
  read_mailboxes: { key: "0".repeat(64), read_until: at },
  code_floor: { level: 1 },
  mail_holds: { since: at, actor: "restore" },
  mails: {
    id: "00000000-0000-4000-8000-000000000001",
    mail: "notice",
    kind: "evaluation",
    submission_id: 2_000_000_001,
    due_at: at,
    next_at: at,
  },
  mail_workers: { seen_at: at },
  bookings: {
    id: "00000000-0000-4000-8000-000000000003",
    kind: "evaluation",
    submission_id: 2_000_000_001,
    state: "pending",
    start_at: at,
    time_zone: "UTC",
    asked_at: at,
  },
  unmatched_bookings: {
    uid: "checks",
    kind: "evaluation",
    submission_id: 2_000_000_001,
    start_at: at,
    end_at: "2026-11-21T08:30:00Z",
    time_zone: "UTC",
    changed_at: at,
    booked_at: at,
  },
  seen_webhooks: { hash: "0".repeat(64), at },
  api_keys: {
    name: "CRM",
    start: "enc_Ab1-",
    hash: "0".repeat(64),
    scopes: ["entries:read"],
    operator_id: "checks",
    created_at: at,
    expires_at: at,
  },
  form_steps: {
    day: "2026-11-20",
    form: "evaluation",
    step: "start",
    language: "en",
    door: "script",
    device: "phone",
    count: 1,
  },
  reply_files: {
    kind: "evaluation",
    submission_id: 2_000_000_001,
    operator_id: "checks",
    name: "offer.pdf",
    type: "application/pdf",
    content: Buffer.from("%PDF-"),
    created_at: at,
  },
  ...webhookRows,
  assignment_rules: { id: 900_001, position: 1, name: "Spanish" },
  assignment_rule_operators: { rule_id: 900_001, operator_id: "checks" },
  reply_templates: {
    id: 1,
    version: 1,
    name: "Thanks",
    text_en: "Hello",
    text_es: "Buenos días",
    at,
    actor: "Ana Ruiz",
  },
};

/** Rows that the CHECK constraints of operator settings accept or refuse. */
export const operatorCases: Record<string, { accepts: Row[]; refuses: Row[] }> = {
  notices_check: {
    accepts: ["every", "unassigned", "mine", "none"].map((notices) => ({ notices })),
    refuses: [{ notices: "all" }, { notices: "" }],
  },
  digest_hours_check: {
    accepts: [[], [0, 23], Array.from({ length: 24 }, (_, hour) => hour)].map((hours) => ({ digest_hours: hours })),
    refuses: [[-1], [24], [8, 24], Array(25).fill(8)].map((hours) => ({ digest_hours: hours })),
  },
  duty_check: {
    accepts: [{ is_on_duty: false }, { is_on_duty: false, off_duty_until: at }],
    refuses: [{ off_duty_until: at }],
  },
  language_check: {
    accepts: [...locales, null].map((language) => ({ language })),
    refuses: [{ language: "fr" }, { language: "" }],
  },
};

/** Rows that the CHECK constraints of assignment rules accept or refuse. */
export const ruleCases = {
  assignment_rules: {
    texts_check: { accepts: [{ company: "café" }], refuses: [{ name: "" }, { company: "" }] },
    conditions_check: {
      accepts: [
        ...locales.map((language) => ({ language })),
        { kind: "evaluation", route: "review", channel: "ai_agent", company: "café" },
        { kind: "inquiry", topic: "loyalty-2", channel: "web" },
      ],
      refuses: [{ kind: "lead" }, { route: "" }, { language: "fr" }, { channel: "mcp" }, { topic: "A b" }],
    },
    match_check: {
      accepts: [{ topic: "a" }, { route: "review", company: "café" }],
      refuses: [
        ...["inquiry", null].flatMap((kind) => [
          { kind, topic: "a", route: "review" },
          { kind, topic: "a", company: "café" },
        ]),
        ...[{ route: "review" }, { company: "café" }].map((row) => ({ kind: "inquiry", ...row })),
        { kind: "evaluation", topic: "a" },
      ],
    },
    turn_check: { accepts: [{ turn: 1 }], refuses: [{ turn: -1 }] },
  },
  assignment_rule_operators: { last_turn_check: { accepts: [{ last_turn: 1 }], refuses: [{ last_turn: -1 }] } },
};

/** Lists the rows that a row references, with their tables. */
export function listParents(row: Row): [table: string, row: Row][] {
  const {
    operator_id: operatorId,
    submission_id: submissionId,
    mail_id: mailId,
    entry_id: id,
    document_hash: hash,
    rule_id: ruleId,
    delivery_id: deliveryId,
    endpoint_id: endpointId,
  } = row;
  const isAnswer = row.text === valid.webhook_answers?.text;
  const deliveryParents = [toParent("webhook_endpoints", {}), toParent("webhook_events", {})];
  return [
    ...(operatorId ? [toParent("operators", {})] : []),
    ...(submissionId ? [toParent("submissions", {})] : []),
    ...(mailId ? [toParent("inbound_mails", {})] : []),
    ...(id ? [toParent("catalog_entries", { id })] : []),
    ...(hash ? [toParent("catalog_documents", {})] : []),
    ...(ruleId ? [toParent("assignment_rules", {})] : []),
    ...(endpointId || deliveryId || isAnswer ? deliveryParents : []),
    ...(deliveryId || isAnswer ? [toParent("webhook_deliveries", {})] : []),
    ...(isAnswer ? [toParent("webhook_attempts", {})] : []),
  ];
}

function toParent(table: string, change: Row): [table: string, row: Row] {
  return [table, { ...valid[table], ...change }];
}

const hash = "0123456789abcdef".repeat(4);
const erased = { type: "address", value: null, hash };

/** Rows that the CHECK constraints of the block list accept or refuse. */
export const blockCases = {
  type_check: {
    accepts: ["address", "domain", "agent"].map((type) => ({ type })),
    refuses: [{ type: "phone" }, { type: "" }],
  },
  value_check: {
    accepts: [erased, { reason: "x" }],
    refuses: [
      ...[{ value: "" }, { value: null }, { hash }, { ...erased, type: "agent" }, { ...erased, reason: "x" }],
      ...[
        { ...erased, hash: "0".repeat(63) },
        { ...erased, hash: "G".repeat(64) },
      ],
    ],
  },
  hits_check: { accepts: [{ hits: 0 }, { hits: 7 }], refuses: [{ hits: -1 }] },
};

/** Rows that the CHECK constraints of spam data accept or refuse. */
export const spamCases = {
  spam_reasons_check: {
    accepts: [{ spam_reasons: null }, { spam_reasons: ["honeypot"] }, { spam_reasons: ["honeypot", "many_repeats"] }],
    refuses: [{ spam_reasons: [] }, { spam_reasons: ["dislike"] }, { spam_reasons: ["honeypot", "dislike"] }],
  },
};
