import type { Metadata } from "next";
import { type Locale, openGraphLocales } from "./locales.ts";
import { getFeedPaths, getPathnames, type Href } from "./paths.ts";
import { getPreviewPath, previewFormat } from "./public-files.ts";
import { siteMessages } from "./texts.ts";
import { hasMarkdownVersion, toMarkdownPath } from "./twins.ts";

type PageSetup = { locale: Locale; href: Href; title: string; description?: string; isIndexed?: boolean };

export function createPageMetadata({ locale, href, title, description, isIndexed = true }: PageSetup): Metadata {
  if (!isIndexed) return { title, robots: { index: false, follow: true } };
  const paths = getPathnames(href);
  const name = typeof href === "string" ? href : href.pathname;
  return {
    title,
    description,
    alternates: {
      canonical: paths[locale],
      languages: { ...paths, "x-default": href === "/" ? "/" : paths.en },
      types: {
        ...(hasMarkdownVersion(name) ? { "text/markdown": toMarkdownPath(paths[locale]) } : {}),
        ...(/^\/(catalog|changes)/.test(name)
          ? getFeedPaths(locale, typeof href === "string" ? "" : href.params.slug)
          : {}),
      },
    },
    openGraph: {
      title,
      description,
      url: paths[locale],
      locale: openGraphLocales[locale],
      type: "website",
      images: [{ url: getPreviewPath(locale), ...previewFormat, alt: siteMessages[locale].home.preview }],
    },
    twitter: { card: "summary_large_image" },
  };
}
