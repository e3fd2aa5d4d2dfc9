import ipaddr from "ipaddr.js";

/**
 * Addresses of hosted assistants, as of 2026-11-22: https://platform.claude.com/docs/en/api/ip-addresses. OpenAI's list
 * changes too often to stand here: https://openai.com/chatgpt-connectors.json.
 */
export const defaultAssistantRanges = "Claude=160.79.104.0/21";

/**
 * The names in the client certificates of hosted assistants, as of 2026-11-22:
 * https://developers.openai.com/plugins/build/auth#mutual-tls-mtls.
 */
export const hostsByCertificate = new Map([["mtls.prod.connectors.openai.com", "ChatGPT"]]);

export type AssistantRange = { host: string; network: ReturnType<typeof ipaddr.parseCIDR> };

/** `Claude=160.79.104.0/21,ChatGPT=192.0.2.0/28`; `none` is no range. Undefined unless all are well formed. */
export function parseAssistantRanges(text: string): AssistantRange[] | undefined {
  if (text === "none") return [];
  const ranges = text.split(",").map((part) => {
    const [, host = "", cidr = ""] = /^\s*([\w .-]{2,40})=([\w.:/]+)\s*$/.exec(part) ?? [];
    return ipaddr.isValidCIDR(cidr) ? { host, network: ipaddr.parseCIDR(cidr) } : undefined;
  });
  const known = ranges.filter((range) => range !== undefined);
  return known.length === ranges.length ? known : undefined;
}

/** `clientIp` may be an IPv6 network such as 2001:db8::/64. */
export function findRange(ranges: AssistantRange[], clientIp: string): AssistantRange | undefined {
  const [bare = ""] = clientIp.split("/");
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.parse(bare);
  return ranges.find(({ network: [base, bits] }) => address.kind() === base.kind() && address.match(base, bits));
}
