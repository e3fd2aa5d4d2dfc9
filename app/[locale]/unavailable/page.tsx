import { getTranslations } from "next-intl/server";
import { ErrorNotice, MissingPiece } from "#components/site/error-notice.tsx";
import { Page } from "#components/site/page.tsx";
import { ContactOptions } from "#components/site/reach.tsx";
import { mailTo } from "#components/ui/link-to.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";
import { readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/", "unavailable.title");

/** The page for a database outage. Must not need the database. lib/http/front/site-pages sends it with a 503. */
export default async function UnavailablePage({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("unavailable");
  const tReach = await getTranslations("reach");
  const { company, contactEmail } = await readSite();
  return (
    <Page site={await readSite()} locale={locale} href="/">
      <div className="grid items-center gap-x-16 gap-y-6 md:grid-cols-[1fr_22rem] md:py-10">
        <div className="max-md:order-last">
          <ErrorNotice texts={{ ...errorTexts[locale], title: t("title"), text: t("text") }} home={`/${locale}`} />
          <p className="max-w-prose">{t.rich("urgent", { mail: mailTo(contactEmail) })}</p>
          <ContactOptions company={company[locale]} message={tReach("hello")} className="mt-4" />
        </div>
        <MissingPiece digits="503" />
      </div>
    </Page>
  );
}
