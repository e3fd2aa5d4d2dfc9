import { notFound } from "next/navigation";
import { Page } from "#components/site/page.tsx";
import { ConsentForm, toTokenQuery } from "#components/submissions/consent.tsx";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { findConsent } from "#lib/server/submissions/intake/consent.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/consent", "consent.title");

/** Shows a button that changes the consent. Opening the page changes nothing, because mail programs open links, too. */
export default async function ConsentPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const token = (await searchParams)[tokenParameter];
  const request = await findConsent(token, { now: new Date() });
  // lib/http/front then sends the `unusable` page, which is the same for every unusable link.
  if (!request || typeof token !== "string") notFound();
  const paths = {
    send: getPathname({ href: "/consent/send", locale }),
    privacy: getPathname({ href: "/privacy", locale }),
  };
  return (
    <Page site={await readSite()} locale={locale} href="/consent" query={toTokenQuery(token)}>
      <ConsentForm request={request} token={token} paths={paths} />
    </Page>
  );
}
