import { cookies } from "next/headers";
import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { InquirySent, NothingSent } from "#components/submissions/outcomes.tsx";
import { outcomeParameter } from "#lib/domain/submissions/first-touch.ts";
import {
  ContactOutcome,
  findLatestOutcome,
  formatOutcomeQuery,
  outcomeCookies,
} from "#lib/domain/submissions/outcome.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";

type Props = {
  params: Promise<{ locale: Locale }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Pick<Props, "params">) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "contact" });
  return pageMetadata({ locale, href: "/contact/sent", title: t("sentTitle"), isIndexed: false });
}

export default async function SentPage({ params, searchParams }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("contact");
  const query = await searchParams;
  const kept = (await cookies()).get(outcomeCookies.contact)?.value;
  const outcome = findLatestOutcome(ContactOutcome, kept, query[outcomeParameter]);
  const contactPath = getPathname({ href: "/contact", locale });
  return (
    <Page
      site={site()}
      locale={locale}
      href="/contact/sent"
      query={outcome && query[outcomeParameter] ? formatOutcomeQuery(outcome) : ""}
    >
      {outcome ? (
        <InquirySent outcome={outcome} contactPath={contactPath} />
      ) : (
        <NothingSent title={t("title")} text={t("gone")} link={{ href: contactPath, label: t("title") }} />
      )}
    </Page>
  );
}
