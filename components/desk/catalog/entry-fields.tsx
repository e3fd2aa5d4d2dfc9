"use client";

import { Field } from "#components/ui/field.tsx";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { type ItemField, ItemGroups, type ItemsForm } from "../core/editor-parts.tsx";
import { emptyService } from "./entry-values.ts";

type PairProps = {
  name: "title" | "description" | "useCases";
  /** If set, the control is a text area. */
  rows?: number;
  hint?: string;
  field: ItemField;
};

export function BilingualFields({ name, rows, hint, field }: PairProps) {
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

export function CodeField({ name, rows, field }: CodeProps) {
  const t = useDeskText("catalog");
  const texts = { label: t(`fields.${name}`), hint: t(`hints.${name}`) };
  return <Field {...field(name)} {...texts} as="textarea" rows={rows} spellCheck={false} />;
}

export function AddressFields({ field }: { field: ItemField }) {
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

/** Reads the form's values only on mount, so give it a new key when the values are replaced. */
export function ServiceGroups({ form, getError }: ServicesProps) {
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
      {(field, isNew) => (
        <>
          <div className="max-w-xl">
            <Field
              {...field("id")}
              label={t("fields.id")}
              hint={t("hints.id")}
              autoComplete="off"
              spellCheck={false}
              autoFocus={isNew}
            />
          </div>
          <BilingualFields name="title" field={field} />
          <BilingualFields name="description" rows={3} field={field} />
          <div className="[&_textarea]:font-mono [&_textarea]:text-sm">
            <CodeField name="operations" rows={4} field={field} />
          </div>
          <AddressFields field={field} />
        </>
      )}
    </ItemGroups>
  );
}
