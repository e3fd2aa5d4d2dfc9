"use client";

import "#components/forms/without-eval.ts";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type * as z from "zod/mini";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { call } from "#lib/contract/client.ts";
import { contentBounds, pickTitle, type SaveConflict } from "#lib/domain/catalog/editor/content.ts";
import { createContent } from "#lib/domain/catalog/editor/import.ts";
import { catalogOperations, catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { useDeskFormatter, useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { SubmitButton, useOperationForm } from "../core/desk-form.tsx";
import { ConflictNotice, type ItemField, ItemGroups, type ItemsForm, RestoredDraft } from "../core/editor-parts.tsx";
import { notifyNextPage, useNotice } from "../core/notice.tsx";
import { useOperatorId } from "../core/operator-id.ts";
import {
  type EntryValues,
  emptyService,
  entryFields,
  formatFaultSummary,
  formatFieldFault,
  getControlId,
  toEditedTexts,
  toEntryDraftPlace,
  toEntryValues,
} from "./entry-values.ts";

const { saveEntry } = catalogOperations;

export type StoredEntry = {
  entry: Omit<ApiCatalogEntry, "spec">;
  /** The document as text, or `null` if it is too long to edit. */
  spec: string | null;
  specLength: number;
};

type Props = { stored: StoredEntry | null };

/** Also pass the entry's `updatedAt` as React's key, so that a saved entry mounts the form again. */
export function EntryEditor({ stored }: Props) {
  const t = useDeskText("catalog");
  const router = useRouter();
  const notify = useNotice();
  const format = useDeskFormatter();
  const [isGone, setIsGone] = useState(false);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const entry = isGone ? null : (stored?.entry ?? null);
  const isPublished = conflict?.isPublished ?? entry?.published ?? false;
  const initial = toEntryValues(stored?.entry ?? createContent(), stored?.spec ?? "", stored?.entry.updatedAt);

  const form = useOperationForm<EntryValues, z.output<typeof saveEntry.output>>({
    id: "entry-form",
    operation: saveEntry,
    fields: entryFields,
    defaultValues: initial,
    toBody: (values) => ({
      ...toEditedTexts(values),
      entry: entry && { id: entry.id, slug: entry.slug, published: entry.published, updatedAt: values.updatedAt },
      ...(conflict && { overwrites: conflict.seenAt }),
      ...(values.spec === initial.spec ? {} : { spec: values.spec }),
    }),
    formatFault: (fault) => formatFieldFault(t, fault, isPublished),
    draft: toEntryDraftPlace(useOperatorId(), stored?.entry.id),
    send: async (body) => {
      notify(null);
      const outcome = await call(saveEntry, body);
      if (outcome.kind === "done" && "conflict" in outcome.result) {
        setConflict(outcome.result.conflict);
        return { kind: "conflict" };
      }
      if (outcome.kind === "not_found") {
        setIsGone(true);
        setConflict(null);
      } else if (outcome.kind !== "done" && !(outcome.kind === "refused" && outcome.faults.length)) {
        notify({ problem: outcome });
      }
      return outcome;
    },
    onDone: (answer) => {
      if ("conflict" in answer) return;
      const { slug, updatedAt } = answer;
      const done = t(entry ? "done.saved" : "done.created");
      if (stored?.entry.slug === slug) {
        notify({ done });
        if (updatedAt === stored.entry.updatedAt) form.clear();
        return router.refresh();
      }
      notifyNextPage({ done });
      router.push(catalogPaths.edit(slug));
    },
  });
  const discard = () => {
    form.clear();
    setConflict(null);
  };
  const loadStoredEntry = ({ slug }: SaveConflict) => {
    discard();
    if (stored?.entry.slug !== slug) return router.push(catalogPaths.edit(slug));
    notify({ done: t("done.discarded") });
    router.refresh();
  };
  const errors = form.errors.map(({ fieldId, text }) => ({ fieldId, controlId: getControlId(fieldId), text }));
  const getError = (name: string) => errors.find(({ controlId }) => controlId === name)?.text;
  const field: ItemField = (name) => ({ ...form.field(name), error: getError(name) });
  const items = errors.map(({ fieldId, controlId, text }) => ({
    fieldId: controlId,
    text: formatFaultSummary(t, fieldId, text),
  }));

  return (
    <form {...form.props} className="max-w-[96rem] [&_:is(input,textarea,summary,button)]:scroll-mb-24">
      <ErrorSummary title={t("summaryTitle")} items={items} />
      {conflict && (
        <ConflictNotice
          key={conflict.seenAt}
          title={conflict.by.length ? t("conflictBy", { names: format.list(conflict.by) }) : t("conflictTitle")}
          versionsHref={catalogPaths.versions(conflict.slug)}
          onTake={() => loadStoredEntry(conflict)}
        >
          {conflict.isPublished && !entry?.published && <p>{t("conflictPublished")}</p>}
        </ConflictNotice>
      )}
      {isGone && (
        <Callout look="danger" role="alert" title={t("goneTitle")}>
          <p>{t("goneText")}</p>
        </Callout>
      )}
      <RestoredDraft isRestored={form.draft.isRestored} onDiscard={discard} />
      {/* Disables input while the form is sent, because the form is mounted again afterwards. */}
      <div className="space-y-6" inert={form.isSending}>
        <div className="max-w-xl">
          <Field
            {...field("slug")}
            label={t("fields.slug")}
            hint={isPublished ? t("hints.slugPublished") : t("hints.slug")}
            required
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <h2 className="border-t border-line pt-6 text-xl">{t("texts")}</h2>
        <BilingualFields name="title" field={field} />
        <BilingualFields name="description" rows={6} field={field} />
        <BilingualFields name="useCases" rows={6} hint={t("hints.lines")} field={field} />
        <ServiceGroups form={form} getError={getError} />
        <h2 className="border-t border-line pt-6 text-xl">{t("technical")}</h2>
        <CodeField name="endpoints" rows={8} field={field} />
        <UrlFields field={field} />
        <DocumentField field={field} typed={form.getValues().spec} stored={stored} />
      </div>
      <p className="sticky bottom-0 mt-6 border-t border-line bg-paper py-3">
        <SubmitButton form={form}>{t(entry ? (isPublished ? "savePublished" : "save") : "create")}</SubmitButton>
      </p>
    </form>
  );
}

type DocumentProps = Pick<Props, "stored"> & { field: ItemField; typed: string };

function DocumentField({ field, typed, stored }: DocumentProps) {
  const t = useDeskText("catalog");
  const { error } = field("spec");
  const size = typed ? typed.length : (stored?.specLength ?? 0);
  if (size <= contentBounds.editedSpec) return <CodeField name="spec" rows={20} field={field} />;
  return (
    <div>
      <h3 id="spec" tabIndex={-1} className="text-lg">
        {t("fields.spec")}
      </h3>
      <p>{t("documentTooLong", { size })}</p>
      {error && <p className="font-medium text-danger">{error}</p>}
    </div>
  );
}

type PairProps = {
  name: "title" | "description" | "useCases";
  /** If set, the control is a text area. */
  rows?: number;
  hint?: string;
  field: ItemField;
};

function BilingualFields({ name, rows, hint, field }: PairProps) {
  const t = useDeskText("catalog");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["En", "Es"] as const).map((ending) => {
        const label = t(`fields.${name}${ending}`);
        const shared = { ...field(`${name}${ending}`), label, lang: ending.toLowerCase(), hint };
        return rows ? (
          <Field key={ending} {...shared} as="textarea" rows={rows} />
        ) : (
          <Field key={ending} {...shared} autoComplete="off" />
        );
      })}
    </div>
  );
}

