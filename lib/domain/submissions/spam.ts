import * as z from "zod/mini";

/** Why the service takes a submission for spam, in the order in which it is told. */
export const spamReasons = [
  "blocked_address",
  "blocked_domain",
  "blocked_agent",
  "honeypot",
  "disposable_domain",
  "many_repeats",
] as const;
export const SpamReason = z.enum(spamReasons);
export type SpamReason = z.infer<typeof SpamReason>;

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

/** Signs that end a host in a URL: no domain has them, and an address may. */
const noDomain = /[/?#\\%:@]/;

/** As domains are compared: in small letters and ASCII (IDNA, UTS #46), without a dot at the end. */
export function foldDomain(domain: string): string {
  const plain = domain.normalize("NFC").toLowerCase().replace(/\.+$/, "");
  if (!/\P{ASCII}/u.test(plain) || noDomain.test(plain) || !URL.canParse(`http://${plain}`)) return plain;
  return new URL(`http://${plain}`).hostname.replace(/\.+$/, "");
}

/**
 * The domain of an address and those above it, as `foldDomain` gives them: `a.b.example` gives itself and `b.example`.
 */
export function listMailDomains(email: string): string[] {
  const labels = foldDomain(email.slice(email.lastIndexOf("@") + 1)).split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
