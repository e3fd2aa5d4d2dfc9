import { locales } from "../lib/i18n/locales.ts";
import type { Row } from "./checked-rows.fixture.ts";

const at = "2026-11-21T08:00:00Z";

/** A valid row of each table with what the site publishes, without the entries of the catalog. */
export const publishedRows: Record<string, Row> = {
  catalog_documents: { entry_id: 2_000_000_001, hash: Buffer.alloc(32), spec: "{}" },
  catalog_versions: {
    entry_id: 2_000_000_001,
    at,
    actor: "Ana",
    action: "changed",
    content: "{}",
    document_hash: Buffer.alloc(32),
  },
  site_versions: { at, actor: "Ana", action: "changed", content: "{}" },
  site_pictures: { hash: "0".repeat(64), side: 160, content: Buffer.alloc(9), created_at: at },
  catalog_releases: { entry_id: 2_000_000_001, number: 1, at, document_hash: Buffer.alloc(32) },
  catalog_watches: { entry_id: 2_000_000_001, next_at: at },
  subscribers: {
    id: "00000000-0000-4000-8000-000000000004",
    email: "ana@example.com",
    language: "es",
    requested_at: at,
    changes_since: at,
    next_at: at,
  },
};

/** Rows that the CHECK constraints of catalog versions accept or refuse. */
export const versionCases = {
  catalog_documents: {
    hash_check: {
      accepts: [{ hash: Buffer.alloc(32, 1) }],
      refuses: [{ hash: Buffer.alloc(31) }, { hash: Buffer.alloc(33) }],
    },
  },
  catalog_versions: {
    action_check: {
      accepts: ["created", "changed", "imported", "restored", "published", "unpublished"].map((action) => ({ action })),
      refuses: [{ action: "deleted" }, { action: "" }],
    },
    actor_check: {
      accepts: [{ actor: null, action: "found" }],
      refuses: [{ actor: null }, { action: "found" }],
    },
  },
  site_versions: {
    action_check: {
      accepts: ["changed", "restored", "published"].map((action) => ({ action })),
      refuses: [{ action: "deleted" }, { action: "" }],
    },
    actor_check: {
      accepts: [{ actor: null, action: "started" }],
      refuses: [{ actor: null }, { action: "started" }],
    },
    content_check: { accepts: [{ content: '{"name":"A"}' }], refuses: [{ content: "[]" }, { content: "null" }] },
  },
  site_pictures: {
    hash_check: { accepts: [], refuses: [{ hash: "0".repeat(63) }, { hash: "G".repeat(64) }] },
    side_check: { accepts: [{ side: 1 }, { side: 1280 }], refuses: [{ side: 0 }, { side: 1281 }] },
  },
};

/** Rows that the CHECK constraints of releases, watches and subscribers accept or refuse. */
export const watchCases = {
  subscribers: {
    email_check: { accepts: [{ email: "a@b.c" }], refuses: [{ email: "a@bc" }] },
    language_check: {
      accepts: locales.map((language) => ({ language })),
      refuses: [{ language: "fr" }, { language: "" }],
    },
    confirmed_check: {
      accepts: [{ confirmed_at: at, notice_version: "2026-12-01" }],
      refuses: [{ confirmed_at: at }, { notice_version: "2026-12-01" }],
    },
  },
  catalog_releases: { number_check: { accepts: [{ number: 2 }], refuses: [{ number: 0 }] } },
  catalog_watches: {
    failures_check: {
      accepts: [{ failures: 3, failed_at: at }],
      refuses: [{ failures: 1 }, { failed_at: at }, { failures: -1, failed_at: at }],
    },
    draft_check: {
      accepts: [{ draft: "{}", comparison: "{}" }],
      refuses: [{ draft: "{}" }, { comparison: "{}" }],
    },
  },
};
