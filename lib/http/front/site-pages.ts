import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import inject from "light-my-request";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { llmsFullPath } from "../../contract/addresses.ts";
import { operationSlugs } from "../../contract/operations.ts";
import { signInPath } from "../../domain/access/return-path.ts";
import { findNearestEntries } from "../../domain/catalog/rank.ts";
import { findListPage, readPageNumber, readSearchQuery } from "../../domain/catalog/search.ts";
import { AppError, onKind } from "../../domain/errors.ts";
import type { Locale } from "../../domain/locale.ts";
import { locales } from "../../i18n/locales.ts";
import { findPageAddress, getPathname, type PageAddress } from "../../i18n/paths.ts";
import {
  findPageOfMarkdownPath,
  findPageWantedAsMarkdown,
  hasMarkdownVersion,
  toMarkdownPath,
} from "../../i18n/twins.ts";
import { readCatalogVersion } from "../../server/catalog/entries.ts";
import { findTopicEntry, getCatalogApi } from "../../server/catalog/get-catalog-api.ts";
import { listCatalogApis } from "../../server/catalog/list-catalog-apis.ts";
import { getSiteUrl } from "../../server/env.ts";
import { readSiteNumber } from "../../server/site.ts";
import { toEtag } from "../etag.ts";
import { sendOutageAs503 } from "../request-note.ts";
import { makeHtmlCacheable } from "./finish.ts";
import { createRedirectPage, type FrontPage, sendPage, toPlainTextPage, withoutCaching } from "./page.ts";

export type NextHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const bytesMax = 64 * 1024 * 1024;
/** Lifetime of a cached page. Short, so that a faulty page does not stay for long. */
const pageLifetimeMilliseconds = 60_000;
/** Lifetime of a cached error page. Very short, because the page may soon work again. */
const errorLifetimeMilliseconds = 1_000;
const cacheControl = "public, max-age=0, s-maxage=10, stale-while-revalidate=60";

/** Maximum number of pages of each kind rendered at once. More would only delay other requests. */
const concurrentRendersMax = 4;
const createLimit = () => pLimit(concurrentRendersMax);
const rendersWaitingMax = 200;
const renderMillisecondsMax = 15_000;

/** The pages that need the framework's scripts in the browser. All others are plain. */
const formPages = ["/evaluation", "/contact"] as const;
/** Pages that are the same for everyone, whatever the query string. */
const staticPages = new Set<PageAddress["name"]>([
  "/privacy",
  "/accessibility",
  "/security",
  "/developers",
  ...formPages,
]);
/** Pages that are the same for everyone until the catalog changes. */
const catalogPages = new Set<PageAddress["name"]>([
  ...(["/", "/catalog", "/catalog/[slug]", "/changes", "/catalog/[slug]/changes"] as const),
]);

/** Error pages that exist in each language but have no public path. */
type ErrorPage = "missing" | "broken" | "unavailable" | "consent/unusable";
const errorPage = /^\/\w+\/(missing|broken|unavailable|consent\/unusable)$/;

