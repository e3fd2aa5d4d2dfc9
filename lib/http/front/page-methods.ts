import { clientPath, llmsFullPath } from "../../contract/addresses.ts";
import { parsePicturePath } from "../../domain/picture.ts";
import { locales } from "../../i18n/locales.ts";
import { findPageAddress, isFormAddress } from "../../i18n/paths.ts";
import { publicPaths } from "../../i18n/public-files.ts";
import { findPageOfMarkdownPath } from "../../i18n/twins.ts";

export type MethodRefusal = { status: number; headers: Record<string, string>; text: string };

export function findMethodRefusal(method: string, path: string): MethodRefusal | undefined {
  const methods = ["GET", "HEAD", "OPTIONS", ...(isFormAddress(path) ? ["POST"] : [])];
  if (method !== "OPTIONS" && methods.includes(method)) return undefined;
  const allow = methods.join(", ");
  const headers = { Allow: allow, "Cache-Control": "no-store" };
  if (method === "OPTIONS") return { status: 204, headers, text: "" };
  return {
    status: 405,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    text: `Use ${allow} here.`,
  };
}

const files: string[] = [
  ...publicPaths,
  ...["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", llmsFullPath, clientPath],
];

export function isSiteFile(path: string): boolean {
  return files.includes(path) || parsePicturePath(path) !== undefined;
}

/** Returns a plain-text 404 for a missing file, because programs could mistake an HTML page for the file. */
export function findMissingFileRefusal(path: string): MethodRefusal | undefined {
  const isFile = path.startsWith("/.well-known/") || /\.(?!html?$)\w+$/i.test(path);
  // Next's build files, and the desk's own files such as mail attachments, are served elsewhere.
  const isOthers = path.startsWith("/_next/") || path.startsWith("/admin/");
  if (!isFile || isOthers || isSiteFile(path)) return undefined;
  // Also checks the path with each language, because Next redirects a path without one to the reader's language.
  const spellings = [path, ...locales.map((locale) => `/${locale}${path}`)];
  if (spellings.some((each) => findPageAddress(each) ?? findPageOfMarkdownPath(each))) return undefined;
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  return { status: 404, headers, text: "There is no file at this address.\n" };
}
