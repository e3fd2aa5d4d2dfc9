import { ChangeList } from "#components/catalog/changes.tsx";
import { EntryChanges } from "#components/desk/catalog/changes.tsx";
import { DocumentReview } from "#components/desk/catalog/review-form.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { describeChangeCounts } from "#lib/domain/catalog/changes/describe.ts";
import { listChanges } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle, toContent } from "#lib/domain/catalog/editor/content.ts";
import { applyDocument } from "#lib/domain/catalog/editor/import.ts";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { toApiReference } from "#lib/domain/catalog/reference/reference.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { readDocument } from "#lib/server/catalog/read-document.ts";
import { findWatch } from "#lib/server/catalog/watch.ts";
import { type DeskPageProps, orNotFound } from "../../../../pages.ts";
import { getDeskLanguage, requirePageOperator } from "../../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("watch.title"));

export default async function DocumentPage({ params }: DeskPageProps<{ slug: string }>) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const locale = await getDeskLanguage();
  const slug = decodeURIComponent((await params).slug);
  const entry = await orNotFound(() => getDraft({ slug }, { operator }));
  const watch = await findWatch({ entryId: entry.id }, { operator });
  const read = watch?.draft ? await readDocument(JSON.stringify(watch.draft)) : null;
  const openapi = read && "openapi" in read && !("fault" in read.openapi) ? read.openapi : null;
  const back = { href: catalogPaths.edit(entry.slug), text: t("toEditor") };
  const title = `${pickTitle(entry, locale) || t("untitled")}: ${t("watch.title")}`;
  if (!watch?.comparison || !watch.unchangedAt || !openapi || !read || !("json" in read)) {
    return (
      <Desk operator={operator} current="catalog" back={back} title={title}>
        <p>{t("watch.gone")}</p>
      </Desk>
    );
  }
  const { spec, ...texts } = openapi.api;
  const content = toContent(entry);
  const language = toApiReference(spec, entry.services)?.language ?? "en";
  const imported = { document: read.json, texts, conversions: [], unused: openapi.unused, entry, language };
  return (
    <Desk operator={operator} current="catalog" back={back}>
      <DocumentReview imported={imported} since={watch.unchangedAt.toISOString()}>
        <div className="max-w-4xl">
          <h1 className="text-2xl wrap-anywhere">{title}</h1>
          <p className="mt-2 mb-6 max-w-prose">{t(entry.published ? "watch.intro" : "watch.operatorDraft")}</p>
          <h2 className="text-xl">{t("watch.what")}</h2>
          <p className="mt-1">{describeChangeCounts(watch.comparison, locale)}</p>
          <ChangeList comparison={watch.comparison} locale={locale} />
          <h2 className="mt-8 mb-3 text-xl">{t("changes")}</h2>
          <EntryChanges changes={listChanges(content, applyDocument(content, openapi.api))} />
        </div>
      </DocumentReview>
    </Desk>
  );
}
