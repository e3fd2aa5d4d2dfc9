import { closestMatch } from "leven";
import { env } from "../../lib/server/env.ts";
import { defaultContactEmail, defaultSchedulingUrl, EnvSchema } from "../../lib/server/env-schema.ts";
import type { Finding } from "./finding.ts";

const misspeltDistance = 2;
/** Do not compare shorter names: they resemble those of other programs, such as PATH and PORT. */
const misspeltLengthMin = 6;

/** Finds variables that look like a misspelling of one of ours that is not set. */
export function findMisspelt(variables: NodeJS.ProcessEnv): Finding[] {
  const names = Object.keys(EnvSchema.shape);
  const open = names.filter((name) => !variables[name] && name.length >= misspeltLengthMin);
  return Object.keys(variables)
    .filter((name) => !names.includes(name))
    .flatMap((subject) => {
      const meant = closestMatch(subject, open, { maxDistance: misspeltDistance });
      if (meant === undefined) return [];
      return { level: "note", subject, text: "is none of our variables", advice: `Did you mean ${meant}?` } as const;
    });
}

export async function checkSettings(): Promise<Finding[]> {
  const { AUTH_SECRET, CONTACT_EMAIL, SCHEDULING_URL, SITE_URL, SMTP_URL, TRUSTED_PROXY_HOPS } = env();
  const findings = findMisspelt(process.env);
  const add = (level: Finding["level"], subject: string, text: string, advice: string) =>
    findings.push({ level, subject, text, advice });
  if (!AUTH_SECRET) {
    add("wrong", "AUTH_SECRET", "is not set: the desk is off", "Set 32 random characters, the same on every instance.");
  }
  if (!SITE_URL) add("note", "SITE_URL", "is not set: links lead to localhost", "Set the site's public address.");
  if (CONTACT_EMAIL === defaultContactEmail) {
    const [level, text] = SMTP_URL
      ? (["wrong", "is not set beside SMTP_URL: the app does not start"] as const)
      : (["note", "is an example: the site is a demonstration"] as const);
    add(level, "CONTACT_EMAIL", text, "Set an address that your team reads.");
  }
  if (SCHEDULING_URL === defaultSchedulingUrl) {
    add("note", "SCHEDULING_URL", "is an example: nobody can book", "Set the booking page's address.");
  }
  if (!SMTP_URL) add("note", "SMTP_URL", "is not set: mails are files in DATA_DIR/mail", "Set your mail server.");
  // The service itself serves only http.
  if (SITE_URL?.startsWith("https:") && TRUSTED_PROXY_HOPS === 0) {
    const text = "0, but an https SITE_URL has a proxy in front: all visitors count as one client";
    add("wrong", "TRUSTED_PROXY_HOPS", text, "Set the number of your own proxies.");
  }
  return findings.length ? findings : [{ level: "ok", subject: "settings", text: "all set" }];
}
