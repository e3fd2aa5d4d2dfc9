import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { NothingSent } from "#components/submissions/results.tsx";
import { sharedDays } from "#lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";
import { createMetadata } from "../../../../create-metadata.ts";

type Props = { params: Promise<{ locale: Locale }> };

export const generateMetadata = createMetadata("/evaluation/shared", "shared.unusable.title");

/** The page for a link to a result that does not work. lib/http/front/site-pages sends it with a 404. */
export default async function UnusableLinkPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("shared");
  return (
    <Page site={site()} locale={locale} href="/evaluation/shared">
      <NothingSent
        title={t("unusable.title")}
        text={t("unusable.text", { days: sharedDays })}
        link={{ href: getPathname({ href: "/evaluation", locale }), label: t("evaluate") }}
      />
    </Page>
  );
}
