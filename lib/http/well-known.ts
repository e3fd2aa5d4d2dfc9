import {
  aiCatalogPath,
  apiCatalogPath,
  contractPath,
  discoveryLinks,
  guessedContractPath,
  llmsPath,
  oldServerCardPath,
  securityPath,
  serverCardPath,
  type WellKnownPath,
} from "../contract/addresses.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import { dayMilliseconds } from "../domain/durations.ts";
import { AppError } from "../domain/errors.ts";
import type { Locale } from "../domain/locale.ts";
import { locales } from "../i18n/locales.ts";
import { getFeedPaths, getPathname, type Href } from "../i18n/paths.ts";
import { listCatalogApis } from "../server/catalog/list-catalog-apis.ts";
import { getSiteSettings, readSite } from "../server/site.ts";
import { asPlainText, type Exchange, respond } from "./exchange.ts";
import { aiCatalogType, buildAiCatalog, buildServerCard, serverCardType, writeServerDescription } from "./mcp-cards.ts";
import type { ApiResponse, Handler } from "./message.ts";
import { respondEmpty, respondWithDocument } from "./respond.ts";

const cacheSeconds = 300;
/** Days for which security.txt is valid. RFC 9116 advises less than a year. */
const securityDays = 180;

/** CORS headers that the MCP extension for server cards requires (SEP-2127). */
const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET",
  "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
  "Access-Control-Expose-Headers": "ETag",
};
const preflightHeaders = { Allow: "GET, HEAD, OPTIONS", "Access-Control-Max-Age": "86400" };

const plainText = "text/plain; charset=utf-8";
const serverCard = createTextRoute("getServerCard", serverCardType, async () =>
  toJson(buildServerCard(await readSite())),
);

export const wellKnownRoutes: Record<WellKnownPath, Handler> = {
  [apiCatalogPath]: createTextRoute(
    "getApiCatalog",
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    async () => toJson(buildLinkset(getSiteSettings().url, await listCatalogApis({}))),
  ),
  [securityPath]: createTextRoute("getSecurityText", plainText, (now) => writeSecurityText(getSiteSettings(), now)),
  [aiCatalogPath]: createTextRoute("getAiCatalog", aiCatalogType, async () => toJson(buildAiCatalog(await readSite()))),
  [serverCardPath]: serverCard,
  [oldServerCardPath]: serverCard,
  [guessedContractPath]: (request) =>
    respond("getOpenApi", request, async ({ headers }) => {
      Object.assign(headers, corsHeaders);
      if (request.method === "OPTIONS") return respondEmpty(Object.assign(headers, preflightHeaders));
      return { status: 308, headers: Object.assign(headers, { Location: contractPath }), body: null };
    }),
  [llmsPath]: createTextRoute("getLlmsText", plainText, async () => {
    // Imported on demand, because it loads 100 modules that no other request needs.
    const { writeLlmsText } = await import("../markdown/guide.ts");
    const site = await readSite();
    return writeLlmsText(site, writeServerDescription(site), await listCatalogApis({}));
  }),
};

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Even errors are plain text: a client that requests a text file does not expect an ApiError. */
export function createTextRoute(name: string, type: string, write: (now: Date) => string | Promise<string>): Handler {
  const work = async (exchange: Exchange): Promise<ApiResponse> => {
    const { request, headers, now } = exchange;
    Object.assign(headers, corsHeaders);
    if (request.method === "OPTIONS") return respondEmpty(Object.assign(headers, preflightHeaders));
    const text = await write(now);
    headers.Link = discoveryLinks;
    return respondWithDocument(text, { type, cacheSeconds }, exchange);
  };
  return (request) => respond(name, request, work, asPlainText);
}

type Target = { href: string; type?: string; hreflang?: [Locale]; title?: string };
type Context = { anchor: string } & Partial<
  Record<"item" | "service-desc" | "service-doc" | "service-meta" | "status" | "privacy-policy" | "alternate", Target[]>
>;

/** Builds the linkset (RFC 9264) of our own API and of each published entry (RFC 9727). */
export function buildLinkset(siteUrl: string, entries: ApiCatalogEntry[]): { linkset: Context[] } {
  const listPages = (href: Href) =>
    locales.map((locale): Target => {
      return { href: siteUrl + getPathname({ href, locale }), type: "text/html", hreflang: [locale] };
    });
  const listFeeds = (slug?: string) =>
    locales.flatMap((locale) =>
      Object.entries(getFeedPaths(locale, slug)).map(([type, path]): Target => {
        return { href: siteUrl + path, type, hreflang: [locale] };
      }),
    );
  const own: Context = {
    // The contract stands for our own API here, because nothing is served at its base URL.
    anchor: siteUrl + contractPath,
    "service-desc": [{ href: siteUrl + contractPath, type: "application/json" }],
    "service-doc": listPages("/developers"),
    status: [{ href: `${siteUrl}/api/healthz`, type: "application/json" }],
    "privacy-policy": listPages("/privacy"),
  };
  const published = entries.map(({ slug, titleEn, swaggerUrl }) => {
    const params = { slug };
    const spec = getPathname({ href: { pathname: "/catalog/[slug]/spec.json", params }, locale: "en" });
    const context: Context = {
      anchor: `${siteUrl}/api/catalog/${encodeURIComponent(slug)}`,
      "service-desc": [swaggerUrl ? { href: swaggerUrl } : { href: siteUrl + spec, type: "application/json" }],
      "service-doc": listPages({ pathname: "/catalog/[slug]", params }),
      "service-meta": listFeeds(slug),
      status: listPages({ pathname: "/catalog/[slug]/changes", params }),
    };
    return { title: titleEn, context };
  });
  const items = [
    { href: own.anchor },
    ...published.map(({ title, context }): Target => ({ href: context.anchor, title })),
  ];
  const contexts = published.map(({ context }) => context);
  const catalog: Context = { anchor: siteUrl + apiCatalogPath, item: items, alternate: listFeeds() };
  return { linkset: [catalog, own, ...contexts] };
}

type Owner = { url: string; contactEmail: string; isDemonstration: boolean };

/** Writes security.txt (RFC 9116). */
export function writeSecurityText({ url, contactEmail, isDemonstration }: Owner, now: Date): string {
  if (isDemonstration) throw new AppError("not_found", "This site is a demonstration: nobody reads reports about it.");
  // Rounds to whole days, so that the text changes only once a day.
  const expires = new Date((Math.floor(now.getTime() / dayMilliseconds) + securityDays) * dayMilliseconds);
  const lines = [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locales.join(", ")}`,
    `Canonical: ${url}${securityPath}`,
    `Policy: ${url}${getPathname({ href: "/security", locale: "en" })}`,
  ];
  return `${lines.join("\n")}\n`;
}
