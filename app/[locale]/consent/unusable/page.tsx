import { Page } from "#components/site/page.tsx";
import { UnusableLink } from "#components/submissions/consent.tsx";
import { getPathname } from "#lib/i18n/paths.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../../pages.ts";

export const generateMetadata = createMetadata("/consent", "consent.unusable.title");

/** The page for an unusable consent link. lib/http/front/site-pages sends it with a 404. */
export default async function UnusableLinkPage({ params }: SitePageProps) {
  const { locale } = await params;
  return (
    <Page site={await readSite()} locale={locale} href="/consent">
      <UnusableLink
        contactEmail={getSiteSettings().contactEmail}
        contactPath={getPathname({ href: "/contact", locale })}
      />
    </Page>
  );
}
