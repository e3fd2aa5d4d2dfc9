import type { Metadata } from "next";
import { hasLocale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { Entry } from "#components/catalog/entry.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { locales } from "#lib/domain/locale.ts";

import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { getReplyTime } from "#lib/server/submissions/reply-promise.ts";
import { orNotFound } from "../../../../or-not-found.ts";
import { requirePageOperator } from "../../../session.ts";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<{ language?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("catalog");
  return { title: t("preview") };
}

/** The entry as readers would see it, drafts too. */
export default async function PreviewPage({ params, searchParams }: Props) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const asked = [(await searchParams).language].flat().at(-1);
  const locale = hasLocale(locales, asked) ? asked : "en";
  setRequestLocale(locale);
  const { slug } = await params;
  const entry = await orNotFound(() => getDraft({ slug: decodeURIComponent(slug) }, { operator }));
  // Missing titles would leave empty headings.
  const titled = {
    ...entry,
    titleEn: entry.titleEn || t("untitled"),
    titleEs: entry.titleEs || t("untitled"),
    services: entry.services.map((service) => ({
      ...service,
      titleEn: service.titleEn || t("untitled"),
      titleEs: service.titleEs || t("untitled"),
    })),
  };
  return (
    <Desk operator={operator} current="catalog">
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-md bg-accent-soft px-5 py-2">
        <p>{t("previewNote")}</p>
        {locales.map((language) => (
          <a
            key={language}
            className="link py-2"
            href={catalogPaths.preview(entry.slug, language)}
            aria-current={language === locale ? "page" : undefined}
          >
            {t(`previewIn.${language}`)}
          </a>
        ))}
        <a className="link py-2" href={catalogPaths.edit(entry.slug)}>
          {t("toEditor")}
        </a>
      </div>
      <div lang={locale} className="mx-auto max-w-6xl">
        <Entry entry={titled} locale={locale} query={{ text: "", words: [] }} replyTime={getReplyTime(locale)} />
      </div>
    </Desk>
  );
}
