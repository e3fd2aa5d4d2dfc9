// Requests to other companies' servers, which must not reach into our own network.
import "server-only";
import dns from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "./env.ts";

/**
 * Returns false for loopback, private, link-local, mapped and other special addresses. Uses an allowlist for IPv6:
 * 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Returns null if any address is not public: a name that also points into a private network is not trusted. */
export async function findPublicAddress(hostname: string): Promise<string | null> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const addresses = net.isIP(bare) ? [bare] : (await dns.lookup(bare, { all: true })).map(({ address }) => address);
  return addresses.every(isPublicAddress) ? (addresses[0] ?? null) : null;
}

type Connection = {
  /** The address that was checked. If null, the connection looks up the address itself. */
  address: string | null;
  method?: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
};

/** Connects to the checked address, so that DNS rebinding cannot reach our network. Follows no redirect. */
export function connect(
  url: URL,
  { address, method = "GET", headers, body, signal }: Connection,
): Promise<IncomingMessage> {
  const isName = !net.isIP(url.hostname.replace(/^\[|\]$/g, ""));
  const lookup: net.LookupFunction = (_name, { all }, callback) => {
    const [checked, family] = [address ?? "", net.isIP(address ?? "")];
    if (all) callback(null, [{ address: checked, family }]);
    else callback(null, checked, family);
  };
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === "http:" ? http : https;
    const request = open(url, {
      agent: false,
      method,
      signal,
      // The certificate check and the Host header use the name; the connection uses the checked address.
      ...(address === null ? {} : { lookup }),
      ...(isName ? { servername: url.hostname } : {}),
      headers,
      maxHeaderSize: 16 * 1024,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** `isSent`: the server may have received the request, so its effect is unknown. */
export class OutsideError extends Error {
  readonly isSent: boolean;
  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}

const unsentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];
const bytesMax = 1024 * 1024;

/** Returns true if INSIDE_HOSTS has exactly this host and port. */
export function isInsideHost(url: URL): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return env().INSIDE_HOSTS?.some((host) => [url.host, `${url.hostname}:${port}`].includes(host)) ?? false;
}

type JsonRequest = Omit<Connection, "address" | "body" | "signal"> & { json?: object; timeoutMilliseconds: number };

/** Asks the API of a service. @throws OutsideError if no complete JSON answer arrives in time */
export function requestJson(
  url: URL,
  { json, headers, ...options }: JsonRequest,
): Promise<{ status: number; json: unknown }> {
  const body = json && JSON.stringify(json);
  const type: Record<string, string> = body ? { "content-type": "application/json" } : {};
  const request = { ...options, body, headers: { accept: "application/json", ...type, ...headers } };
  return requestOutside(url, request, async (response) => {
    const bytes = await readBytes(response, bytesMax);
    if (!bytes) throw new OutsideError("too large", true);
    return { status: response.statusCode ?? 0, json: JSON.parse(bytes.toString()) };
  });
}

type OutsideRequest = Omit<Connection, "address" | "signal"> & { timeoutMilliseconds: number };

/**
 * The host must have a public address and use https, unless INSIDE_HOSTS has it. After the timeout, reading the
 * response in `read` fails.
 * @throws OutsideError
 */
export async function requestOutside<Result>(
  url: URL,
  { timeoutMilliseconds, ...options }: OutsideRequest,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const isInside = isInsideHost(url);
  if (url.protocol !== "https:" && !isInside) throw new OutsideError("not https", false);
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  let isSent = false;
  // A slow look-up of the name cannot be aborted.
  const findAddressInTime = () =>
    new Promise<string | null>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      findPublicAddress(url.hostname).then(resolve, reject);
    });
  try {
    const address = isInside ? null : await findAddressInTime();
    if (!isInside && !address) throw new OutsideError("an address inside the network", false);
    signal.throwIfAborted();
    isSent = true;
    return await read(await connect(url, { ...options, address, signal }));
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    const { code = "", name } = error as NodeJS.ErrnoException;
    throw new OutsideError(signal.aborted ? "slow" : code || name, isSent && !unsentCodes.includes(code), error);
  }
}

/** Returns undefined if the body is larger. Leaving the loop early destroys the response. */
export async function readBytes(response: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.byteLength;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
