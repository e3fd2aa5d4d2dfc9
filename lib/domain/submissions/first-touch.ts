/** Bounds of spec 2.4 and of addresses. This file is free of zod, so that every page can afford it. */
export const utmPropertiesMax = 12;
export const utmValueMax = 500;
export const urlMax = 2048;

/** Where a browser refuses cookies, the address carries the outcome. */
export const outcomeParameter = "outcome";

/** Carries a link's secret in the addresses of its pages. */
export const tokenParameter = "token";

/** How a person first came here (spec 2.4): sent with either form. */
export type FirstTouch = { utm?: Record<string, string>; landingPage?: string; referrer?: string };

export const firstTouchDays = 90;

/** Click ids that advertising networks add to a link, beside utm_*. */
const clickIds = new Set([
  ...["gclid", "gbraid", "wbraid", "dclid", "gad_source", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"],
  ...["sccid", "rdt_cid", "epik", "yclid", "mc_cid", "mc_eid", "igshid", "srsltid"],
]);

/** `text` within `max` code points, and fit to be stored. */
function cut(text: string, max: number): string {
  const whole = text.replaceAll("\0", "").toWellFormed();
  return whole.length <= max ? whole : [...whole].slice(0, max).join("");
}

const own = [outcomeParameter, tokenParameter];

/** The query as it was, but for what somebody has sent, which is no part of how they came, and for a link's secret. */
function withoutOwn({ search, searchParams }: URL): string {
  if (!own.some((name) => searchParams.has(name))) return search;
  const others = new URLSearchParams(searchParams);
  for (const name of own) others.delete(name);
  return others.size ? `?${others}` : "";
}

/**
 * What the first page of a visit tells, cut to the spec's bounds. utm_* come before click ids where there are more
 * than the spec allows. A referrer of our own origin is none.
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
    landingPage: cut(page.pathname + withoutOwn(page), urlMax),
    ...(referrer && !isOwn ? { referrer: cut(referrer, urlMax) } : {}),
  };
}
