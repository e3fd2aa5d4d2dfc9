/** Next drops these from a path, which would be a second address of the same page. */
const dropped = /[\p{Cc}\u2028\u2029]| \/*$/u;

/**
 * A path that cannot be decoded, or holds what Next drops, is taken as one with a � in the place of each `%`, which is
 * nobody's: a 404. Next decodes parts of a path a second time.
 */
export function mendPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  try {
    if (!dropped.test(decodeURIComponent(decodeURIComponent(path)))) return url;
  } catch {
    // Mended as well.
  }
  return path.replaceAll("%", "%EF%BF%BD") + url.slice(path.length);
}

/** The methods of an address outside /api; `formPaths` are those that forms are posted to. */
export function methodsOf(path: string, formPaths: ReadonlySet<string>): string[] {
  return ["GET", "HEAD", "OPTIONS", ...(formPaths.has(path) ? ["POST"] : [])];
}

/** Without scheme and host, which a client may send as well (RFC 9112, 3.2.2). */
export function originForm(url: string): string {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return rest === url || rest.startsWith("/") ? rest : `/${rest}`;
}
