import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Developers } from "#components/site/developers.tsx";
import { Page } from "#components/site/page.tsx";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "developers" });
  return pageMetadata({ locale, href: "/developers", title: t("title"), description: t("description") });
}

export default async function DevelopersPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { url, contactEmail } = site();
  return (
    <Page site={site()} locale={locale} href="/developers">
      <Developers siteUrl={url} contactEmail={contactEmail} locale={locale} />
    </Page>
  );
}
