import "server-only";
import dns from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import ipaddr from "ipaddr.js";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import type { FetchFault } from "../../domain/catalog/editor/import.ts";
import type { Operator } from "../../domain/desk/operator.ts";

type Reach = {
  /** The checked address that a host is connected to; null where it may not be. */
  findAddress: (hostname: string) => Promise<string | null>;
  milliseconds: number;
};

const redirectsMax = 3;
const bytesMax = contentBounds.spec;
const jsonTypes = /^(application\/([\w.-]+\+)?json|text\/json|text\/plain)$/;

class Refused extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/**
 * The text at an https address that an operator has given, at most 2 MiB, within five seconds in all. The name is
 * resolved once and the connection goes to the address that was checked, at each of at most three redirects again: no
 * answer of a name server leads it inside. It sends no credentials and never throws.
 */
export async function fetchOpenapi(
  { url }: { url: string },
  _context: { operator: Operator },
  { findAddress = findPublicAddress, milliseconds = 5_000 }: Partial<Reach> = {},
): Promise<{ text: string } | { fault: FetchFault }> {
  const signal = AbortSignal.timeout(milliseconds);
  const slow = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Refused("slow")), { once: true });
  });
  try {
    return { text: await Promise.race([follow(url, findAddress, signal), slow]) };
  } catch (error) {
    if (signal.aborted) return { fault: "slow" };
    return { fault: error instanceof Refused ? error.fault : "unreachable" };
  }
}

async function follow(start: string, findAddress: Reach["findAddress"], signal: AbortSignal): Promise<string> {
  let url = readAddress(start);
  for (let hops = 0; hops <= redirectsMax; hops++) {
    const address = await findAddress(url.hostname);
    if (!address) throw new Refused("inside");
    const response = await connect(url, address, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || !location) return readDocument(response, status);
    response.destroy();
    url = readAddress(location, url);
  }
  throw new Refused("redirects");
}

/** https alone, without user and password: those would be sent on, and logged. */
function readAddress(given: string, base?: URL): URL {
  const url = URL.parse(given.trim(), base?.href);
  if (url?.protocol !== "https:" || url.username || url.password || !url.hostname) throw new Refused("address");
  return url;
}

function connect(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const isName = !net.isIP(url.hostname.replace(/^\[|\]$/g, ""));
  return new Promise((resolve, reject) => {
    const request = https.request(url, {
      agent: false,
      signal,
      // The name stays in the certificate's check and the Host header; the address is the one that was checked.
      lookup: (_name, { all }, callback) => {
        const family = net.isIP(address);
        if (all) callback(null, [{ address, family }]);
        else callback(null, address, family);
      },
      ...(isName ? { servername: url.hostname } : {}),
      headers: { accept: "application/json", "accept-encoding": "identity", "user-agent": "encaje-import" },
      maxHeaderSize: 16 * 1024,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end();
  });
}

async function readDocument(response: IncomingMessage, status: number): Promise<string> {
  const { headers } = response;
  try {
    if (status !== 200) throw new Refused("status");
    if (!jsonTypes.test((headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "")) {
      throw new Refused("type");
    }
    if ((headers["content-encoding"] ?? "identity") !== "identity") throw new Refused("encoding");
    if (Number(headers["content-length"] ?? 0) > bytesMax) throw new Refused("too_large");
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response) {
      length += chunk.byteLength;
      if (length > bytesMax) throw new Refused("too_large");
      chunks.push(chunk);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof TypeError) throw new Refused("encoding", error);
    throw error;
  } finally {
    response.destroy();
  }
}

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
export async function findPublicAddress(hostname: string): Promise<string | null> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const addresses = net.isIP(bare) ? [bare] : (await dns.lookup(bare, { all: true })).map(({ address }) => address);
  return addresses.every(isPublicAddress) ? (addresses[0] ?? null) : null;
}
