import { getTranslations } from "next-intl/server";
import { Article, createArticleTags, securitySections, statementDate } from "#components/site/article.tsx";
import { Page } from "#components/site/page.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import { linkTo } from "#components/ui/link-to.tsx";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

export const generateMetadata = createMetadata("/security", "security.title", "security.description");

export default async function SecurityPage({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("security");
  const { contactEmail, company } = await readSite();
  const privacy = linkTo(getPathname({ href: "/privacy", locale }));
  const tags = { ...createArticleTags(contactEmail), privacy };
  const sections = securitySections.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    text: t.rich(`sections.${id}.text`, tags),
  }));
  const { policies } = company[locale];
  return (
    <Page site={await readSite()} locale={locale} href="/security">
      <Article
        title={t("title")}
        version={t.rich("version", { time: () => <NoticeDate version={statementDate} /> })}
        intro={t.rich("intro", tags)}
        sections={policies.length ? [...sections, toPolicySection(t("sections.policies.title"), policies)] : sections}
      />
    </Page>
  );
}

function toPolicySection(title: string, policies: { title: string; url: string }[]) {
  const links = policies.map((policy) => (
    <li key={policy.url}>
      <a className="link" href={policy.url}>
        {policy.title}
      </a>
    </li>
  ));
  return { id: "policies", title, text: <ul className="space-y-1.5">{links}</ul> };
}
