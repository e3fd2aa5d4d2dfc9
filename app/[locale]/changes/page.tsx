import { FeedLinks, ReleaseList, SubscribeForm } from "#components/catalog/changes.tsx";
import { Page } from "#components/site/page.tsx";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { changesText } from "#lib/i18n/texts.ts";
import { listReleases } from "#lib/server/catalog/releases.ts";
import { readSite } from "#lib/server/site.ts";
import type { SitePageProps } from "../../pages.ts";

export async function generateMetadata({ params }: SitePageProps) {
  const { locale } = await params;
  const text = changesText(locale);
  return createPageMetadata({ locale, href: "/changes", title: text("catalogTitle"), description: text("intro") });
}

export default async function ChangesPage({ params }: SitePageProps) {
  const { locale } = await params;
  const text = changesText(locale);
  const site = await readSite();
  return (
    <Page site={site} locale={locale} href="/changes">
      <div className="max-w-3xl">
        <h1 className="text-3xl">{text("catalogTitle")}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{text("intro")}</p>
        <FeedLinks locale={locale} />
        <section aria-labelledby="subscribe" className="mt-8 rounded-lg border border-line p-6">
          <h2 id="subscribe" className="text-xl">
            {text("subscribe.title")}
          </h2>
          <SubscribeForm locale={locale} />
        </section>
        <ReleaseList releases={await listReleases()} locale={locale} timeZone={site.timeZone} isOfCatalog />
      </div>
    </Page>
  );
}
