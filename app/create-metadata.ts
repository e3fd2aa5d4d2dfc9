import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import type { Href } from "#lib/i18n/paths.ts";
import type { SitePageProps } from "./page-props.ts";

type Key = Parameters<ReturnType<typeof useTranslations<never>>>[0];
/** A page without a description is not indexed. */
export function createMetadata(href: Href, title: Key, description?: Key) {
  return async ({ params }: SitePageProps) => {
    const { locale } = await params;
    const t = await getTranslations({ locale });
    const texts = { title: t(title), description: description && t(description) };
    return pageMetadata({ locale, href, ...texts, isIndexed: description !== undefined });
  };
}

export function createRefusedMetadata(href: Href, title: Key) {
  return async ({ params }: SitePageProps) => {
    const { locale } = await params;
    const t = await getTranslations({ locale });
    return pageMetadata({ locale, href, title: t("errors.title", { title: t(title) }), isIndexed: false });
  };
}
