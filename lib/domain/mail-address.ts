/** Ignores case and composed or decomposed accents. */
export const foldAddress = (email: string) => email.normalize("NFC").toLowerCase();

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
