import { Page } from "#components/site/page.tsx";
import { NothingChanged, toTokenQuery } from "#components/submissions/consent.tsx";
import { readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { createRefusedMetadata, pickQueryString, type SitePageProps } from "../../../pages.ts";

export const generateMetadata = createRefusedMetadata("/consent/refused", "consent.refused.title");

export default async function ConsentRefusedPage({ params, searchParams }: SitePageProps) {
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
      query={pickQueryString(query, tokenParameter, ...refusalParameters)}
    >
      <NothingChanged minutes={minutes} linkPath={link && getPathname({ href: "/consent", locale }) + link} />
    </Page>
  );
}
