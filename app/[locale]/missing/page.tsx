import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { MissingPiece } from "#components/site/missing-piece.tsx";
import { Page } from "#components/site/page.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "notFound" });
  return pageMetadata({ locale, href: "/", title: t("title"), isIndexed: false });
}

/** Sent by lib/http/front/site-pages with a 404. */
export default async function MissingPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("notFound");
  return (
    <Page site={site()} locale={locale} href="/">
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
        </div>
        <MissingPiece digits="404" />
      </div>
    </Page>
  );
}
