import "server-only";
import dns from "node:dns/promises";
import net from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an address is one of the public internet: no loopback, private, link-local, carrier's, multicast, mapped or
 * otherwise special one. Only what is known to be public is; of IPv6 that is 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/**
 * The one address to connect to for a host of a URL, asked of the resolver once; null when there is none or any of
 * them is not public: a name that also leads inside is not to be trusted.
 */
export async function publicAddressOf(hostname: string): Promise<string | null> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const addresses = net.isIP(bare) ? [bare] : (await dns.lookup(bare, { all: true })).map(({ address }) => address);
  return addresses.every(isPublicAddress) ? (addresses[0] ?? null) : null;
}