type CodeProps = { name: "endpoints" | "operations" | "spec"; rows: number; field: ItemField };

function CodeField({ name, rows, field }: CodeProps) {
  const t = useDeskText("catalog");
  const texts = { label: t(`fields.${name}`), hint: t(`hints.${name}`) };
  return <Field {...field(name)} {...texts} as="textarea" rows={rows} spellCheck={false} />;
}

function UrlFields({ field }: { field: ItemField }) {
  const t = useDeskText("catalog");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["docsUrl", "swaggerUrl"] as const).map((name) => (
        <Field
          key={name}
          {...field(name)}
          type="url"
          label={t(`fields.${name}`)}
          optional={t("optional")}
          hint={t("hints.address")}
        />
      ))}
    </div>
  );
}

type ServicesProps = { form: ItemsForm; getError: (name: string) => string | undefined };

function ServiceGroups({ form, getError }: ServicesProps) {
  const t = useDeskText("catalog");
  const language = useDeskLanguage();
  return (
    <ItemGroups
      name="services"
      form={form}
      getError={getError}
      empty={emptyService}
      nameItem={({ id = "", titleEn = "", titleEs = "" }) => pickTitle({ titleEn, titleEs }, language) || id}
      texts={{ title: t("fields.services"), add: t("addService") }}
    >
      {(field) => (
        <>
          <div className="max-w-xl">
            <Field {...field("id")} label={t("fields.id")} hint={t("hints.id")} autoComplete="off" spellCheck={false} />
          </div>
          <BilingualFields name="title" field={field} />
          <BilingualFields name="description" rows={3} field={field} />
          <div className="[&_textarea]:font-mono [&_textarea]:text-sm">
            <CodeField name="operations" rows={4} field={field} />
          </div>
          <UrlFields field={field} />
        </>
      )}
    </ItemGroups>
  );
}
