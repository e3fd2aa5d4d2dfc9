import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { NotFoundNotice } from "#components/site/not-found-notice.tsx";
import { Page } from "#components/site/page.tsx";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { staticLocales } from "#lib/i18n/static-locales.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export const generateStaticParams = staticLocales;

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "notFound" });
  return pageMetadata({ locale, href: "/", title: t("title"), isIndexed: false });
}

/** What lib/http/front/error-pages sends with a 404. */
export default async function MissingPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  return (
    <Page site={site()} locale={locale} href="/">
      <NotFoundNotice locale={locale} />
    </Page>
  );
}
