import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Article, articleTags } from "#components/site/article.tsx";
import { Page } from "#components/site/page.tsx";
import { accessibilitySections, statementDate } from "#components/site/statement.ts";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "accessibility" });
  return pageMetadata({ locale, href: "/accessibility", title: t("title"), description: t("description") });
}

export default async function AccessibilityPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("accessibility");
  const tags = articleTags(site().contactEmail);
  return (
    <Page site={site()} locale={locale} href="/accessibility">
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
