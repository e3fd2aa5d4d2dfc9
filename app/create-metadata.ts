import type { Locale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import type { Href } from "#lib/i18n/paths.ts";

type Key = Parameters<ReturnType<typeof useTranslations<never>>>[0];
type Props = { params: Promise<{ locale: Locale }> };

/** A page without a description is not indexed. */
export function createMetadata(href: Href, title: Key, description?: Key) {
  return async ({ params }: Props) => {
    const { locale } = await params;
    const t = await getTranslations({ locale });
    const texts = { title: t(title), description: description && t(description) };
    return pageMetadata({ locale, href, ...texts, isIndexed: description !== undefined });
  };
}
