import { LRUCache } from "lru-cache";
import { describeRelease } from "../domain/catalog/changes/describe.ts";
import type { Release } from "../domain/catalog/changes/release.ts";
import { pickTitle } from "../domain/catalog/editor/content.ts";
import type { Locale } from "../domain/locale.ts";
import { escapeText } from "../domain/plain-text.ts";
import { getFeedPaths, getPathname, type Href } from "../i18n/paths.ts";
import { changesText } from "../i18n/texts.ts";
import { readCatalogVersion } from "../server/catalog/entries.ts";
import { getCatalogApi } from "../server/catalog/get-catalog-api.ts";
import { listCatalogApis } from "../server/catalog/list-catalog-apis.ts";
import { listReleases } from "../server/catalog/releases.ts";
import { readSite, readSiteNumber } from "../server/site.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { decodePathSegment } from "./path.ts";
import { createTextRoute } from "./well-known.ts";

const types = { atom: "application/atom+xml", json: "application/feed+json" } as const;
const feeds = [
  "/changes.atom",
  "/changes.json",
  "/catalog/[slug]/changes.atom",
  "/catalog/[slug]/changes.json",
] as const;
type FeedName = (typeof feeds)[number];

export function isFeedName(name: string): name is FeedName {
  return feeds.some((feed) => feed === name);
}

/** Feeds by version and address, because each takes the comparisons of 50 releases. */
const kept = new LRUCache<string, string, () => Promise<string>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (text) => text.length,
  ttl: 60_000,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _before, { context: write }) => write(),
});

/** `slug` must be the path segment as sent, not decoded. It is empty for the feed of the catalog. */
export function serveFeed(name: FeedName, locale: Locale, slug: string, request: ApiRequest): Promise<ApiResponse> {
  const format = name.endsWith(".atom") ? "atom" : "json";
  const write = format === "atom" ? writeAtom : writeJsonFeed;
  const route = createTextRoute("getFeed", types[format], async () => {
    const decoded = slug && decodePathSegment(slug);
    const key = [await readCatalogVersion(), await readSiteNumber(), name, locale, decoded].join(" ");
    return kept.forceFetch(key, { context: async () => write(await readFeed(locale, decoded, types[format])) });
  });
  return route(request);
}

type Item = { id: string; url: string; title: string; at: Date; html: string };
type Feed = {
  locale: Locale;
  title: string;
  author: string;
  url: string;
  home: string;
  updatedAt: Date;
  items: Item[];
};

/** @throws AppError `not_found` */
async function readFeed(locale: Locale, slug: string, type: (typeof types)[keyof typeof types]): Promise<Feed> {
  const { url: siteUrl, name: author } = await readSite();
  const text = changesText(locale);
  const entry = slug ? await getCatalogApi({ slug }) : null;
  const releases = await listReleases(entry ? { entryId: entry.id } : {});
  const changedAt = (entry ? [entry] : await listCatalogApis({})).map(({ updatedAt }) => Date.parse(updatedAt));
  const page: Href = entry ? { pathname: "/catalog/[slug]/changes", params: { slug } } : "/changes";
  return {
    locale,
    title: entry ? text("titleOf", { title: pickTitle(entry, locale) }) : `${author}: ${text("catalogTitle")}`,
    author,
    url: siteUrl + getFeedPaths(locale, slug)[type],
    home: siteUrl + getPathname({ href: page, locale }),
    updatedAt: releases[0]?.at ?? new Date(changedAt.reduce((last, at) => Math.max(last, at), 0)),
    items: releases.map((release) => toItem(release, locale, siteUrl)),
  };
}

/** Maximum changes listed for each release, because its page has more. */
const listedMax = 20;

function toItem(release: Release, locale: Locale, siteUrl: string): Item {
  const { slug, number, at } = release;
  const { title, summary, sentences } = describeRelease(release, locale, listedMax);
  const href: Href = { pathname: "/catalog/[slug]/changes", params: { slug } };
  const url = `${siteUrl}${getPathname({ href, locale })}#version-${number}`;
  const items = sentences.map((sentence) => `<li>${escapeText(sentence)}</li>`).join("");
  return { id: url, url, title: `${title}: ${summary}`, at, html: `<p>${escapeText(summary)}</p><ul>${items}</ul>` };
}

/** Writes an Atom feed (RFC 4287). */
export function writeAtom({ locale, title, author, url, home, updatedAt, items }: Feed): string {
  const entries = items.flatMap((item) => [
    "  <entry>",
    `    <id>${escapeXml(item.id)}</id>`,
    `    <title>${escapeXml(item.title)}</title>`,
    `    <link href="${escapeXml(item.url)}"/>`,
    `    <updated>${item.at.toISOString()}</updated>`,
    `    <content type="html">${escapeXml(item.html)}</content>`,
    "  </entry>",
  ]);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `  <id>${escapeXml(url)}</id>`,
    `  <title>${escapeXml(title)}</title>`,
    `  <link rel="self" type="${types.atom}" href="${escapeXml(url)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    `  <updated>${updatedAt.toISOString()}</updated>`,
    `  <author><name>${escapeXml(author)}</name></author>`,
    ...entries,
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Replaces control characters with spaces, because XML 1.0 forbids most of them, even escaped. */
function escapeXml(text: string): string {
  return escapeText(text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " "));
}

/** Writes a JSON Feed 1.1 (jsonfeed.org). */
export function writeJsonFeed({ locale, title, author, url, home, items }: Feed): string {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: home,
    feed_url: url,
    language: locale,
    authors: [{ name: author }],
    items: items.map(({ id, url: address, title: name, at, html }) => {
      return { id, url: address, title: name, content_html: html, date_published: at.toISOString() };
    }),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}
