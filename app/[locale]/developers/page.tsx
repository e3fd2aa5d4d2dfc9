import { DeveloperGuide } from "#components/site/developers.tsx";
import { Page } from "#components/site/page.tsx";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/developers", "developers.title", "developers.description");

export default async function DevelopersPage({ params }: SitePageProps) {
  const { locale } = await params;
  const { url, contactEmail } = getSiteSettings();
  return (
    <Page site={await readSite()} locale={locale} href="/developers">
      <DeveloperGuide siteUrl={url} contactEmail={contactEmail} locale={locale} />
    </Page>
  );
}
