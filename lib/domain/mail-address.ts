/** Makes email addresses comparable: ignores case, and whether accents are composed or decomposed. */
export const foldAddress = (email: string) => email.normalize("NFC").toLowerCase();

/** Matches characters that end the host in a URL. No real domain contains them, but a malformed address may. */
const noDomain = /[/?#\\%:@]/;

/** Makes domains comparable: lower-case ASCII (IDNA, UTS #46) without a final dot. */
export function foldDomain(domain: string): string {
  const plain = domain.normalize("NFC").toLowerCase().replace(/\.+$/, "");
  if (!/\P{ASCII}/u.test(plain) || noDomain.test(plain) || !URL.canParse(`http://${plain}`)) return plain;
  return new URL(`http://${plain}`).hostname.replace(/\.+$/, "");
}

/** Lists the domain of an address and its parent domains, such as `a.b.example` and `b.example`. */
export function listMailDomains(email: string): string[] {
  const labels = foldDomain(email.slice(email.lastIndexOf("@") + 1)).split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
