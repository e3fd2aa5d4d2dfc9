import type { Metadata } from "next";
import en from "#messages/en/site.json";
import es from "#messages/es/site.json";
import type { Locale } from "./locales.ts";
import { getPathnames, type Href } from "./paths.ts";
import { previewFormat, previewPaths } from "./public-files.ts";
import { hasTwin, toTwinPath } from "./twins.ts";

type PageSetup = { locale: Locale; href: Href; title: string; description?: string; isIndexed?: boolean };

const openGraphLocales: Record<Locale, string> = { en: "en_US", es: "es_MX" };

const previewTexts: Record<Locale, string> = { en: en.home.headline, es: es.home.headline };

export function pageMetadata({ locale, href, title, description, isIndexed = true }: PageSetup): Metadata {
  if (!isIndexed) return { title, robots: { index: false, follow: true } };
  const paths = getPathnames(href);
  return {
    title,
    description,
    alternates: {
      canonical: paths[locale],
      languages: { ...paths, "x-default": href === "/" ? "/" : paths.en },
      types: hasTwin(typeof href === "string" ? href : href.pathname)
        ? { "text/markdown": toTwinPath(paths[locale]) }
        : {},
    },
    openGraph: {
      title,
      description,
      url: paths[locale],
      locale: openGraphLocales[locale],
      type: "website",
      images: [{ url: previewPaths[locale], ...previewFormat, alt: previewTexts[locale] }],
    },
    twitter: { card: "summary_large_image" },
  };
}
