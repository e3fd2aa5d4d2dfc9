import type { Locale } from "next-intl";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { DataBlock } from "#components/ui/data-block.tsx";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { publicFiles } from "#lib/i18n/public-files.ts";
import type { SiteProps } from "../footer.tsx";
import { Cases, Clients, Questions, Quotes, Team, toCompanyData } from "./company.tsx";
import { Glimpse } from "./glimpse.tsx";
import { Hero } from "./hero.tsx";
import { NextSteps, WaysIn, Who } from "./sections.tsx";

type Props = { site: SiteProps; locale: Locale; replyTime: string; entries: ApiCatalogEntry[] };

const shownEntriesMax = 4;

export function Home({ site, locale, replyTime, entries }: Props) {
  const company = site.company[locale];
  return (
    <>
      <DataBlock data={toCompanyData({ site, company, logoPath: publicFiles.icon512 })} />
      <Hero locale={locale} company={company} />
      <Clients company={company} />
      <Who company={company} />
      <Cases company={company} />
      <Quotes company={company} />
      {entries.length > 0 && (
        <Glimpse locale={locale} entries={entries.slice(0, shownEntriesMax)} total={entries.length} />
      )}
      <NextSteps replyTime={replyTime} />
      <Team company={company} />
      <Questions company={company} />
      <WaysIn locale={locale} replyTime={replyTime} company={company} />
      <ForAssistants locale={locale} siteUrl={site.url} className="page pb-16 sm:pb-24" />
    </>
  );
}
