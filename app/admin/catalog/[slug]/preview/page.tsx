import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { Entry } from "#components/catalog/entry.tsx";
import { PreviewFrame } from "#components/desk/desk.tsx";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { type DeskPageProps, orNotFound } from "../../../../pages.ts";
import { getDeskLanguage, requirePageOperator } from "../../../session.ts";

export async function generateMetadata(): Promise<Metadata> {
  await requirePageOperator();
  return { title: getDeskTextFor(await getDeskLanguage(), "catalog")("preview") };
}

/** Shows an unpublished entry as readers will see it. Here next-intl's locale is the preview language in the URL. */
export default async function EntryPreviewPage({ params }: DeskPageProps<{ slug: string }>) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const locale = toLanguage(await getLocale());
  const { slug } = await params;
  const entry = await orNotFound(() => getDraft({ slug: decodeURIComponent(slug) }, { operator }));
  // Replaces missing titles with placeholders, because they would leave empty headings.
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
    <PreviewFrame
      operator={{ id: operator.id, name: operator.name, role: operator.role }}
      current="catalog"
      path={catalogPaths.preview(entry.slug)}
      editPath={catalogPaths.edit(entry.slug)}
      language={locale}
    >
      <div className="mx-auto max-w-5xl">
        <Entry entry={titled} locale={locale} query={{ text: "", words: [] }} replyTime={getReplyTime(locale)} />
      </div>
    </PreviewFrame>
  );
}
