import { Page } from "#components/site/page.tsx";
import { RefusedNotice } from "#components/submissions/refused.tsx";
import { readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { pickQueryString, type SitePageProps } from "./pages.ts";

type RefusedHref = "/contact/refused" | "/evaluation/refused";

/** Explains why one of the two forms, sent without JavaScript, was refused. */
export async function RefusedPage({ href, params, searchParams }: SitePageProps & { href: RefusedHref }) {
  const { locale } = await params;
  const query = await searchParams;
  return (
    <Page site={await readSite()} locale={locale} href={href} query={pickQueryString(query, ...refusalParameters)}>
      <RefusedNotice {...readRefusal(query)} contactEmail={getSiteSettings().contactEmail} />
    </Page>
  );
}
