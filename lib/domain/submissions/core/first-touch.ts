import { questionKeys } from "./question-keys.ts";

// Every page loads this file, so it must import neither zod nor the questions.

/** Maximum number of URL parameters to keep (contract 2.4). */
export const utmPropertiesMax = 12;
export const utmValueMax = 500;
export const urlMax = 2048;

/** URL parameter with the receipt, for browsers that refuse cookies. */
export const receiptParameter = "receipt";

/** Time zone in which the result page offers times. */
export const zoneParameter = "zone";

/** The time that a reminder's link offers. */
export const startParameter = "start";

/** Secret token of a mailed link. */
export const tokenParameter = "token";

/** URL parameter with the name of the assistant that prepared a form (hand-off.ts). */
export const assistantParameter = "assistant";

/** How the visitor came to the site (contract 2.4). */
export type FirstTouch = { utm?: Record<string, string>; landingPage?: string; referrer?: string };

export const firstTouchDays = 90;

const clickIds = new Set([
  "gclid",
  "gbraid",
  "wbraid",
  "dclid",
  "gad_source",
  "fbclid",
  "msclkid",
  "ttclid",
  "li_fat_id",
  "twclid",
  "sccid",
  "rdt_cid",
  "epik",
  "yclid",
  "mc_cid",
  "mc_eid",
  "igshid",
  "srsltid",
]);

/** Cuts a text to `max` code points and removes characters that Postgres cannot store. */
function cutText(text: string, max: number): string {
  const whole = text.replaceAll("\0", "").toWellFormed();
  return whole.length <= max ? whole : [...whole].slice(0, max).join("");
}

const handOffParameters = [...questionKeys, assistantParameter];
export const ownParameters = [receiptParameter, zoneParameter, startParameter, tokenParameter, ...handOffParameters];

export function withoutHandOff(search: string): string {
  return withoutParameters(search, handOffParameters);
}

function withoutParameters(search: string, names: readonly string[]): string {
  const others = new URLSearchParams(search);
  if (!names.some((name) => others.has(name))) return search;
  for (const name of names) others.delete(name);
  return others.size ? `?${others}` : "";
}

/** If there are too many parameters, drops click IDs before utm_*. Ignores a referrer from our own origin. */
export function toFirstTouch(page: URL, referrer: string): FirstTouch {
  const names = [...new Set(page.searchParams.keys())].filter((name) => name.startsWith("utm_") || clickIds.has(name));
  names.sort((a, b) => Number(b.startsWith("utm_")) - Number(a.startsWith("utm_")));
  const utm = Object.fromEntries(
    names
      .map(
        (name) => [cutText(name, utmValueMax), cutText(page.searchParams.get(name) ?? "", utmValueMax).trim()] as const,
      )
      .filter(([, value]) => value !== "")
      .slice(0, utmPropertiesMax),
  );
  const isOwn = URL.canParse(referrer) && new URL(referrer).origin === page.origin;
  return {
    ...(Object.keys(utm).length ? { utm } : {}),
    landingPage: cutText(page.pathname + withoutParameters(page.search, ownParameters), urlMax),
    ...(referrer && !isOwn ? { referrer: cutText(referrer, urlMax) } : {}),
  };
}
