import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Article } from "#components/site/article.tsx";
import { Page } from "#components/site/page.tsx";
import {
  CollectedData,
  KeptInBrowser,
  noticeTags,
  Subprocessors,
  Versions,
} from "#components/site/privacy/details.tsx";
import { Identity } from "#components/site/reach.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import { type NoticeSection, noticeSections } from "#lib/domain/submissions/intake/privacy-notice.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "privacy" });
  return pageMetadata({ locale, href: "/privacy", title: t("title"), description: t("description") });
}

export default async function PrivacyPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("privacy");
  const { company } = site();
  const tags = noticeTags(site(), locale);
  const details: Partial<Record<NoticeSection, ReactNode>> = {
    controller: <Identity company={company[locale]} />,
    data: <CollectedData />,
    browser: <KeptInBrowser />,
    recipients: <Subprocessors company={company[locale]} />,
    changes: <Versions />,
  };
  return (
    <Page site={site()} locale={locale} href="/privacy">
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
