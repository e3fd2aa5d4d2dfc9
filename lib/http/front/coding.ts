import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Best first. */
export const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Below this, compression saves nothing that a network packet would notice. */
export const compressibleBytesMin = 1024;

const compressible = /^(text\/.+|(application|image)\/(.+\+)?(json|xml|javascript))$/;

/** By media type, without parameters. */
export function isCompressible(type: string): boolean {
  return compressible.test(type);
}

/** The coding that Accept-Encoding prefers (RFC 9110, 12.5.3); undefined: send it as it is. */
export function chooseCoding(header: string | undefined): Coding | undefined {
  const weights = new Map((header ?? "").split(",").map(readWeighted));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const accepted = codings.filter((coding) => weightOf(coding) > 0);
  return accepted.sort((a, b) => weightOf(b) - weightOf(a))[0];
}

function readWeighted(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return [name === "x-gzip" ? "gzip" : name, weight ? Number(weight.slice(2)) || 0 : 1];
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

const remembered = new LRUCache<string, Buffer>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (body) => body.length,
});

/** With a `key` that stands for the content, the result is remembered, and therefore worth the most thorough work. */
export async function encode(body: Buffer, coding: Coding, key?: string): Promise<Buffer> {
  const known = key === undefined ? undefined : remembered.get(`${coding} ${key}`);
  if (known) return known;
  const isThorough = key !== undefined;
  const encoded = await (coding === "br"
    ? asBrotli(body, {
        params: {
          [zlib.BROTLI_PARAM_QUALITY]: isThorough ? 11 : 5,
          [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    : asGzip(body, { level: isThorough ? 9 : 6 }));
  if (key !== undefined) remembered.set(`${coding} ${key}`, encoded);
  return encoded;
}

export function varyByCoding(outgoing: ServerResponse): void {
  const names = [outgoing.getHeader("vary") ?? []].flat().join(", ");
  outgoing.setHeader("Vary", names ? `${names}, Accept-Encoding` : "Accept-Encoding");
}
