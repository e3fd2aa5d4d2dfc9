import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

export const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Shorter bodies are not compressed, because that would not save a network packet. */
export const compressibleBytesMin = 1024;

const compressible = /^(text\/.+|(application|image)\/(.+\+)?(json|xml|javascript))$/;

/** `type` must be a media type without parameters. */
export function isCompressible(type: string): boolean {
  return compressible.test(type);
}

/** Follows Accept-Encoding (RFC 9110, 12.5.3). @returns undefined to send the body uncompressed */
export function chooseCoding(header: string | null | undefined): Coding | undefined {
  const weights = new Map((header ?? "").split(",").map(parseWeightedCoding));
  const getWeight = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const accepted = codings.filter((coding) => getWeight(coding) > 0);
  return accepted.sort((a, b) => getWeight(b) - getWeight(a))[0];
}

function parseWeightedCoding(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return [name === "x-gzip" ? "gzip" : name, weight ? Number(weight.slice(2)) || 0 : 1];
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

export type Encodable = { body: Buffer; encoded: Partial<Record<Coding, Promise<Buffer>>> };

/** `isKept`: the body is cached and sent often, so use the best compression level. */
export async function encodeForClient(
  acceptEncoding: string | null | undefined,
  { body, encoded }: Encodable,
  isKept: boolean,
): Promise<{ body: Buffer; coding?: Coding }> {
  const coding = body.length >= compressibleBytesMin ? chooseCoding(acceptEncoding) : undefined;
  if (!coding) return { body };
  encoded[coding] ??= encodeBody(body, coding, isKept);
  return { body: await encoded[coding], coding };
}

function encodeBody(body: Buffer, coding: Coding, isKept: boolean): Promise<Buffer> {
  if (coding === "gzip") return asGzip(body, { level: isKept ? 9 : 6 });
  const quality = isKept ? 11 : 5;
  return asBrotli(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
