import { type SpamReason, spamReasons } from "../core/events.ts";

/** Maximum number of submissions that an address may send in 24 hours. More are treated as spam. */
export const dailySubmissionsMax = 30;

export type SpamFacts = {
  /** Parts of the sender that match the block list. */
  blocked: readonly ("address" | "domain" | "agent")[];
  /** Whether the honeypot, a form field hidden from people, was filled in. */
  isHoneypotFilled: boolean;
  hasDisposableDomain: boolean;
  /** Number of submissions from the same address in the previous 24 hours, including repeats. */
  earlierCount: number;
};

/** Lists all reasons to treat a submission as spam; empty if there are none. */
export function judgeSpam({ blocked, isHoneypotFilled, hasDisposableDomain, earlierCount }: SpamFacts): SpamReason[] {
  const found: Record<SpamReason, boolean> = {
    blocked_address: blocked.includes("address"),
    blocked_domain: blocked.includes("domain"),
    blocked_agent: blocked.includes("agent"),
    honeypot: isHoneypotFilled,
    disposable_domain: hasDisposableDomain,
    many_repeats: earlierCount >= dailySubmissionsMax,
  };
  return spamReasons.filter((reason) => found[reason]);
}
