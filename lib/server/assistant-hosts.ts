import ipaddr from "ipaddr.js";

/**
 * IP addresses of hosted assistants, as of 2026-11-22: https://platform.claude.com/docs/en/api/ip-addresses. OpenAI's
 * list changes too often to be included: https://openai.com/chatgpt-connectors.json.
 */
export const defaultAssistantRanges = "Claude=160.79.104.0/21";

/** Hosts by certificate, as of 2026-11-22: https://developers.openai.com/plugins/build/auth#mutual-tls-mtls. */
export const hostsByCertificate = new Map([["mtls.prod.connectors.openai.com", "ChatGPT"]]);

/** Signing hosts, as of 2026-11-22: https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting. */
export const defaultAssistantOrigins = "ChatGPT=https://chatgpt.com";

export type AssistantRange = { host: string; network: ReturnType<typeof ipaddr.parseCIDR> };

/** Parses entries such as Claude=160.79.104.0/21. Returns undefined unless all entries are well formed. */
export function parseAssistantRanges(text: string): AssistantRange[] | undefined {
  if (text === "none") return [];
  const ranges = text.split(",").map((part) => {
    const [, host = "", cidr = ""] = /^\s*([\w .-]{2,40})=([\w.:/]+)\s*$/.exec(part) ?? [];
    return ipaddr.isValidCIDR(cidr) ? { host, network: ipaddr.parseCIDR(cidr) } : undefined;
  });
  const known = ranges.filter((range) => range !== undefined);
  return known.length === ranges.length ? known : undefined;
}

/** Parses entries such as ChatGPT=https://chatgpt.com. Returns undefined unless all entries are well formed. */
export function parseAssistantOrigins(text: string): Map<string, string> | undefined {
  if (text === "none") return new Map();
  const origins = text.split(",").map((part) => {
    const [, host = "", given = ""] = /^\s*([\w .-]{2,40})=(\S+?)\s*$/.exec(part) ?? [];
    const url = URL.parse(given);
    return url?.protocol === "https:" && [url.origin, url.href].includes(given) && url.href === `${url.origin}/`
      ? ([url.origin, host] as const)
      : undefined;
  });
  const known = origins.filter((origin) => origin !== undefined);
  return known.length === origins.length ? new Map(known) : undefined;
}

/** `clientIp` may be an IPv6 network such as 2001:db8::/64. */
export function findRange(ranges: AssistantRange[], clientIp: string): AssistantRange | undefined {
  const [bare = ""] = clientIp.split("/");
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.parse(bare);
  return ranges.find(({ network: [base, bits] }) => address.kind() === base.kind() && address.match(base, bits));
}
