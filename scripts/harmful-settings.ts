import type { parseEnv } from "../lib/server/env.ts";
import { defaultContactEmail } from "../lib/server/env-schema.ts";
import { defaultSchedulingUrl } from "../lib/server/env-services.ts";

/** Result of one check. The level `wrong` sets exit code 1. Texts must not have secrets or personal data. */
export type Finding = { level: "ok" | "note" | "wrong"; subject: string; text: string; advice?: string };

const loopbacks = ["127.0.0.1", "::1", "localhost"];

/** Lists the settings, most of them defaults, that would harm a public site. */
export function listHarmfulSettings(env: ReturnType<typeof parseEnv>): Finding[] {
  const { AUTH_SECRET, CONTACT_EMAIL, DATABASE_URL, HOST, SCHEDULING_URL, SITE_URL, SMTP_URL } = env;
  const findings: Finding[] = [];
  const add = (isHarmful: boolean, level: Finding["level"], subject: string, text: string, advice: string) =>
    isHarmful && findings.push({ level, subject, text, advice });
  add(
    DATABASE_URL !== undefined && AUTH_SECRET === undefined,
    "wrong",
    "AUTH_SECRET",
    "is not set: the operators' desk is off, and receipts of submissions end with the process",
    "Set 32 random characters or more, the same on every instance.",
  );
  add(
    SITE_URL === undefined,
    "note",
    "SITE_URL",
    "is not set: links on pages and in mails lead to localhost",
    "Set the address that people use, with https.",
  );
  add(
    CONTACT_EMAIL === defaultContactEmail,
    SMTP_URL ? "wrong" : "note",
    "CONTACT_EMAIL",
    SMTP_URL
      ? "is not set beside SMTP_URL: the app does not start"
      : `is not set: people are told to write to ${defaultContactEmail}, and the site is a demonstration`,
    "Set an address that your team reads.",
  );
  add(
    SCHEDULING_URL === defaultSchedulingUrl,
    "note",
    "SCHEDULING_URL",
    "is not set: qualified people get a sample link, and the site is a demonstration",
    "Set your booking page.",
  );
  add(
    SMTP_URL === undefined,
    "note",
    "SMTP_URL",
    "is not set: no mail leaves, each is a file below DATA_DIR",
    "Set your mail server.",
  );
  // The service itself serves only http, so with https there is a proxy in front.
  const hasProxy = SITE_URL?.startsWith("https:") ?? false;
  add(
    env.TRUSTED_PROXY_HOPS === 0 && (hasProxy || !loopbacks.includes(HOST)),
    hasProxy ? "wrong" : "note",
    "TRUSTED_PROXY_HOPS",
    `is 0: behind a proxy, all visitors share one limit of ${env.RATE_LIMIT_IP_MAX} submissions`,
    "Set the number of your own proxies, unless none is in front.",
  );
  return findings;
}
