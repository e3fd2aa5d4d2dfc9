import type { parseEnv } from "../lib/server/env.ts";
import { defaultSchedulingUrl } from "../lib/server/env-booking.ts";
import { defaultContactEmail } from "../lib/server/env-schema.ts";

type Settings = Pick<
  ReturnType<typeof parseEnv>,
  "AUTH_SECRET" | "CONTACT_EMAIL" | "DATABASE_URL" | "HOST" | "SCHEDULING_URL" | "SITE_URL" | "SMTP_URL"
> & { TRUSTED_PROXY_HOPS: number; RATE_LIMIT_IP_MAX: number };

const loopbacks = ["127.0.0.1", "::1", "localhost"];

/** Lists unset variables whose defaults would harm a public site, each with the effect and advice. */
export function listHarmfulDefaults(env: Settings): string[] {
  const faults: Record<string, string | false> = {
    AUTH_SECRET:
      env.DATABASE_URL !== undefined &&
      env.AUTH_SECRET === undefined &&
      "the operators' desk is off, and receipts of submissions end with this process. Set 32 random characters or more, the same on every instance.",
    SITE_URL:
      env.SITE_URL === undefined &&
      "links on pages and in mails lead to localhost. Set the address that people use, with https.",
    CONTACT_EMAIL:
      env.CONTACT_EMAIL === defaultContactEmail &&
      `people are told to write to ${defaultContactEmail}, and each page says that it is a demonstration. Set an address that your team reads.`,
    SCHEDULING_URL:
      env.SCHEDULING_URL === defaultSchedulingUrl &&
      "qualified people get a sample link, and each page says that it is a demonstration. Set your booking page.",
    SMTP_URL: env.SMTP_URL === undefined && "no mail leaves: each is a file below DATA_DIR. Set your mail server.",
    TRUSTED_PROXY_HOPS:
      env.TRUSTED_PROXY_HOPS === 0 &&
      !loopbacks.includes(env.HOST) &&
      `behind a proxy, all visitors share one limit of ${env.RATE_LIMIT_IP_MAX} submissions. Set the number of your proxies, unless none is in front.`,
  };
  return Object.entries(faults).flatMap(([name, fault]) => (fault ? [`  ${name} is not set: ${fault}`] : []));
}
