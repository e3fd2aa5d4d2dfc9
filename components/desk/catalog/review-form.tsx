"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { readDraft, writeDraft } from "#components/forms/draft-store.ts";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { listChanges } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle, toContent } from "#lib/domain/catalog/editor/content.ts";
import { applyChoice, applyImport, createContent, type ImportReview } from "#lib/domain/catalog/editor/import.ts";
import { catalogOperations, catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { asObject } from "#lib/domain/json.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { notifyNextPage, useNotice } from "../core/notice.tsx";
import { useOperatorId } from "../core/operator-id.ts";
import { EntryChanges } from "./changes.tsx";
import { formatFaultSummary, formatFieldFault, formatSpec, toEntryDraftPlace, toEntryValues } from "./entry-values.ts";

export type ImportedDocument = Extract<ImportReview, { document: string }> & { language: Locale };

type Props = {
  imported: ImportedDocument;
  onLeave: () => void;
  onBack: () => void;
  backText?: string;
};

export function ReviewForm({ imported, onLeave, onBack, backText }: Props) {
  const t = useDeskText("catalog");
  const { document, language, entry } = imported;
  const router = useRouter();
  const notify = useNotice();
  const [{ api, before, after, changes }] = useState(() => compareWithEntry(imported));
  const [take, setTake] = useState<string[]>(() => changes.map(({ field }) => field));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const editorDraft = toEntryDraftPlace(useOperatorId(), entry?.id);
  const [isUnsaved] = useState(() => readDraft(editorDraft) !== null);

  const leaveWithNotice = (path: string, text: string) => {
    onLeave();
    notifyNextPage({ done: text });
    router.push(path);
  };
  const form = useDeskForm<{ slug: string }>({
    id: "review",
    operation: catalogOperations.importEntry,
    defaultValues: { slug: after.slug },
    toBody: ({ slug }) => ({ document, language, slug, take, entry }),
    formatFault: (fault) => formatFieldFault(t, fault, false),
    problemTexts: { conflict: t("importConflict") },
    isLeaving: true,
    onSaved: ({ slug }) => leaveWithNotice(catalogPaths.edit(slug), t("done.imported")),
  });
  const openEditor = () => {
    const { slug = "" } = form.getValues();
    const content = applyChoice(before, api, { language, slug, take });
    const values = toEntryValues(content, formatSpec(content.spec), entry?.updatedAt);
    const isKept = writeDraft(editorDraft, { values, changedAt: Date.now() });
    if (!isKept) return notify({ done: t("importTooLarge") });
    leaveWithNotice(entry ? catalogPaths.edit(entry.slug) : catalogPaths.new, t("importedText"));
  };
  const deskLanguage = useDeskLanguage();
  const title = entry ? pickTitle(entry, deskLanguage) || entry.slug : api.title;
  // For a published entry, editing is the primary choice: importing stores a draft, which unpublishes the entry.
  const isPublished = entry?.published ?? false;
  const editorLook = isPublished ? "primary" : "secondary";
  const save = (
    <SubmitButton form={form} look={isPublished ? "secondary" : "primary"}>
      {t("saveDraft")}
    </SubmitButton>
  );
  const items = form.errors.map(({ fieldId, text }) => ({ fieldId, text: formatFaultSummary(t, fieldId, text) }));

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {t("reviewTitle")}
      </h1>
      <p className="mt-2 mb-6 max-w-prose wrap-anywhere">{t(entry ? "reviewOf" : "reviewNew", { title })}</p>
      <form {...form.props} className="max-w-4xl space-y-6">
        <ErrorSummary title={t("summaryTitle")} items={items} />
        <ImportNotes conversions={imported.conversions} unused={imported.unused} />
        {!entry && (
          <div className="max-w-xl">
            <Field
              {...form.field("slug")}
              label={t("fields.slug")}
              hint={t("hints.slug")}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
        {changes.length > 0 ? (
          <div>
            <h2 className="mb-3 text-xl">{t("changes")}</h2>
            <EntryChanges changes={changes} taken={entry ? take : undefined} onTake={setTake} />
          </div>
        ) : (
          <p>{t("reviewSame")}</p>
        )}
        {isPublished && changes.length > 0 && (
          <Callout look="accent">
            <p>{t("reviewUnpublish")}</p>
          </Callout>
        )}
        <div className="flex flex-wrap gap-4">
          {changes.length > 0 && (
            <>
              {!isPublished && save}
              {isUnsaved ? (
                <ConfirmAction
                  text={t("openEditor")}
                  look={editorLook}
                  title={t("replaceTitle")}
                  yes={t("replace")}
                  onConfirm={openEditor}
                >
                  {t("replaceText")}
                </ConfirmAction>
              ) : (
                <ActionButton text={t("openEditor")} look={editorLook} onPress={openEditor} />
              )}
              {isPublished && save}
            </>
          )}
          <ActionButton text={backText ?? t("again")} onPress={onBack} />
        </div>
      </form>
    </>
  );
}

type NotesProps = Pick<ImportedDocument, "conversions" | "unused">;

function ImportNotes({ conversions, unused: { parts, more } }: NotesProps) {
  const t = useDeskText("catalog");
  return (
    <>
      {conversions.length > 0 && (
        <Callout look="accent" title={t("converted")}>
          <ul className="list-disc pl-5">
            {conversions.map(({ kind, count }) => (
              <li key={kind}>{t(`conversions.${kind}`, { count })}</li>
            ))}
          </ul>
        </Callout>
      )}
      {parts.length > 0 && (
        <Callout look="danger" title={t("leftOut")}>
          <p className="mb-2">{t("leftOutText")}</p>
          <ul className="list-disc pl-5">
            {parts.map(({ at, reason }) => (
              <li key={`${at} ${reason}`} className="wrap-anywhere">
                <code className="font-mono text-sm">{at}</code>: {t(`leftReasons.${reason}`)}
              </li>
            ))}
            {more > 0 && <li>{t("linesMore", { count: more })}</li>}
          </ul>
        </Callout>
      )}
    </>
  );
}

/** The service has validated the document; the browser computes the changes. */
function compareWithEntry({ document, texts, language, entry }: ImportedDocument) {
  const api = { ...texts, spec: asObject(JSON.parse(document)) };
  const before = entry && toContent(entry);
  const after = applyImport(before, api, language);
  const changes = listChanges(before ?? createContent(), after).filter(({ field }) => field !== "slug");
  return { api, before, after, changes };
}

type DocumentReviewProps = {
  imported: ImportedDocument & { entry: ApiCatalogEntry };
  /** When the document's URL began to return this document. */
  since: string;
  children: ReactNode;
};

/** Publishes the document found at an entry's URL with one click, or opens it in the editor first. */
export function DocumentReview({ imported, since, children }: DocumentReviewProps) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return (
      <ReviewForm
        imported={imported}
        onLeave={() => undefined}
        onBack={() => setIsEditing(false)}
        backText={t("watch.back")}
      />
    );
  }
  const { id, updatedAt, published } = imported.entry;
  const publish = () =>
    callDesk(
      catalogOperations.publishDocument,
      { id, updatedAt, since },
      {
        done: () => t("watch.published"),
        next: ({ slug }) => catalogPaths.edit(slug),
        texts: { conflict: t("watch.conflict"), refused: t("watch.refused") },
      },
    );
  return (
    <>
      {children}
      <div className="mt-6 flex flex-wrap gap-4">
        {published && <ActionButton text={t("watch.publish")} look="primary" onPress={publish} />}
        <ActionButton text={t("watch.edit")} look="secondary" onPress={() => setIsEditing(true)} />
      </div>
    </>
  );
}
