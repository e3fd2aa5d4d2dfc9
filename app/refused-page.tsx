import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { RefusedNotice } from "#components/submissions/refused.tsx";
import { type RefusalQuery, readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { keepQuery } from "./keep-query.ts";

type RefusedHref = "/contact/refused" | "/evaluation/refused";
export type RefusedProps = { params: Promise<{ locale: Locale }>; searchParams: Promise<RefusalQuery> };

export function createRefusedMetadata(href: RefusedHref) {
  return async ({ params }: RefusedProps) => {
    const { locale } = await params;
    const t = await getTranslations({ locale });
    const title = t("errors.title", { title: t("refused.title") });
    return pageMetadata({ locale, href, title, isIndexed: false });
  };
}

/** Explains why one of the two forms, sent without JavaScript, was refused. */
export async function RefusedPage({ href, params, searchParams }: RefusedProps & { href: RefusedHref }) {
  const { locale } = await params;
  const query = await searchParams;
  return (
    <Page site={await readSite()} locale={locale} href={href} query={keepQuery(query, ...refusalParameters)}>
      <RefusedNotice {...readRefusal(query)} contactEmail={getSiteSettings().contactEmail} />
    </Page>
  );
}
