import { Field } from "#components/ui/field.tsx";
import type { EntryFields } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

type Props = {
  name: "title" | "description" | "useCases";
  /** Stands before the name, for the fields of a service. */
  prefix?: string;
  as?: "input" | "textarea";
  rows?: number;
  hint?: string;
  fields: EntryFields;
  errorOf: (field: string) => string | undefined;
};

const languages = [
  ["En", "en"],
  ["Es", "es"],
] as const;

/** The same text in both languages, side by side where there is room. */
export function LanguagePair({ name, prefix = "", as = "input", rows, hint, fields, errorOf }: Props) {
  const t = adminText("catalog");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {languages.map(([ending, lang]) => {
        const id = `${prefix}${name}${ending}`;
        const label = t(`fields.${name}${ending}`);
        const shared = { id, label, lang, hint, defaultValue: fields[id] ?? "", error: errorOf(id) };
        return as === "textarea" ? (
          <Field key={id} {...shared} as="textarea" rows={rows} />
        ) : (
          <Field key={id} {...shared} autoComplete="off" />
        );
      })}
    </div>
  );
}
