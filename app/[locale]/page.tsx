import { Home } from "#components/site/home/home.tsx";
import { Page } from "#components/site/page.tsx";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { readSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { listPublishedEntries, type SitePageProps } from "../pages.ts";

export async function generateMetadata({ params }: SitePageProps) {
  const { locale } = await params;
  const { name, company } = await readSite();
  const { headline: title, lead: description } = company[locale];
  const metadata = createPageMetadata({ locale, href: "/", title, description });
  // Adds the site's name here, because a layout's title template does not apply to the page beside it.
  return { ...metadata, title: `${title} · ${name}` };
}

export default async function HomePage({ params }: SitePageProps) {
  const { locale } = await params;
  const site = await readSite();
  return (
    <Page site={site} locale={locale} href="/" isWide>
      <Home site={site} locale={locale} replyTime={getReplyTime(locale)} entries={await listPublishedEntries()} />
    </Page>
  );
}
