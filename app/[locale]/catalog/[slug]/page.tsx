import { getTranslations } from "next-intl/server";
import { DocumentNote } from "#components/catalog/changes.tsx";
import { Entry, toEntryStructuredData } from "#components/catalog/entry.tsx";
import { entryHref } from "#components/catalog/paths.ts";
import { Page } from "#components/site/page.tsx";
import { DataBlock } from "#components/ui/data-block.tsx";
import { findDeprecation } from "#lib/domain/catalog/changes/document-state.ts";
import { shortenText } from "#lib/domain/catalog/matches.ts";
import { listMarkedWords } from "#lib/domain/catalog/rank.ts";
import { localizeEntry } from "#lib/domain/catalog/schema.ts";
import { readSearchQuery } from "#lib/domain/catalog/search.ts";
import { listSignificantWords } from "#lib/domain/catalog/search-words.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { toPlainText } from "#lib/markdown/write.ts";
import { findDocumentState } from "#lib/server/catalog/watch.ts";
import { readSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { getEntry, type SitePageProps } from "../../../pages.ts";

type Props = SitePageProps<{ slug: string }>;

const descriptionMax = 155;

export async function generateMetadata({ params }: Props) {
  const { locale, slug } = await params;
  const entry = await getEntry(slug);
  const { title, description } = localizeEntry(entry, locale);
  return createPageMetadata({
    locale,
    href: entryHref(entry.slug),
    title,
    description: shortenText(toPlainText(description), descriptionMax),
  });
}

export default async function EntryPage({ params, searchParams }: Props) {
  const { locale, slug } = await params;
  const entry = await getEntry(slug);
  const t = await getTranslations("catalog");
  const site = await readSite();
  const known = { state: await findDocumentState(entry), deprecation: findDeprecation(entry) };
  const { text } = readSearchQuery((await searchParams).search);
  const query = { text, words: listMarkedWords(entry, listSignificantWords(text)) };
  return (
    <Page site={site} locale={locale} href={entryHref(entry.slug)}>
      <Entry
        entry={entry}
        locale={locale}
        query={query}
        replyTime={getReplyTime(locale)}
        note={<DocumentNote {...known} slug={entry.slug} locale={locale} timeZone={site.timeZone} />}
      />
      <DataBlock data={toEntryStructuredData({ entry, locale, site, catalogTitle: t("title") })} />
    </Page>
  );
}
