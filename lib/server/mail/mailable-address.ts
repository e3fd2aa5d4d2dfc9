import "server-only";
import { domainToASCII, domainToUnicode } from "node:url";

/**
 * Whether a mail to this address goes to this address. The contract takes addresses that the mail system would read as
 * another one, with invisible signs or with letters that stand for others in a domain (UTS 46): what is sent there would
 * reach someone whom nobody has named, and whom an erasure would not find.
 */
export function isMailable(address: string): boolean {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(address)) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const ascii = domainToASCII(domain);
  return ascii !== "" && (ascii === domain || domainToUnicode(ascii) === domain.normalize("NFC"));
}
