import { locales } from "../lib/i18n/locales.ts";
import type { Row } from "./checked-rows.fixture.ts";

const at = "2026-11-21T08:00:00Z";
const [endpoint_id, event_id, delivery_id] = [4, 5, 6].map((last) => `00000000-0000-4000-8000-00000000000${last}`);

/** A valid row of each table of webhooks. */
export const webhookRows: Record<string, Row> = {
  webhook_endpoints: {
    id: endpoint_id,
    name: "CRM",
    url: "https://crm.example.com/hook",
    events: ["submission.created"],
    shape: "ids",
    format: "standard",
    secret: "-",
    created_at: at,
  },
  webhook_events: { id: event_id, type: "submission.created", at },
  webhook_deliveries: { id: delivery_id, endpoint_id, event_id, next_at: at },
  webhook_attempts: { id: 900_001, delivery_id, at, status: 200, milliseconds: 12 },
  webhook_answers: { id: 900_001, text: "ok" },
};

const lease = "00000000-0000-4000-8000-000000000002";
const submission = { kind: "evaluation", submission_id: 2_000_000_001 };
const subjectCheck = { accepts: [{}, submission], refuses: [{ kind: "evaluation" }, { submission_id: 2_000_000_001 }] };

/** Rows that the CHECK constraints of webhooks accept or refuse. */
export const webhookCases = {
  webhook_endpoints: {
    values_check: {
      accepts: [
        { shape: "person", format: "slack", kind: "inquiry", route: "review", channel: "web" },
        ...locales.map((language) => ({ language })),
        { format: "teams" },
        { format: "google_chat" },
      ],
      refuses: [
        ...[{ shape: "" }, { format: "xml" }, { kind: "lead" }, { route: "" }, { language: "fr" }, { channel: "mcp" }],
      ],
    },
    former_check: {
      accepts: [{ former_secret: "-", former_until: at }],
      refuses: [{ former_secret: "-" }, { former_until: at }],
    },
    pause_check: {
      accepts: ["operator", "gone", "failing"].map((pause_reason) => ({ paused_at: at, pause_reason })),
      refuses: [{ paused_at: at }, { pause_reason: "gone" }, { paused_at: at, pause_reason: "tired" }],
    },
  },
  webhook_events: {
    subject_check: { ...subjectCheck, refuses: [...subjectCheck.refuses, { ...submission, slug: "loyalty" }] },
  },
  webhook_deliveries: {
    state_check: {
      accepts: ["waiting", "done", "dead"].map((state) => ({ state })),
      refuses: [{ state: "held" }, { state: "" }],
    },
    lease_check: {
      accepts: [{ state: "sending", lease }],
      refuses: [{ state: "sending" }, { state: "waiting", lease }],
    },
    attempts_check: { accepts: [{ attempts: 0 }], refuses: [{ attempts: -1 }] },
  },
  webhook_attempts: {
    outcome_check: {
      accepts: [{ status: null, fault: "slow" }],
      refuses: [{ status: null }, { fault: "slow" }],
    },
  },
  webhook_answers: { subject_check: subjectCheck },
};
