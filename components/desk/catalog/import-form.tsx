import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Locale, locales } from "#lib/domain/locale.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { DocumentFile } from "./document-file.tsx";

type Props = {
  /** The entries to import into. */
  entries: { slug: string; titleEn: string; titleEs: string }[];
  typed: { document: string; url: string; target: string; language: Locale };
  error: string | undefined;
  /** Whether it is the address that was refused. */
  isOfUrl: boolean;
};

/** Where the document comes from and what it is for. */
export function ImportForm({ entries, typed, error, isOfUrl }: Props) {
  const t = adminText("catalog");
  return (
    <form method="post" action="/api/admin/catalog/import" className="max-w-3xl space-y-6" noValidate>
      <DocumentFile into="document" label={t("importFile")} hint={t("importFileHint")} />
      <Field
        id="document"
        as="textarea"
        rows={12}
        spellCheck={false}
        label={t("importDocument")}
        hint={t("importDocumentHint")}
        defaultValue={typed.document}
        error={isOfUrl ? undefined : error}
      />
      <Field
        id="url"
        type="url"
        autoComplete="off"
        label={t("importUrl")}
        optional={t("optional")}
        hint={t("importUrlHint")}
        defaultValue={typed.url}
        error={isOfUrl ? error : undefined}
      />
      <Select
        name="target"
        label={t("importTarget")}
        defaultValue={typed.target}
        options={[
          ["", t("importNew")],
          ...entries.map(({ slug, titleEn, titleEs }) => [slug, `${titleEn || titleEs || slug} (${slug})`] as const),
        ]}
      />
      <Select
        name="language"
        label={t("importLanguage")}
        defaultValue={typed.language}
        options={locales.map((locale) => [locale, t(`languages.${locale}`)] as const)}
      />
      <button type="submit" className={buttonClass()}>
        {t("importNext")}
      </button>
    </form>
  );
}
