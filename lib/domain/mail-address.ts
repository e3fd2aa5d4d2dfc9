import { getEditDistance } from "./spelling.ts";

/** Makes email addresses comparable: ignores case, and whether accents are composed or decomposed. */
export const foldAddress = (email: string) => email.normalize("NFC").toLowerCase();

/** Matches characters that end the host in a URL. No real domain contains them, but a malformed address may. */
const noDomain = /[/?#\\%:@]/;

/** Makes domains comparable: lower-case ASCII (IDNA, UTS #46) without a final dot. */
export function foldDomain(domain: string): string {
  const plain = domain
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, "");
  if (!/\P{ASCII}/u.test(plain) || noDomain.test(plain) || !URL.canParse(`http://${plain}`)) return plain;
  return new URL(`http://${plain}`).hostname.replace(/\.+$/, "");
}

/** Lists the domain of an address and its parent domains, such as `a.b.example` and `b.example`. */
export function listMailDomains(email: string): string[] {
  const labels = foldDomain(email.slice(email.lastIndexOf("@") + 1)).split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** Large providers, also those of Mexico and Central America. An address at one of them is never doubted. */
export const mailProviders = [
  "gmail.com",
  "hotmail.com",
  "hotmail.es",
  "outlook.com",
  "outlook.es",
  "live.com",
  "live.com.mx",
  "icloud.com",
  "yahoo.com",
  "yahoo.com.mx",
  "yahoo.es",
  "prodigy.net.mx",
  "protonmail.com",
];

/** Domains of other providers and of companies that look like misspelled providers. They are never doubted, either. */
const others = [
  "googlemail.com",
  "gmx.com",
  "gmx.es",
  "gmx.net",
  "mail.com",
  "email.com",
  "ymail.com",
  "msn.com",
  "me.com",
  "hotmail.com.mx",
  "outlook.com.mx",
  "live.com.ar",
  "yahoo.co",
  "yahoo.com.co",
  "yahoo.com.ar",
  "grail.com",
  "hotmail.se",
  "hotmail.rs",
  "yahoo.se",
  "yahoo.com.my",
  "live.com.my",
  "yazoo.com",
  "incloud.com",
  "gail.com",
  "hotmall.com",
  "prodigy.com",
  "icloud.com.cn",
];
const known = new Set([...mailProviders, ...others]);
/** Shorter names, such as live, differ by one letter from other companies' names, such as line.com.mx. */
const nameMin = 5;

/**
 * Finds the provider that a mistyped address probably means, such as gmail.com for lucia@gmial.com. A suggestion only:
 * the address may be right. The name may have one slip and its ending another. Its first letter must be right, or
 * swapped: email.com is another provider, outdoor.com a company.
 */
export function suggestMailDomain(address: string): string | undefined {
  const domain = /@([^@]{1,40})$/.exec(address.trim().toLowerCase())?.[1];
  if (domain === undefined || known.has(domain)) return undefined;
  const [name = "", ending = ""] = splitDomain(domain);
  const near = mailProviders.flatMap((provider) => {
    const [itsName = "", itsEnding = ""] = splitDomain(provider);
    const slips = getEditDistance(name, itsName);
    const endingSlips = getEditDistance(ending, itsEnding);
    const slipsMax = itsName.length < nameMin ? 0 : 1;
    const isNear = slips <= slipsMax && endingSlips <= 1 && name.slice(0, 2).includes(itsName.charAt(0));
    return isNear ? [{ provider, slips: slips + endingSlips }] : [];
  });
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.provider;
}

const splitDomain = (domain: string) => /^([^.]*)\.?(.*)$/.exec(domain)?.slice(1) ?? [];
