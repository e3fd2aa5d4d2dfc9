import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Page } from "#components/site/page.tsx";
import { CollectedData, KeptInBrowser, Subprocessors, Versions } from "#components/site/privacy/details.tsx";
import { type SectionName, sections } from "#components/site/privacy/sections.ts";
import { Identity } from "#components/site/reach.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import type { Company } from "#lib/domain/company.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "privacy" });
  return pageMetadata({ locale, href: "/privacy", title: t("title"), description: t("description") });
}

const details: Partial<Record<SectionName, (props: { company: Company }) => ReactNode | Promise<ReactNode>>> = {
  controller: ({ company }) => <Identity company={company} className="mt-4" />,
  recipients: Subprocessors,
  data: CollectedData,
  browser: KeptInBrowser,
  changes: Versions,
};

export default async function PrivacyPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("privacy");
  const { name, contactEmail, company } = site();
  return (
    <Page site={site()} locale={locale} href="/privacy">
      <article className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] print:block">
        <header className="max-w-2xl">
          <h1 className="text-3xl font-bold tracking-tight">{t("title")}</h1>
          <p className="mt-3 mb-6 text-muted">{t.rich("version", { time: () => <NoticeDate /> })}</p>
          <NoticeText of="intro" name={name} contactEmail={contactEmail} />
        </header>
        <nav
          aria-labelledby="contents"
          className="my-10 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:my-0 print:hidden"
        >
          <div className="lg:sticky lg:top-6">
            <h2 id="contents" className="font-sans text-sm font-semibold tracking-normal text-muted">
              {t("contents")}
            </h2>
            <ol className="mt-1 text-sm">
              {sections.map((section) => (
                <li key={section}>
                  <a
                    className="inline-block py-1 text-ink decoration-accent decoration-2 underline-offset-4 hover:underline"
                    href={`#${section}`}
                  >
                    {t(`sections.${section}.title`)}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        </nav>
        <div className="max-w-2xl">
          {sections.map((section) => {
            const Details = details[section];
            return (
              <section key={section} id={section} className="mt-12" aria-labelledby={`${section}-title`}>
                <h2 id={`${section}-title`} className="mb-4 break-after-avoid text-xl">
                  {t(`sections.${section}.title`)}
                </h2>
                <NoticeText of={`sections.${section}.text`} name={name} contactEmail={contactEmail} />
                {Details && <Details company={company[locale]} />}
              </section>
            );
          })}
        </div>
      </article>
    </Page>
  );
}

type TextProps = { of: "intro" | `sections.${SectionName}.text`; name: string; contactEmail: string };

async function NoticeText({ of, name, contactEmail }: TextProps) {
  const t = await getTranslations("privacy");
  return (
    <div className="space-y-3">
      {t.rich(of, {
        name,
        mail: () => (
          <a className="link break-words" href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
        ),
        p: (text: ReactNode) => <p>{text}</p>,
        ul: (items: ReactNode) => <ul className="list-disc space-y-1.5 pl-5 marker:text-accent">{items}</ul>,
        li: (text: ReactNode) => <li>{text}</li>,
        b: (text: ReactNode) => <strong className="font-semibold">{text}</strong>,
      })}
    </div>
  );
}
