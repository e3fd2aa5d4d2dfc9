import "server-only";
import type { IncomingMessage } from "node:http";
import type { FetchFault } from "../domain/catalog/editor/import.ts";
import { connect, findPublicAddress, readBytes } from "./outside-request.ts";

/** Tests replace it to direct a hostname to their own server. */
export type NetworkAccess = {
  /** Returns the public address of a host, or null if connecting to it is not allowed. */
  findAddress: (hostname: string) => Promise<string | null>;
  milliseconds: number;
};

/** `allowsHttp`: also fetches without encryption. */
type Bounds = { redirectsMax: number; userAgent: string; allowsHttp?: boolean };
type Request = Bounds & { method?: "GET" | "HEAD"; headers?: Record<string, string> };
type Trip = Request & Pick<NetworkAccess, "findAddress"> & { signal: AbortSignal };
type Answer = { response: IncomingMessage; url: URL };

const documentTypes =
  /^(application\/([\w.-]+\+)?(json|yaml|x-yaml)|application\/vnd\.oai\.openapi|text\/(json|plain|yaml|x-yaml|vnd\.yaml))$/;

/** Matches a missing content type and those sent by servers that do not know .yaml. The file name then decides. */
const unknownTypes = /^((application|binary)\/octet-stream)?$/;
const documentNames = /\.(json|ya?ml)$/i;

function isDocument(url: URL, contentType = ""): boolean {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return documentTypes.test(type) || (unknownTypes.test(type) && documentNames.test(url.pathname));
}

class FetchRefusal extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export function fetchPublicText(
  url: string,
  { bytesMax, ...bounds }: Bounds & { bytesMax: number },
  network?: Partial<NetworkAccess>,
): Promise<{ text: string } | { fault: FetchFault }> {
  return fetchPublic(url, bounds, async (answer) => ({ text: await readPublicText(answer, bytesMax) }), network);
}

/** Connects only to the address that it has checked, against DNS rebinding. Sends no credentials and never throws. */
export async function fetchPublic<Result>(
  url: string,
  request: Request,
  read: (answer: Answer) => Promise<Result>,
  { findAddress = findPublicAddress, milliseconds = 5_000 }: Partial<NetworkAccess> = {},
): Promise<Result | { fault: FetchFault }> {
  const signal = AbortSignal.timeout(milliseconds);
  const slow = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new FetchRefusal("slow")), { once: true });
  });
  try {
    const answered = followRedirects(url, { ...request, findAddress, signal }).then(async (answer) => {
      try {
        return await read(answer);
      } finally {
        answer.response.destroy();
      }
    });
    return await Promise.race([answered, slow]);
  } catch (error) {
    if (signal.aborted) return { fault: "slow" };
    return { fault: error instanceof FetchRefusal ? error.fault : "unreachable" };
  }
}

async function followRedirects(start: string, trip: Trip): Promise<Answer> {
  let url = parseAllowedUrl(start, trip);
  for (let hops = 0; hops <= trip.redirectsMax; hops++) {
    const address = await trip.findAddress(url.hostname);
    if (!address) throw new FetchRefusal("inside");
    const own = { accept: "application/json", "accept-encoding": "identity", "user-agent": trip.userAgent };
    const { method = "GET", signal } = trip;
    const response = await connect(url, { address, method, headers: { ...own, ...trip.headers }, signal });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || !location) return { response, url };
    response.destroy();
    url = parseAllowedUrl(location, trip, url);
  }
  throw new FetchRefusal("redirects");
}

/** Accepts only URLs without a user or password, which would be sent to the server and logged. */
function parseAllowedUrl(given: string, { allowsHttp }: Trip, base?: URL): URL {
  const url = URL.parse(given.trim(), base?.href);
  const isAllowed = url?.protocol === "https:" || (allowsHttp && url?.protocol === "http:");
  if (!url || !isAllowed || url.username || url.password || !url.hostname) throw new FetchRefusal("address");
  return url;
}

export async function readPublicText({ response, url }: Answer, bytesMax: number): Promise<string> {
  const { headers, statusCode } = response;
  try {
    if (statusCode !== 200) throw new FetchRefusal("status");
    if (!isDocument(url, headers["content-type"])) throw new FetchRefusal("type");
    if ((headers["content-encoding"] ?? "identity") !== "identity") throw new FetchRefusal("encoding");
    if (Number(headers["content-length"] ?? 0) > bytesMax) throw new FetchRefusal("too_large");
    const bytes = await readBytes(response, bytesMax);
    if (!bytes) throw new FetchRefusal("too_large");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new FetchRefusal("encoding", error);
    throw error;
  }
}
