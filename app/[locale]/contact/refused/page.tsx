import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { RefusedNotice } from "#components/submissions/refused.tsx";
import { type RefusalQuery, readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { keepQuery } from "../../../keep-query.ts";

type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<RefusalQuery> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale });
  const title = t("errors.title", { title: t("refused.title") });
  return pageMetadata({ locale, href: "/contact/refused", title, isIndexed: false });
}

export default async function ContactRefusedPage({ params, searchParams }: Props) {
  const { locale } = await params;
  const query = await searchParams;
  return (
    <Page
      site={await readSite()}
      locale={locale}
      href="/contact/refused"
      query={keepQuery(query, ...refusalParameters)}
    >
      <RefusedNotice {...readRefusal(query)} contactEmail={getSiteSettings().contactEmail} />
    </Page>
  );
}
