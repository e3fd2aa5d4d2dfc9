import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { SearchBox } from "#components/catalog/entry-list.tsx";
import { catalogPath, entryPath } from "#components/catalog/paths.ts";
import { MissingPiece } from "#components/site/error-notice.tsx";
import { Page } from "#components/site/page.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { localizeEntry } from "#lib/domain/catalog/schema.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { createMetadata, listPublishedEntries, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/", "notFound.title");

/** The page for an unknown path. lib/http/front/site-pages sends it with a 404. */
export default async function MissingPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("notFound");
  const near = [(await searchParams).near ?? []].flat();
  return (
    <Page site={await readSite()} locale={locale} href="/">
      <div className="grid items-center gap-x-16 gap-y-12 md:grid-cols-[1fr_22rem] md:py-10">
        <div className="max-md:order-last">
          <h1 className="text-2xl">{t("title")}</h1>
          <p className="mt-4 max-w-prose">{t("text")}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a className={buttonClass()} href={getPathname({ href: "/", locale })}>
              {t("home")}
            </a>
            <a className={buttonClass("secondary")} href={getPathname({ href: "/catalog", locale })}>
              {t("catalog")}
            </a>
            <a className={buttonClass("secondary")} href={getPathname({ href: "/contact", locale })}>
              {t("contact")}
            </a>
          </div>
          {near.length > 0 && <SimilarEntries slugs={near} locale={locale} />}
          <div className="mt-10">
            <SearchBox path={catalogPath(locale)} />
          </div>
        </div>
        <MissingPiece digits="404" />
      </div>
    </Page>
  );
}

async function SimilarEntries({ slugs, locale }: { slugs: string[]; locale: Locale }) {
  const t = await getTranslations("notFound");
  const entries = await listPublishedEntries();
  const named = slugs.flatMap((slug) => entries.find((entry) => entry.slug === slug) ?? []);
  return (
    <section className="mt-10" aria-labelledby="near">
      <h2 id="near" className="text-lg">
        {t("near")}
      </h2>
      <ul className="mt-1">
        {named.map((entry) => (
          <li key={entry.slug}>
            <a className="link inline-block py-1.5 wrap-anywhere" href={entryPath(entry.slug, locale)}>
              {localizeEntry(entry, locale).title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
