import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

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
  const getWeight = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const accepted = codings.filter((coding) => getWeight(coding) > 0);
  return accepted.sort((a, b) => getWeight(b) - getWeight(a))[0];
}

function readWeighted(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return [name === "x-gzip" ? "gzip" : name, weight ? Number(weight.slice(2)) || 0 : 1];
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** `isKept`: the result is sent often, and therefore worth the most thorough work. */
export function encode(body: Buffer, coding: Coding, isKept: boolean): Promise<Buffer> {
  if (coding === "gzip") return asGzip(body, { level: isKept ? 9 : 6 });
  const quality = isKept ? 11 : 5;
  return asBrotli(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
