import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { UnusableLink } from "#components/submissions/consent.tsx";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "consent" });
  return pageMetadata({ locale, href: "/consent", title: t("unusable.title"), isIndexed: false });
}

/** lib/http/front/site-pages sends this page with a 404. */
export default async function UnusableLinkPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  return (
    <Page site={site()} locale={locale} href="/consent">
      <UnusableLink contactEmail={site().contactEmail} contactPath={getPathname({ href: "/contact", locale })} />
    </Page>
  );
}
