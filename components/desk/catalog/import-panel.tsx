"use client";

import "#components/forms/without-eval.ts";
import { useRef, useState } from "react";
import { deleteDraft, writeDraft } from "#components/forms/draft-store.ts";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Field, Select } from "#components/ui/field.tsx";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import type { ImportInput, ImportReview } from "#lib/domain/catalog/editor/import.ts";
import { catalogOperations } from "#lib/domain/catalog/editor/operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useOperationForm } from "../core/desk-form.tsx";
import { useOperatorId } from "../core/operator-id.ts";
import { type ImportedDocument, ReviewForm } from "./review-form.tsx";

const initial: ImportInput = { document: "", url: "", target: "", language: "en" };

type Props = {
  entries: { slug: string; titleEn: string; titleEs: string }[];
};

export function ImportPanel({ entries }: Props) {
  const [imported, setImported] = useState<ImportedDocument | null>(null);
  const draft = { name: `desk.catalog.${useOperatorId()}.import`, storage: "session" } as const;
  if (imported) {
    return <ReviewForm imported={imported} onLeave={() => deleteDraft(draft)} onBack={() => setImported(null)} />;
  }
  const onRead = (next: ImportedDocument, values: ImportInput) => {
    // Writes the draft again: the form has deleted it, but nothing is stored yet.
    writeDraft(draft, { values, changedAt: Date.now() });
    setImported(next);
  };
  return <DocumentForm draft={draft} entries={entries} onRead={onRead} />;
}

type FormProps = Pick<Props, "entries"> & {
  draft: { name: string; storage: "session" };
  onRead: (imported: ImportedDocument, values: ImportInput) => void;
};

type Refusal = Extract<ImportReview, { fault: unknown }>;

function DocumentForm({ draft, entries, onRead }: FormProps) {
  const t = useDeskText("catalog");
  const deskLanguage = useDeskLanguage();
  const callDesk = useDeskCall();
  const refusal = useRef<Refusal>({ fault: "nothing" });
  const form = useOperationForm<ImportInput, ImportReview>({
    id: "import",
    operation: catalogOperations.reviewImport,
    fields: Object.keys(initial),
    defaultValues: initial,
    toBody: (values) => values,
    formatFault: () => {
      const { fault, line, column } = refusal.current;
      const text = t(`importFaults.${fault}`);
      return line ? t("importFaultAt", { fault: text, line, column: column ?? 1 }) : text;
    },
    draft,
    send: async (body: ImportInput) => {
      const outcome = await callDesk(catalogOperations.reviewImport, body);
      if (outcome.kind !== "done" || !("fault" in outcome.result)) return outcome;
      refusal.current = outcome.result;
      const isOfUrl = !body.document.trim() && body.url.trim();
      return { kind: "refused", faults: [{ field: isOfUrl ? "url" : "document", rule: "other" }] };
    },
    onDone: (read, values) => {
      if ("document" in read) onRead({ ...read, language: values.language }, values);
    },
  });
  return (
    <>
      <h1 className="text-2xl">{t("importTitle")}</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">{t("importIntro")}</p>
      <form {...form.props} className="max-w-3xl space-y-6 [&_textarea]:font-mono [&_textarea]:text-sm">
        <ErrorSummary title={t("importRefused")} items={form.errors} />
        <FileChoice onRead={(text) => form.setValue("document", text)} />
        <Field
          {...form.field("document")}
          as="textarea"
          rows={12}
          spellCheck={false}
          label={t("importDocument")}
          hint={t("importDocumentHint")}
        />
        <Field
          {...form.field("url")}
          type="url"
          autoComplete="off"
          label={t("importUrl")}
          optional={t("optional")}
          hint={t("importUrlHint")}
        />
        <Select
          {...form.field("target")}
          label={t("importTarget")}
          options={[
            ["", t("importNew")],
            ...entries.map(
              (entry) => [entry.slug, `${pickTitle(entry, deskLanguage) || entry.slug} (${entry.slug})`] as const,
            ),
          ]}
        />
        <Select
          {...form.field("language")}
          label={t("importLanguage")}
          options={locales.map((locale) => [locale, t(`languages.${locale}`)] as const)}
        />
        <SubmitButton form={form}>{t("importNext")}</SubmitButton>
      </form>
    </>
  );
}

/** A file button of our own, because the browser's button is in the browser's language, not the operator's. */
function FileChoice({ onRead }: { onRead: (text: string) => void }) {
  const t = useDeskText("catalog");
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <button
        type="button"
        className={buttonClass("secondary")}
        aria-describedby="document-file-hint"
        onClick={() => input.current?.click()}
      >
        {t("importFile")}
      </button>
      <span aria-live="polite" className="wrap-anywhere">
        {name}
      </span>
      <p id="document-file-hint" className="basis-full text-sm text-muted">
        {t("importFileHint")}
      </p>
      <input
        ref={input}
        id="document-file"
        type="file"
        hidden
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (!file) return;
          // Otherwise, choosing the same file again after correcting it would not fire a change event.
          currentTarget.value = "";
          setName(file.name);
          onRead(await file.text());
        }}
      />
    </div>
  );
}
