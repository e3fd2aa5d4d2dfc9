import { type SpamReason, spamReasons } from "../core/events.ts";

/** What an address may send within 24 hours: more is a machine's. */
export const dailySubmissionsMax = 30;

export type SpamFacts = {
  /** What of the sender is on the block list. */
  blocked: readonly ("address" | "domain" | "agent")[];
  /** The site's form came with the field filled in that people do not see. */
  isHoneypotFilled: boolean;
  hasDisposableDomain: boolean;
  /** Submissions of the same address in the 24 hours before, repeats included. */
  earlierCount: number;
};

/** All reasons to take a submission for spam; none for any other. */
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
