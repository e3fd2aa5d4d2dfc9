import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { NothingChanged, toTokenQuery } from "#components/submissions/consent.tsx";
import { type RefusalQuery, readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { keepQuery } from "../../../keep-query.ts";

type Query = RefusalQuery & { [tokenParameter]?: string | string[] };
type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale });
  const title = t("errors.title", { title: t("consent.refused.title") });
  return pageMetadata({ locale, href: "/consent/refused", title, isIndexed: false });
}

export default async function ConsentRefusedPage({ params, searchParams }: Props) {
  const { locale } = await params;
  const query = await searchParams;
  const link = toTokenQuery(query[tokenParameter]);
  const { problem } = readRefusal(query);
  const minutes = problem?.kind === "rate_limited" ? problem.minutes : undefined;
  return (
    <Page
      site={await readSite()}
      locale={locale}
      href="/consent/refused"
      query={keepQuery(query, tokenParameter, ...refusalParameters)}
    >
      <NothingChanged minutes={minutes} linkPath={link && getPathname({ href: "/consent", locale }) + link} />
    </Page>
  );
}
