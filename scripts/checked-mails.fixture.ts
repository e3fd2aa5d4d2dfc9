const lease = "00000000-0000-4000-8000-000000000002";

const booked = { state: "booked", uid: "a", start_at: "2026-11-21T08:00:00Z", end_at: "2026-11-21T08:30:00Z" };

/** Rows that the CHECK constraints of the tables of mails and bookings accept or refuse. */
export const mailCases = {
  inbound_mails: {
    digest_check: { accepts: [], refuses: [{ digest: "0".repeat(63) }, { digest: "G".repeat(64) }] },
    type_check: { accepts: [{ type: "auto_reply" }, { type: "bounce" }], refuses: [{ type: "" }, { type: "held" }] },
    held_check: {
      accepts: [{ kind: "evaluation", submission_id: 2_000_000_001, held_reason: null }],
      refuses: [
        ...[{ held_reason: null }, { kind: "evaluation" }, { submission_id: 2_000_000_001 }],
        { kind: "evaluation", submission_id: 2_000_000_001 },
      ],
    },
    held_reason_check: {
      accepts: [{ held_reason: "other_sender" }, { held_reason: "unreadable" }],
      refuses: [{ held_reason: "" }],
    },
    suggested_check: {
      accepts: [{ suggested_kind: "inquiry", suggested_id: 1 }],
      refuses: [{ suggested_kind: "inquiry" }, { suggested_id: 1 }, { suggested_kind: "lead", suggested_id: 1 }],
    },
    authentication_check: { accepts: [{ authentication: "pass" }], refuses: [{ authentication: "" }] },
  },
  inbound_attachments: {
    content_check: { accepts: [{ content: "" }], refuses: [{ content: Buffer.alloc(25 * 1024 * 1024 + 1) }] },
  },
  received_mails: { hash_check: { accepts: [], refuses: [{ hash: "0".repeat(63) }, { hash: "G".repeat(64) }] } },
  read_mailboxes: { key_check: { accepts: [], refuses: [{ key: "0" }] } },
  // There is no valid row to insert: the table's only row already exists.
  code_floor: { id_check: { accepts: [], refuses: [{ id: 0 }, { id: 2 }] } },
  mails: {
    submission_check: {
      accepts: [{ kind: null, submission_id: null }],
      refuses: [{ kind: null }, { submission_id: null }],
    },
    state_check: {
      accepts: ["waiting", "sending", "held", "dead"].map((state) => ({ state })),
      refuses: [{ state: "sent" }, { state: "" }],
    },
    lease_check: {
      accepts: [{ state: "sending", lease }],
      refuses: ["waiting", "held", "dead"].map((state) => ({ state, lease })),
    },
    attempts_check: { accepts: [{ attempts: 0 }, { attempts: 4_000 }], refuses: [{ attempts: -1 }] },
  },
  bookings: {
    state_check: { accepts: [booked, { ...booked, state: "cancelled" }], refuses: [{ ...booked, state: "held" }] },
    pending_check: { accepts: [booked], refuses: [{ uid: "a" }, { ...booked, uid: null }] },
    end_check: {
      accepts: [booked],
      refuses: [
        { ...booked, end_at: null },
        { ...booked, end_at: booked.start_at },
      ],
    },
    consent_evidence_check: {
      accepts: [{}, { consent_evidence: "elicited" }],
      refuses: [{ consent_evidence: "confirmed" }],
    },
  },
  unmatched_bookings: { end_check: { accepts: [], refuses: [{ end_at: "2026-11-21T08:00:00Z" }] } },
  seen_webhooks: { hash_check: { accepts: [], refuses: [{ hash: "0".repeat(63) }, { hash: "G".repeat(64) }] } },
  mail_workers: { id_check: { accepts: [{ id: 1 }], refuses: [{ id: 0 }, { id: 2 }] } },
  mail_holds: {
    id_check: { accepts: [{ id: 1 }], refuses: [{ id: 0 }, { id: 2 }] },
    actor_check: { accepts: [{ actor: "console" }], refuses: [{ actor: "" }, { actor: "service" }] },
  },
};

const text = (length: number) => "é".repeat(length);

export const signatureCheck = {
  signature_check: { accepts: [{ signature: null }, { signature: text(400) }], refuses: [{ signature: "" }] },
};

/** Rows that the CHECK constraints of the reply tables accept or refuse. */
export const replyCases = {
  reply_files: {
    name_check: { accepts: [{ name: text(120) }], refuses: [{ name: "" }] },
    content_check: {
      accepts: [{ content: Buffer.alloc(5 * 1024 * 1024) }],
      refuses: [{ content: Buffer.alloc(0) }, { content: Buffer.alloc(5 * 1024 * 1024 + 1) }],
    },
  },
  reply_templates: {
    version_check: { accepts: [{ version: 2 }], refuses: [{ version: 0 }] },
    text_check: {
      accepts: [{ name: text(80), text_en: text(8000), text_es: text(8000) }],
      refuses: [{ name: "" }, { text_en: "" }, { text_es: "" }],
    },
    kind_check: { accepts: [{ kind: "inquiry" }, { kind: null }], refuses: [{ kind: "contact" }, { kind: "" }] },
    route_check: {
      accepts: [{ route: "review" }, { kind: "evaluation", route: "redirect" }, { route: null }],
      refuses: [{ route: "rejected" }, { kind: "inquiry", route: "review" }],
    },
  },
};
