import fs from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { type Coding, chooseCoding, codings } from "../coding.ts";
import { matchesEtag } from "../etag.ts";
import { getFileHeaders } from "./security-headers.ts";

type Asset = { file: string; type: string; etag: string; encoded: Set<Coding> };
type Assets = ReadonlyMap<string, Asset>;

export const assetTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Extensions that scripts/build.ts adds to the names of compressed files. */
export const encodingSuffixes: Record<Coding, string> = { br: ".br", gzip: ".gz" };

/** Lists the build files by path when the server starts. Next serves all other files. */
export function listAssets(folder: string, address: string): Assets {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const all = new Set(names);
  const assets = names.flatMap((name): [string, Asset][] => {
    const file = path.join(folder, name);
    const type = assetTypes[path.extname(name)];
    const { size, mtimeMs } = fs.statSync(file);
    if (!type) return [];
    const encoded = new Set(codings.filter((coding) => all.has(name + encodingSuffixes[coding])));
    const etag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    return [[`${address}/${name.split(path.sep).join("/")}`, { file, type, etag, encoded }]];
  });
  return new Map(assets);
}

/** Caches may keep the file for good, because its name changes with its content. @returns false if it is unreadable */
export async function respondWithAsset(
  { file, type, etag, encoded }: Asset,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  site: { isSecure: boolean },
): Promise<boolean> {
  const accepted = encoded.size ? chooseCoding(incoming.headers["accept-encoding"]) : undefined;
  const coding = accepted && encoded.has(accepted) ? accepted : undefined;
  const body = await readFile(coding ? file + encodingSuffixes[coding] : file).catch(() => undefined);
  if (!body) return false;
  outgoing.setHeaders(new Map(Object.entries(getFileHeaders(file, site))));
  outgoing.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  outgoing.setHeader("ETag", etag);
  if (encoded.size) outgoing.setHeader("Vary", "Accept-Encoding");
  if (matchesEtag(incoming.headers["if-none-match"] ?? null, etag)) {
    outgoing.writeHead(304).end();
    return true;
  }
  if (coding) outgoing.setHeader("Content-Encoding", coding);
  outgoing.writeHead(200, { "Content-Type": type, "Content-Length": body.length }).end(body);
  return true;
}
