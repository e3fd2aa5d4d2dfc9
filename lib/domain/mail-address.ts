/** Ignores case and composed or decomposed accents. */
export const foldAddress = (email: string) => email.normalize("NFC").toLowerCase();

/** Characters that end a host in a URL. No domain has them, but an address may. */
const noDomain = /[/?#\\%:@]/;

/** Normalises a domain for comparison: lower-case ASCII (IDNA, UTS #46) without a final dot. */
export function foldDomain(domain: string): string {
  const plain = domain.normalize("NFC").toLowerCase().replace(/\.+$/, "");
  if (!/\P{ASCII}/u.test(plain) || noDomain.test(plain) || !URL.canParse(`http://${plain}`)) return plain;
  return new URL(`http://${plain}`).hostname.replace(/\.+$/, "");
}

/**
 * The domain of an address and its parent domains, folded by `foldDomain`: `a.b.example` gives itself and `b.example`.
 */
export function listMailDomains(email: string): string[] {
  const labels = foldDomain(email.slice(email.lastIndexOf("@") + 1)).split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
