// Compresses the scripts and styles of a build once, as thoroughly as can be, so that no request pays for it.
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { assetTypes, endingOf } from "../lib/http/front/asset-files.ts";
import { compressibleBytesMin, isCompressible } from "../lib/http/front/coding.ts";

/** Writes `name.br` and `name.gz` beside each file that is worth it. */
export function compressAssets(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const [type = ""] = (assetTypes[path.extname(name)] ?? "").split(";", 1);
    if (!isCompressible(type)) continue;
    const file = path.join(folder, name);
    const body = fs.readFileSync(file);
    if (body.length < compressibleBytesMin) continue;
    const brotli = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length };
    fs.writeFileSync(file + endingOf.br, brotliCompressSync(body, { params: brotli }));
    fs.writeFileSync(file + endingOf.gzip, gzipSync(body, { level: 9 }));
  }
}
