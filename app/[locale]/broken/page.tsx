import { ErrorNotice, MissingPiece } from "#components/site/error-notice.tsx";
import { Page } from "#components/site/page.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { readSite } from "#lib/server/site.ts";
import type { SitePageProps } from "../../pages.ts";

export async function generateMetadata({ params }: SitePageProps) {
  const { locale } = await params;
  return createPageMetadata({ locale, href: "/", title: errorTexts[locale].title, isIndexed: false });
}

/** The page for an internal error. lib/http/front/site-pages sends it with a 500. */
export default async function BrokenPage({ params }: SitePageProps) {
  const { locale } = await params;
  return (
    <Page site={await readSite()} locale={locale} href="/">
      <div className="grid items-center gap-x-16 gap-y-6 md:grid-cols-[1fr_22rem] md:py-10">
        <div className="max-md:order-last">
          <ErrorNotice texts={errorTexts[locale]} home={`/${locale}`} />
        </div>
        <MissingPiece digits="500" />
      </div>
    </Page>
  );
}
