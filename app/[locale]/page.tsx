import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { Cases, Clients, Team, toCompanyData } from "#components/site/home/company.tsx";
import { Glimpse } from "#components/site/home/glimpse.tsx";
import { Hero } from "#components/site/home/hero.tsx";
import { NextSteps, WaysIn, Who } from "#components/site/home/sections.tsx";
import { Page } from "#components/site/page.tsx";
import { DataBlock } from "#components/ui/data-block.tsx";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { publicFiles } from "#lib/i18n/public-files.ts";
import { site } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { listPublishedEntries } from "../published-entries.ts";

type Props = { params: Promise<{ locale: Locale }> };

const shownEntriesMax = 4;

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "home" });
  const metadata = pageMetadata({ locale, href: "/", title: t("title"), description: t("description") });
  // Adds the site's name here, because a layout's title template does not apply to the page beside it.
  return { ...metadata, title: `${t("title")} · ${site().name}` };
}

export default async function HomePage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const replyTime = getReplyTime(locale);
  const entries = await listPublishedEntries();
  const company = site().company[locale];
  return (
    <Page site={site()} locale={locale} href="/" isWide>
      <DataBlock data={toCompanyData({ site: site(), company, logoPath: publicFiles.icon512 })} />
      <Hero locale={locale} />
      <Clients company={company} />
      <Who />
      <Cases company={company} />
      {entries.length > 0 && (
        <Glimpse locale={locale} entries={entries.slice(0, shownEntriesMax)} total={entries.length} />
      )}
      <NextSteps replyTime={replyTime} />
      <Team company={company} />
      <WaysIn locale={locale} replyTime={replyTime} company={company} />
      <ForAssistants locale={locale} siteUrl={site().url} className="page pb-16 sm:pb-24" />
    </Page>
  );
}
