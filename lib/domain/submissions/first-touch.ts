// Every page loads this file: no zod here.

/** Spec 2.4. */
export const utmPropertiesMax = 12;
export const utmValueMax = 500;
export const urlMax = 2048;

/** Carries the receipt where a browser refuses cookies. */
export const receiptParameter = "receipt";

/** Carries the secret of a link in a mail. */
export const tokenParameter = "token";

/** How a person first came to the site (spec 2.4). */
export type FirstTouch = { utm?: Record<string, string>; landingPage?: string; referrer?: string };

export const firstTouchDays = 90;

const clickIds = new Set([
  ...["gclid", "gbraid", "wbraid", "dclid", "gad_source", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"],
  ...["sccid", "rdt_cid", "epik", "yclid", "mc_cid", "mc_eid", "igshid", "srsltid"],
]);

/** Cuts to `max` code points and drops characters that Postgres cannot store. */
function cut(text: string, max: number): string {
  const whole = text.replaceAll("\0", "").toWellFormed();
  return whole.length <= max ? whole : [...whole].slice(0, max).join("");
}

const ownParameters = [receiptParameter, tokenParameter];

/** The query string without our own parameters. */
function withoutOwnParameters({ search, searchParams }: URL): string {
  if (!ownParameters.some((name) => searchParams.has(name))) return search;
  const others = new URLSearchParams(searchParams);
  for (const name of ownParameters) others.delete(name);
  return others.size ? `?${others}` : "";
}

/**
 * Cuts to the spec's bounds; drops click ids before utm_* where there are too many parameters. Ignores a referrer of our
 * own origin.
 */
export function toFirstTouch(page: URL, referrer: string): FirstTouch {
  const names = [...new Set(page.searchParams.keys())].filter((name) => name.startsWith("utm_") || clickIds.has(name));
  names.sort((a, b) => Number(b.startsWith("utm_")) - Number(a.startsWith("utm_")));
  const utm = Object.fromEntries(
    names
      .map((name) => [cut(name, utmValueMax), cut(page.searchParams.get(name) ?? "", utmValueMax).trim()] as const)
      .filter(([, value]) => value !== "")
      .slice(0, utmPropertiesMax),
  );
  const isOwn = URL.canParse(referrer) && new URL(referrer).origin === page.origin;
  return {
    ...(Object.keys(utm).length ? { utm } : {}),
    landingPage: cut(page.pathname + withoutOwnParameters(page), urlMax),
    ...(referrer && !isOwn ? { referrer: cut(referrer, urlMax) } : {}),
  };
}
