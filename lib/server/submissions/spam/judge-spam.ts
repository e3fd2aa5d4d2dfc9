import "server-only";
import { listMailDomains, suggestMailDomain } from "../../../domain/mail-address.ts";
import { type SpamReason, spamReasons } from "../../../domain/submissions/core/events.ts";
import type { Progress } from "../../../domain/submissions/core/status.ts";
import { type SubmissionRef, toSubmissionKey } from "../../../domain/submissions/core/submission-ref.ts";
import type { BlockType } from "../../../domain/submissions/spam/block-list.ts";
import { type RawTransaction, unnestRefs } from "../../db.ts";
import { insertEvents, service, toPreviousStatus } from "../core/events.ts";
import { findBlocks } from "./block-list.ts";

export type Candidate = SubmissionRef &
  Progress & { email: string; agentName: string | null; honeypotFilled: boolean | null };

/** Call this in the transaction that queues the other submissions' mails. @returns the submissions marked as spam */
export async function markSpam<Row extends Candidate>(tx: RawTransaction, rows: Row[], now: Date): Promise<Set<Row>> {
  if (!rows.length) return new Set();
  const blocks = await findBlocks(tx, rows);
  const earlier = await countEarlierSubmissions(tx, rows);
  const spam = new Map<Row, SpamReason[]>();
  for (const row of rows) {
    const reasons = findSpamReasons({
      blocked: blocks.get(row)?.map(({ type }): BlockType => type) ?? [],
      isHoneypotFilled: row.honeypotFilled === true,
      hasDisposableDomain: await hasDisposableDomain(row.email),
      earlierCount: earlier.get(toSubmissionKey(row)) ?? 0,
    });
    if (reasons.length) spam.set(row, reasons);
  }
  if (spam.size) await storeSpamStatus(tx, spam, now);
  return new Set(spam.keys());
}

/** Counts the earlier submissions of each sender within a day, up to `dailySubmissionsMax`. */
async function countEarlierSubmissions(tx: RawTransaction, refs: SubmissionRef[]): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<(SubmissionRef & { count: number })[]>`
    SELECT s.kind, s.id, earlier.count FROM submissions AS s
    JOIN ${unnestRefs(refs)} AS judged (kind, id) USING (kind, id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT FROM submissions AS other WHERE lower(other.email) = lower(s.email) AND other.created_at < s.created_at
          AND other.created_at > s.created_at - interval '24 hours' LIMIT ${dailySubmissionsMax}
      ) AS others
    ) AS earlier`;
  return new Map(rows.map((row) => [toSubmissionKey(row), row.count]));
}

async function storeSpamStatus(tx: RawTransaction, spam: Map<Candidate, SpamReason[]>, now: Date): Promise<void> {
  const rows = [...spam].map(([{ kind, id }, reasons]) => ({ kind, id, reasons }));
  await tx.$executeRaw`
    UPDATE submissions AS s SET status = 'spam', closed_at = ${now}::timestamptz, revision = revision + 1,
      spam_reasons = rows.reasons
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows (kind text, id int, reasons text[])
    WHERE s.kind = rows.kind AND s.id = rows.id`;
  const events = [...spam].map(([{ kind, id, ...progress }, reasons]) => {
    const before = toPreviousStatus(progress);
    const details = { from: progress.status, to: "spam", spamReasons: reasons, before } as const;
    return { kind, id, event: { type: "status", details } as const };
  });
  await insertEvents(tx, service, events, now);
}

let domains: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads the list on demand: it takes 250 KB, and only a worker that checks for spam needs it. Ignores likely
 * misspellings, such as gmial.com. The list has some, but most people who use them have mistyped their own address.
 */
async function hasDisposableDomain(email: string): Promise<boolean> {
  if (suggestMailDomain(email)) return false;
  domains ??= import("disposable-email-domains-js").then((list) => list.disposableEmailBlocklistSet());
  const disposable = await domains;
  return listMailDomains(email).some((domain) => disposable.has(domain));
}

/** Maximum number of submissions that an address may send in 24 hours. More are treated as spam. */
export const dailySubmissionsMax = 30;

export type SpamFacts = {
  blocked: readonly BlockType[];
  isHoneypotFilled: boolean;
  hasDisposableDomain: boolean;
  /** Number of submissions from the same address in the last 24 hours before this one, including repeats. */
  earlierCount: number;
};

export function findSpamReasons({ blocked, ...facts }: SpamFacts): SpamReason[] {
  const found: Record<SpamReason, boolean> = {
    blocked_address: blocked.includes("address"),
    blocked_domain: blocked.includes("domain"),
    blocked_agent: blocked.includes("agent"),
    honeypot: facts.isHoneypotFilled,
    disposable_domain: facts.hasDisposableDomain,
    many_repeats: facts.earlierCount >= dailySubmissionsMax,
  };
  return spamReasons.filter((reason) => found[reason]);
}