/** Pages that are the same for everyone are finished, compressed and cached until the catalog or the site changes. */
export class SitePages {
  readonly #next: NextHandler;
  /** Separate, so that no kind of page waits for another. */
  readonly #limits = { cache: createLimit(), visitor: createLimit(), signIn: createLimit() };
  #version = 0;
  readonly #kept = new LRUCache<string, FrontPage, string>({
    maxSize: bytesMax,
    ttl: pageLifetimeMilliseconds,
    // The size includes room for the compressed copies. An error page counts only under its own path, because the
    // entries of other paths share its body.
    sizeCalculation: ({ body, status }) => (status === 200 ? Math.ceil(body.length * 1.5) : 0) + 1,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { options, context: path }) => {
      const page = await this.#renderForCache(path);
      if (page.status !== 200) options.ttl = errorLifetimeMilliseconds;
      return page;
    },
  });

  constructor(next: NextHandler) {
    this.#next = next;
  }

  /**
   * Serves pages with a language in their path, Markdown pages and the sign-in.
   * @returns false for every other request
   */
  async respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { method, url = "", headers } = incoming;
    if (method !== "GET" && method !== "HEAD") return false;
    const [path = "", search = ""] = splitQuery(url);
    const twin = path === llmsFullPath ? path : findPageWantedAsMarkdown(path, search, headers.accept);
    if (!twin && !findLocale(path) && path !== signInPath) return false;
    // Next's requests for client-side data use the path of the page, but are not for the page itself.
    const isForData = headers.rsc !== undefined;
    const kept = isForData
      ? undefined
      : await (twin
          ? this.#find(twin, new URLSearchParams(), toMarkdownPath)
          : this.#find(path, new URLSearchParams(search)));
    const page = kept ?? (await this.#renderForVisitor(url, headers));
    await sendPage(twin && page.status >= 400 ? toPlainTextPage(page) : page, incoming, outgoing, search);
    return true;
  }

  /** Returns undefined for pages that must be rendered for each request. */
  async #find(
    path: string,
    query: URLSearchParams,
    toOwnPath = (page: string) => page,
  ): Promise<FrontPage | undefined> {
    if (errorPage.test(path)) return this.#getErrorPage(404, path);
    if (path === llmsFullPath) return this.#getLlmsFullPage();
    const address = findPageAddress(path);
    if (!address) return undefined;
    const { name, locale } = address;
    const ownPath = toOwnPath(path);
    if (name === "/contact" && ownPath === path) return this.#getContactPage(path, query.get("topic"));
    if (staticPages.has(name)) return this.#getCachedPage(0, ownPath);
    if (name === "/developers/[slug]") {
      return operationSlugs.has(address.slug) ? this.#getCachedPage(0, path) : this.#getErrorPage(404, path);
    }
    const isSearch = readSearchQuery(query.getAll("search")).text !== "";
    const isComparison = name === "/catalog/[slug]/changes" && query.has("from");
    if (!catalogPages.has(name) || (isSearch && name !== "/catalog/[slug]")) return undefined;
    // Decodes the slug, so that all spellings of the path share one cache entry.
    const slug = decodeURIComponent(address.slug);
    const pathname = name === "/catalog/[slug]/changes" ? name : "/catalog/[slug]";
    const kept = slug ? getPathname({ href: { pathname, params: { slug } }, locale }) : path;
    const number = name === "/catalog" ? readPageNumber(query.getAll("page")) : 1;
    const place = toOwnPath(kept) + (number > 1 ? `?page=${number}` : "");
    try {
      if (slug && !(await getCatalogApi({ slug }).catch(onKind("not_found", () => null))))
        return await this.#replaceEntry(slug, locale, query, toOwnPath);
      // The home page renders even without the entries. Reading them first throws if they cannot be read, so that such
      // a page is not cached.
      const entries = slug ? [] : await listCatalogApis({});
      if (name === "/catalog" && !findListPage(number, entries.length)) return await this.#getErrorPage(404, path);
      this.#version = await readCatalogVersion();
      if (isSearch || isComparison) return undefined;
      return await this.#getCachedPage(this.#version, place);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // While the database is unavailable, the previous page is served.
      const key = toCacheKey(this.#version, await readSiteNumber(), place);
      const before = isSearch || isComparison ? undefined : this.#kept.peek(key, { allowStale: true });
      return before ?? (name === "/" ? undefined : this.#getNamedErrorPage("unavailable", locale, 503));
    }
  }

  async #getContactPage(path: string, given: string | null): Promise<FrontPage> {
    const toPlace = (slug: string | null) => `${path}?topic=${slug}`;
    try {
      const topic = await findTopicEntry(given);
      if (!topic) return await this.#getCachedPage(0, path);
      this.#version = await readCatalogVersion();
      return await this.#getCachedPage(this.#version, toPlace(topic.slug));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // While the database is unavailable, serve the stale page, or an uncached page without a preset topic.
      const key = toCacheKey(this.#version, await readSiteNumber(), toPlace(given));
      const before = this.#kept.peek(key, { allowStale: true });
      return before ?? withoutCaching(await this.#getCachedPage(0, path));
    }
  }

  async #getLlmsFullPage(): Promise<FrontPage> {
    try {
      this.#version = await readCatalogVersion();
      return await this.#getCachedPage(this.#version, llmsFullPath);
    } catch (error) {
      if (error instanceof AppError) return this.#getErrorPage(503, llmsFullPath);
      throw error;
    }
  }

  async #getCachedPage(version: number, place: string): Promise<FrontPage> {
    return this.#kept.forceFetch(toCacheKey(version, await readSiteNumber(), place), { context: place });
  }

  async #renderForCache(place: string): Promise<FrontPage> {
    const page = await this.#limits.cache(() => this.#requestFromNext(place, { host: new URL(getSiteUrl()).host }));
    if (page.status >= 400 && !errorPage.test(place)) return this.#getErrorPage(page.status, place);
    if (place === llmsFullPath || findPageOfMarkdownPath(place) !== undefined) return addMarkdownCacheHeaders(page);
    const address = findPageAddress(splitQuery(place)[0] ?? "");
    const { headers: given, ...finished } = finishPage(page, !formPages.some((name) => name === address?.name));
    const { "set-cookie": _, ...headers } = given;
    // The policy is cached with the page, so the entity tag covers both.
    const etag = toEtag(`${finished.body}${headers["content-security-policy"]}`);
    return { ...finished, headers: { ...headers, "cache-control": cacheControl, vary: getVaryHeader(address), etag } };
  }

  async #renderForVisitor(url: string, visitor: IncomingHttpHeaders): Promise<FrontPage> {
    const limit = splitQuery(url)[0] === signInPath ? this.#limits.signIn : this.#limits.visitor;
    if (limit.pendingCount >= rendersWaitingMax) return this.#getErrorPage(503, url);
    const { "if-none-match": _, "if-modified-since": __, range: ___, "accept-encoding": ____, ...rest } = visitor;
    const page = await limit(() => this.#requestFromNext(url, rest));
    if (isEmptyErrorPage(page)) return this.#getErrorPage(page.status, url);
    // A form also comes here, at another spelling of its path, such as with a slash at the end.
    const isKnown = findPageAddress(splitQuery(url)[0] ?? "") !== undefined;
    const isHtml = rest.rsc === undefined && String(page.headers["content-type"]).startsWith("text/html");
    return page.status === 200 && isKnown && isHtml ? finishPage(page, true) : page;
  }

  #getErrorPage(status: number, url: string): Promise<FrontPage> {
    const [path = ""] = splitQuery(url);
    const locale = findLocale(path) ?? "en";
    if (status >= 500) return this.#getNamedErrorPage(status === 503 ? "unavailable" : "broken", locale, status);
    return this.#getNamedErrorPage(
      findPageAddress(path)?.name === "/consent" ? "consent/unusable" : "missing",
      locale,
      status,
    );
  }

  async #replaceEntry(
    slug: string,
    locale: Locale,
    query: URLSearchParams,
    toOwnPath: (page: string) => string,
  ): Promise<FrontPage> {
    const entries = await listCatalogApis({});
    const lower = slug.toLowerCase();
    if (entries.some((entry) => entry.slug === lower)) {
      const path = toOwnPath(getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: lower } }, locale }));
      return createRedirectPage(query.size ? `${path}?${query}` : path);
    }
    const isBusy = this.#limits.visitor.pendingCount >= rendersWaitingMax;
    const near = isBusy ? [] : findNearestEntries(slug, entries);
    if (!near.length) return this.#getNamedErrorPage("missing", locale, 404);
    this.#version = await readCatalogVersion();
    const named = new URLSearchParams(near.map((entry) => ["near", entry.slug]));
    return this.#limits.visitor(() => this.#getNamedErrorPage("missing", locale, 404, `?${named}`));
  }

  async #getNamedErrorPage(name: ErrorPage, locale: Locale, status: number, query = ""): Promise<FrontPage> {
    const path = `/${locale}/${name}`;
    const page = withoutCaching(await this.#getCachedPage(query ? this.#version : 0, path + query));
    const retry = status === 503 ? { "retry-after": "5" } : {};
    return { ...page, status, headers: { ...page.headers, ...retry } };
  }

  async #requestFromNext(url: string, headers: IncomingHttpHeaders): Promise<FrontPage> {
    const dispatch = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      sendOutageAs503(outgoing);
      this.#next(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
    };
    const signal = AbortSignal.timeout(renderMillisecondsMax);
    const response = await inject(dispatch, { method: "GET", url, headers, signal });
    const own = Object.entries(response.headers).filter(([name]) => !framework.test(name));
    return { status: response.statusCode, headers: Object.fromEntries(own), body: response.rawPayload, encoded: {} };
  }
}

