import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { ApiRequest } from "./message.ts";

const ipv6NetworkBits = 64;

/**
 * X-Forwarded-For ends with one address per trusted proxy, then the socket's (prepare-requests.ts). Everything further
 * left is whatever the caller typed. An IPv6 client owns a whole /64 network, so its addresses count as one.
 */
export function readClientIp(headers: ApiRequest["headers"], trustedHops: number): string {
  const addresses = (headers.get("x-forwarded-for") ?? "").split(",").map((address) => address.trim());
  const socket = addresses.at(-1) ?? "";
  return normalizeAddress(addresses.at(-1 - trustedHops) ?? socket) ?? normalizeAddress(socket) ?? "unknown";
}

function normalizeAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(
    `${address.toNormalizedString().replace(/%.*/, "")}/${ipv6NetworkBits}`,
  );
  return `${network.toString()}/${ipv6NetworkBits}`;
}
