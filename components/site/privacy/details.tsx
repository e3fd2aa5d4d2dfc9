import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { createArticleTags } from "#components/site/article.tsx";
import type { SiteProps } from "#components/site/footer.tsx";
import { NoticeDate } from "#components/submissions/notice-date.tsx";
import type { Company } from "#lib/domain/company.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { privacyNoticeVersions } from "#lib/domain/submissions/core/promises.ts";
import { getNoticeValues, keptInBrowser } from "#lib/domain/submissions/intake/privacy-notice.ts";
import { listCollectedData, listKeptInBrowser } from "#lib/i18n/notice-texts.ts";

export function createNoticeTags({ name, contactEmail, company }: SiteProps, locale: Locale) {
  return { ...createArticleTags(contactEmail), ...getNoticeValues(name, company[locale]) };
}

export async function CollectedData() {
  const groups = listCollectedData(await getTranslations("privacy"));
  return (
    <>
      {groups.map(({ title, items }) => (
        <div key={title} className="mt-7">
          <h3 className="text-lg">{title}</h3>
          <TermList items={items} />
        </div>
      ))}
    </>
  );
}

export async function BrowserStorageList() {
  const t = await getTranslations("privacy");
  const items = listKeptInBrowser(t, keptInBrowser).map(({ term, text, time }) => ({
    term,
    text: (
      <>
        {text} <span className="block text-sm text-muted">{time}</span>
      </>
    ),
  }));
  return <TermList items={items} />;
}

export async function NoticeVersions() {
  const t = await getTranslations("privacy.versions");
  return (
    <table className="mt-5 w-full border-t border-line text-left">
      <thead>
        <tr className="border-b border-line">
          <th className="py-2.5 pr-6 font-semibold">{t("version")}</th>
          <th className="py-2.5 font-semibold">{t("change")}</th>
        </tr>
      </thead>
      <tbody>
        {privacyNoticeVersions.map((version) => (
          <tr key={version} className="border-b border-line align-top">
            <td className="py-2.5 pr-6 max-sm:[&_time]:whitespace-normal">
              <NoticeDate version={version} />
            </td>
            <td className="py-2.5">{t(`changes.${version}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Subprocessors({ company: { subprocessors } }: { company: Company }) {
  const t = useTranslations("privacy.subprocessors");
  const format = useFormatter();
  if (!subprocessors.length) return null;
  const items = subprocessors.map(({ name, url, purpose, country, since }) => {
    const date = format.dateTime(new Date(since), { dateStyle: "long", timeZone: "UTC" });
    return {
      term: name,
      text: (
        <>
          {purpose} <span className="block text-sm text-muted">{t("place", { country, date })}</span>
          {url && (
            <a className="link text-sm break-words" href={url}>
              {url}
            </a>
          )}
        </>
      ),
    };
  });
  return (
    <>
      <h3 className="mt-7 text-lg">{t("title")}</h3>
      <TermList items={items} />
    </>
  );
}

type TermsProps = { items: { term: string; text: ReactNode }[] };

function TermList({ items }: TermsProps) {
  return (
    <dl className="mt-3 border-t border-line">
      {items.map(({ term, text }) => (
        <div
          key={term}
          className="break-inside-avoid gap-x-6 border-b border-line py-2.5 sm:grid sm:grid-cols-[2fr_3fr]"
        >
          <dt className="font-semibold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
