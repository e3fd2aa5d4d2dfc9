import type { Metadata } from "next";
import type { Locale } from "#lib/domain/locale.ts";
import { type Href, pathsOf } from "./paths.ts";

type PageOf = { locale: Locale; href: Href; title: string; description?: string; isIndexed?: boolean };

const openGraphLocales: Record<Locale, string> = { en: "en_US", es: "es_MX" };

/** Title, description, canonical address, translations and Open Graph of a page. */
export function pageMetadata({ locale, href, title, description, isIndexed = true }: PageOf): Metadata {
  if (!isIndexed) return { title, robots: { index: false, follow: true } };
  const paths = pathsOf(href);
  return {
    title,
    description,
    alternates: {
      canonical: paths[locale],
      languages: { ...paths, "x-default": href === "/" ? "/" : paths.en },
    },
    openGraph: { title, description, url: paths[locale], locale: openGraphLocales[locale], type: "website" },
    twitter: { card: "summary_large_image" },
  };
}
