import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { ConsentDone } from "#components/submissions/consent.tsx";
import { NothingSent } from "#components/submissions/results.tsx";
import { consentChanges } from "#lib/domain/submissions/core/consent.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import type { PageQuery, SitePageProps } from "../../../pages.ts";

const parseChange = ({ done }: PageQuery) => consentChanges.find((change) => change === done);

export async function generateMetadata({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "consent" });
  const change = parseChange(await searchParams);
  // The page's title says what happened, because screen readers read it first.
  const title = change ? t(`${change}.title`) : t("title");
  return createPageMetadata({ locale, href: "/consent/done", title, isIndexed: false });
}

export default async function ConsentDonePage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("consent");
  const change = parseChange(await searchParams);
  return (
    <Page site={await readSite()} locale={locale} href="/consent/done" query={change ? `?done=${change}` : ""}>
      {change ? (
        <ConsentDone change={change} contactEmail={getSiteSettings().contactEmail} />
      ) : (
        <NothingSent
          title={t("title")}
          text={t("nothingDone")}
          link={{ href: getPathname({ href: "/", locale }), label: t("home") }}
        />
      )}
    </Page>
  );
}
