import { findPageAddress, type Pathname } from "./paths.ts";

/** Pages that also exist as Markdown, their twin, in the order of llms-full.txt. */
export const pagesWithTwins = [
  "/",
  "/evaluation",
  "/contact",
  "/catalog",
  "/catalog/[slug]",
  "/catalog/[slug]/changes",
  "/changes",
  "/developers",
  "/privacy",
] as const satisfies Pathname[];
const ending = ".md";

export function hasMarkdownVersion(name: Pathname): boolean {
  return pagesWithTwins.some((page) => page === name);
}

export function toMarkdownPath(path: string): string {
  return path + ending;
}

export function findPageOfMarkdownPath(path: string): string | undefined {
  const page = path.endsWith(ending) ? path.slice(0, -ending.length) : "";
  const address = findPageAddress(page);
  return address && hasMarkdownVersion(address.name) ? page : undefined;
}

/**
 * Finds the page whose Markdown twin a request asks for: by its path, or by an `Accept` header that ranks text/markdown
 * no lower than HTML. Wildcards do not count, and browsers never name text/markdown. Search results and comparisons of
 * versions have no twin: at its path with .md, a page's query is ignored.
 */
export function findPageWantedAsMarkdown(
  path: string,
  search: string,
  accept: string | null | undefined,
): string | undefined {
  const asked = findPageOfMarkdownPath(path);
  if (asked !== undefined) return asked;
  if (!accept || !/text\/markdown/i.test(accept)) return undefined;
  const address = findPageAddress(path);
  const query = new URLSearchParams(search);
  if (query.has("search") || (address?.name === "/catalog/[slug]/changes" && query.has("from"))) return undefined;
  return address && hasMarkdownVersion(address.name) && prefersMarkdown(accept) ? path : undefined;
}

function prefersMarkdown(accept: string): boolean {
  const quality = readQuality(accept, "text/markdown");
  return quality > 0 && quality >= readQuality(accept, "text/html");
}

/** Returns 0 if the header does not name the type (RFC 9110, 12.5.1). */
function readQuality(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return weight ? Number(weight.slice(2)) || 0 : 1;
  }
  return 0;
}
