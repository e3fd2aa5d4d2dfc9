import { type SpamReason, spamReasons } from "../core/events.ts";

/** Submissions that an address may send within 24 hours; more come from a machine. */
export const dailySubmissionsMax = 30;

export type SpamFacts = {
  /** Parts of the sender that are on the block list. */
  blocked: readonly ("address" | "domain" | "agent")[];
  /** The field of the site's form that people do not see was filled in. */
  isHoneypotFilled: boolean;
  hasDisposableDomain: boolean;
  /** Submissions of the same address in the 24 hours before, repeats included. */
  earlierCount: number;
};

/** All reasons to treat a submission as spam; empty if there are none. */
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
