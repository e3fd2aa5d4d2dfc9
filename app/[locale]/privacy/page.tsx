import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Article } from "#components/site/article.tsx";
import { Page } from "#components/site/page.tsx";
import {
  BrowserStorageList,
  CollectedData,
  createNoticeTags,
  NoticeVersions,
  Subprocessors,
} from "#components/site/privacy/details.tsx";
import { CompanyIdentity } from "#components/site/reach.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import { type NoticeSection, noticeSections } from "#lib/domain/submissions/intake/privacy-notice.ts";
import { readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/privacy", "privacy.title", "privacy.description");

export default async function PrivacyPage({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("privacy");
  const { company } = await readSite();
  const tags = createNoticeTags(await readSite(), locale);
  const details: Partial<Record<NoticeSection, ReactNode>> = {
    controller: <CompanyIdentity company={company[locale]} />,
    data: <CollectedData />,
    browser: <BrowserStorageList />,
    recipients: <Subprocessors company={company[locale]} />,
    changes: <NoticeVersions />,
  };
  return (
    <Page site={await readSite()} locale={locale} href="/privacy">
      <Article
        title={t("title")}
        version={t.rich("version", { time: () => <NoticeDate /> })}
        intro={t.rich("intro", tags)}
        sections={noticeSections.map((id) => ({
          id,
          title: t(`sections.${id}.title`),
          text: (
            <>
              {t.rich(`sections.${id}.text`, tags)}
              {details[id]}
            </>
          ),
        }))}
      />
    </Page>
  );
}
