import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { contentBounds } from "#lib/domain/catalog/editor/content.ts";
import type { EntryFault, EntryFields } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { FaultSummary } from "./fault-summary.tsx";
import { errorText, summaryText } from "./fault-texts.ts";
import { LanguagePair } from "./language-pair.tsx";
import { ServiceGroups } from "./service-groups.tsx";
import { UnsavedWork } from "./unsaved-work.tsx";

/** The entry that the form is of, as it is stored; none for a new one. */
export type StoredEntry = { id: number; slug: string; published: boolean };

type Props = {
  stored: StoredEntry | null;
  fields: EntryFields;
  faults: EntryFault[];
  /** The state that the fields come from. */
  updatedAt: string;
  /** What the fields are held under, when they were refused or imported. */
  held: string;
  /** Names the work of this operator in this browser. */
  storageKey: string;
};

export const entryFormId = "entry-form";

/** Everything that an entry says, both languages side by side. It works without script. */
export function EntryForm({ stored, fields, faults, updatedAt, held, storageKey }: Props) {
  const t = adminText("catalog");
  const errorOf = (field: string) => {
    const fault = faults.find((each) => each.field === field);
    return fault && errorText(fault);
  };
  const shared = (name: "slug" | "endpoints" | "docsUrl" | "swaggerUrl" | "spec") => ({
    id: name,
    label: t(`fields.${name}`),
    defaultValue: fields[name],
    error: errorOf(name),
  });
  const isDocumentShown = (fields.spec ?? "").length <= contentBounds.editedSpec;
  const items = faults.map((fault) => ({ fieldId: fault.field, text: summaryText(fault) }));
  return (
    <form
      id={entryFormId}
      method="post"
      action="/api/admin/catalog/save"
      className="max-w-6xl [&_:is(input,textarea,summary,button)]:scroll-mb-24"
      noValidate
    >
      {items.length > 0 && <FaultSummary title={t("summaryTitle")} items={items} />}
      <UnsavedWork
        formId={entryFormId}
        storageKey={storageKey}
        texts={{ restored: t("restored"), discard: t("discard") }}
      />
      {stored && <input type="hidden" name="id" value={stored.id} />}
      {stored && <input type="hidden" name="storedSlug" value={stored.slug} />}
      {stored?.published && <input type="hidden" name="published" value="yes" />}
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <input type="hidden" name="form" value={held} />
      <div className="space-y-6">
        <div className="max-w-xl">
          <Field
            {...shared("slug")}
            required
            autoComplete="off"
            spellCheck={false}
            hint={stored?.published ? t("hints.slugPublished") : t("hints.slug")}
          />
        </div>
        <h2 className="border-t border-line pt-6 text-xl">{t("texts")}</h2>
        <LanguagePair name="title" fields={fields} errorOf={errorOf} />
        <LanguagePair name="description" as="textarea" rows={6} fields={fields} errorOf={errorOf} />
        <LanguagePair
          name="useCases"
          as="textarea"
          rows={6}
          hint={t("hints.lines")}
          fields={fields}
          errorOf={errorOf}
        />
        <ServiceGroups formId={entryFormId} fields={fields} errorOf={errorOf} />
        <h2 className="border-t border-line pt-6 text-xl">{t("technical")}</h2>
        <Field {...shared("endpoints")} as="textarea" rows={8} spellCheck={false} hint={t("hints.endpoints")} />
        <div className="grid gap-6 md:grid-cols-2">
          {(["docsUrl", "swaggerUrl"] as const).map((name) => (
            <Field key={name} {...shared(name)} type="url" optional={t("optional")} hint={t("hints.address")} />
          ))}
        </div>
        {isDocumentShown ? (
          <Field {...shared("spec")} as="textarea" rows={20} spellCheck={false} hint={t("hints.spec")} />
        ) : (
          <div>
            <h3 id="spec" tabIndex={-1} className="text-lg">
              {t("fields.spec")}
            </h3>
            <p>{t("documentTooLong", { size: fields.spec?.length ?? 0 })}</p>
            {errorOf("spec") && <p className="font-medium text-danger">{errorOf("spec")}</p>}
          </div>
        )}
      </div>
      <p className="sticky bottom-0 mt-6 border-t border-line bg-paper py-3">
        <button type="submit" className={buttonClass()}>
          {stored ? (stored.published ? t("savePublished") : t("save")) : t("create")}
        </button>
      </p>
    </form>
  );
}