/** Makes a page that Next rendered usable for any request. `asPlain` also removes the framework's scripts and data. */
function finishPage(page: FrontPage, asPlain: boolean): FrontPage {
  const { html, policy } = makeHtmlCacheable(
    page.body.toString(),
    String(page.headers["content-security-policy"]),
    asPlain,
  );
  const headers: FrontPage["headers"] = { ...page.headers, "content-security-policy": policy };
  // Next's Link header preloads the fonts. Without it the browser requests fonts only after loading the style sheet.
  if (headers.link) headers.link = String(headers.link).replaceAll(/; nonce="[^"]*"/g, "");
  return { ...page, headers, body: Buffer.from(html) };
}

function addMarkdownCacheHeaders({ body, headers, status }: FrontPage): FrontPage {
  const own = { "cache-control": cacheControl, vary: "Accept, Accept-Encoding", etag: toEtag(body) };
  return { status, headers: { ...headers, ...own }, body, encoded: {} };
}

function getVaryHeader(address: PageAddress | undefined): string {
  return address && hasMarkdownVersion(address.name) ? "Accept, Accept-Encoding, RSC" : "Accept-Encoding, RSC";
}

function toCacheKey(version: number, siteNumber: number, place: string): string {
  return `${version} ${siteNumber} ${place}`;
}

/** Headers that are internal to Next or belong to its connection within this process. */
const framework =
  /^(x-nextjs-.*|x-middleware-.*|x-powered-by|etag|connection|date|transfer-encoding|content-length|keep-alive)$/;

const shell = Buffer.from('<!DOCTYPE html><html id="__next_error__"');

/** Returns whether Next failed to render the page: it then sends an empty page that only JavaScript fills. */
function isEmptyErrorPage({ status, body }: FrontPage): boolean {
  return status >= 400 && body.subarray(0, shell.length).equals(shell);
}

function findLocale(path: string): Locale | undefined {
  return locales.find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
}

function splitQuery(url: string): string[] {
  const at = url.indexOf("?");
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
