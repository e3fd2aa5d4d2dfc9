import { expect, type Page } from "@playwright/test";
import { getPathnames, type Href } from "../../lib/i18n/paths.ts";
import { locales, test, texts } from "../support/site.ts";
import { indexedPages } from "../support/site-pages.ts";

const entry = { pathname: "/catalog/[slug]", params: { slug: "receipts-validation" } } as const;
const indexed: Href[] = [...indexedPages, entry];
const unindexed: Href[] = [
  ...(["/evaluation/result", "/evaluation/refused", "/contact/sent", "/contact/refused"] as const),
  ...(["/consent/refused", "/consent/done", "/changes/subscription"] as const),
];

/** Reads the path of one of our URLs. The shared app listens on 127.0.0.1, but its URLs say localhost. */
function requireOwnPath(address: string): string {
  const { origin, pathname } = new URL(address);
  expect(origin).toBe(process.env.E2E_URL?.replace("127.0.0.1", "localhost"));
  return pathname;
}

/** Reads a page's head from its HTML without opening it. `parser` is any open page, for its DOMParser. */
async function readHead(parser: Page, path: string) {
  const html = await (await fetch(`${process.env.E2E_URL}${path}`)).text();
  return parser.evaluate((text) => {
    const { head, title, documentElement } = new DOMParser().parseFromString(text, "text/html");
    const all = (selector: string) => [...head.querySelectorAll(selector)];
    const links = (selector: string) => [...head.querySelectorAll<HTMLLinkElement>(selector)];
    const named = (name: string) =>
      all(`meta[name="${name}"], meta[property="${name}"]`).map((meta) => meta.getAttribute("content"));
    return {
      lang: documentElement.lang,
      title,
      canonical: links('link[rel="canonical"]').map(({ href }) => href),
      alternates: links('link[rel="alternate"][hreflang]').map(({ hreflang, href }) => [hreflang, href]),
      description: named("description"),
      robots: named("robots"),
      picture: named("og:image"),
      openGraph: ["og:title", "og:description", "og:url", "og:locale", "og:type", "og:image:alt"].map(named),
      card: named("twitter:card"),
    };
  }, html);
}

test("gives each page its own title and description, and links its translation", async ({ page }) => {
  const seen: { title: string; description: unknown }[] = [];
  for (const href of indexed) {
    const paths = getPathnames(href);
    const heads = { en: await readHead(page, paths.en), es: await readHead(page, paths.es) };
    for (const locale of locales) {
      const { lang, title, canonical, alternates, description, picture, openGraph, card } = heads[locale];
      expect(lang).toBe(locale);
      expect(title).toMatch(/^.{3,} · Encaje$/);
      expect(description).toHaveLength(1);
      expect(description[0]?.length).toBeGreaterThan(30);
      expect(canonical.map(requireOwnPath)).toEqual([paths[locale]]);
      expect(picture.map((address) => requireOwnPath(address ?? ""))).toEqual([expect.stringMatching(/\.png$/)]);
      const named = Object.fromEntries(
        alternates.map(([language = "", address = ""]) => [language, requireOwnPath(address)]),
      );
      expect(named).toEqual({ ...paths, "x-default": href === "/" ? "/" : paths.en });
      expect(openGraph.map(([content]) => content)).toEqual([
        expect.stringMatching(/./),
        description[0],
        canonical[0],
        { en: "en_US", es: "es_MX" }[locale],
        "website",
        texts[locale]("home.preview"),
      ]);
      expect(card).toEqual(["summary_large_image"]);
      seen.push({ title: `${lang} ${title}`, description: description[0] });
    }
    expect(heads.en.alternates).toEqual(heads.es.alternates);
  }
  expect(new Set(seen.map(({ title }) => title)).size).toBe(seen.length);
  expect(new Set(seen.map(({ description }) => description)).size).toBe(seen.length);
});

test("forbids indexing of pages that show a person's own input", async ({ page }) => {
  for (const path of unindexed.flatMap((href) => Object.values(getPathnames(href)))) {
    const { robots, canonical, alternates } = await readHead(page, path);
    expect({ path, robots, canonical, alternates }).toEqual({
      path,
      robots: ["noindex, follow"],
      canonical: [],
      alternates: [],
    });
  }
});

test("redirects / to the visitor's last language, else the browser's, else English", async ({ request }) => {
  for (const [headers, path] of [
    [{ cookie: "locale=es" }, "/es"],
    [{ cookie: "locale=en", "accept-language": "es-MX,es;q=0.9" }, "/en"],
    [{ "accept-language": "fr, es-GT;q=0.8, en;q=0.5" }, "/es"],
    [{ "accept-language": "de" }, "/en"],
    [{ "accept-language": "" }, "/en"],
    [{ cookie: "locale=xx" }, "/en"],
  ] as const) {
    const response = await request.get("/?utm_source=radio", {
      maxRedirects: 0,
      headers: { "accept-language": "en", ...headers },
    });
    expect(response.status()).toBe(307);
    const { pathname, search } = new URL(response.headers().location ?? "", response.url());
    expect([headers, pathname + search]).toEqual([headers, `${path}?utm_source=radio`]);
  }
});
