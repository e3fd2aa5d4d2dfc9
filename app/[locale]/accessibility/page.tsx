import { getTranslations } from "next-intl/server";
import { Article, accessibilitySections, createArticleTags, statementDate } from "#components/site/article.tsx";
import { Page } from "#components/site/page.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/accessibility", "accessibility.title", "accessibility.description");

export default async function AccessibilityPage({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("accessibility");
  const tags = createArticleTags(getSiteSettings().contactEmail);
  return (
    <Page site={await readSite()} locale={locale} href="/accessibility">
      <Article
        title={t("title")}
        version={t.rich("version", { time: () => <NoticeDate version={statementDate} /> })}
        intro={t.rich("intro", tags)}
        sections={accessibilitySections.map((id) => ({
          id,
          title: t(`sections.${id}.title`),
          text: t.rich(`sections.${id}.text`, tags),
        }))}
      />
    </Page>
  );
}
