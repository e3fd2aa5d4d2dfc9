import { EntryActions } from "#components/desk/catalog/entry-actions.tsx";
import { EntryForm } from "#components/desk/catalog/entry-form.tsx";
import { MissingTexts } from "#components/desk/catalog/missing-texts.tsx";
import { Notice } from "#components/desk/catalog/notice.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { SavedWork } from "#components/desk/catalog/saved-work.tsx";
import { StateBadge } from "#components/desk/catalog/state-badge.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Done } from "#components/desk/done.tsx";
import { toFields } from "#lib/domain/catalog/editor/fields.ts";
import { missingLanguage } from "#lib/domain/catalog/editor/missing-language.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { toContent } from "#lib/server/catalog/drafts.ts";
import { requirePageOperator } from "../../session.ts";
import { shownForm } from "../held-entry.ts";
import { type DeskQuery, lastOf } from "../query.ts";
import { storageKeyOf } from "../storage-key.ts";
import { storedEntry } from "../stored-entry.ts";
import { FormNotice } from "./form-notice.tsx";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<DeskQuery> };

const outcomes = ["created", "saved", "published", "unpublished", "imported"] as const;

export function generateMetadata() {
  return { title: adminText("catalog")("entry") };
}

export default async function EditEntryPage({ params, searchParams }: Props) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const entry = await storedEntry(operator, (await params).slug);
  const query = await searchParams;
  const content = toContent(entry);
  const form = await shownForm(operator, query, entry, toFields(content));
  const done = outcomes.find((outcome) => outcome === lastOf(query.done));
  const missing = missingLanguage(entry);
  // Whoever has seen what the other one stored may replace it; what was typed over an older state may not.
  const isSeen = !form.held || form.problem === "conflict";
  return (
    <Desk operator={operator} current="catalog">
      {done && <SavedWork storageKeys={[storageKeyOf(operator, entry.slug), storageKeyOf(operator)]} />}
      <p className="mb-2">
        <a className="link" href={catalogPaths.list}>
          {t("back")}
        </a>
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl wrap-anywhere">{entry.titleEn || entry.titleEs || t("untitled")}</h1>
        <StateBadge isPublished={entry.published} />
        <p className="text-sm text-muted">
          <span className="sr-only">{t("updated")}: </span>
          <time dateTime={entry.updatedAt}>{deskTime(new Date(entry.updatedAt))}</time>
        </p>
      </div>
      <EntryActions entry={entry} />
      {done && <Done>{t(`done.${done}`)}</Done>}
      <FormNotice form={form} content={content} problem={query.problem} entry={entry} />
      {missing.length > 0 && (
        <Notice look="note" title={t("missingTitle")}>
          <MissingTexts missing={missing} />
        </Notice>
      )}
      <EntryForm
        stored={entry}
        fields={form.fields}
        faults={form.faults}
        updatedAt={isSeen ? entry.updatedAt : (form.fields.updatedAt ?? "")}
        held={form.held}
        storageKey={storageKeyOf(operator, entry.slug)}
      />
    </Desk>
  );
}
