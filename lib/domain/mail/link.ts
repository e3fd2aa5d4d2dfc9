const schemes = ["https:", "http:", "mailto:"];

/** `url` as it may be linked to, or null: nothing that runs a script, opens an app or is no address. */
export function linkOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && schemes.includes(parsed.protocol) ? parsed.href : null;
}
