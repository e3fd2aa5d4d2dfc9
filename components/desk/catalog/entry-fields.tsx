"use client";

import { useFieldList, type useForm } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { type EntryValues, emptyService, type ServiceValues } from "./entry-values.ts";

const t = deskText("catalog");

/** The properties of a labelled field of the entry's form. */
export type EntryField = (name: string) => ReturnType<ReturnType<typeof useForm>["field"]>;

type PairProps = {
  name: "title" | "description" | "useCases";
  /** Stands before the name, for the fields of a service. */
  prefix?: string;
  as?: "input" | "textarea";
  rows?: number;
  hint?: string;
  field: EntryField;
};

/** The same text in both languages, side by side where there is room. */
export function LanguagePair({ name, prefix = "", as = "input", rows, hint, field }: PairProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["En", "Es"] as const).map((ending) => {
        const label = t(`fields.${name}${ending}`);
        const shared = { ...field(`${prefix}${name}${ending}`), label, lang: ending.toLowerCase(), hint };
        return as === "textarea" ? (
          <Field key={ending} {...shared} as="textarea" rows={rows} />
        ) : (
          <Field key={ending} {...shared} autoComplete="off" />
        );
      })}
    </div>
  );
}

/** The addresses of an entry or a service. */
export function Addresses({ prefix = "", field }: { prefix?: string; field: EntryField }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["docsUrl", "swaggerUrl"] as const).map((name) => (
        <Field
          key={name}
          {...field(prefix + name)}
          type="url"
          label={t(`fields.${name}`)}
          optional={t("optional")}
          hint={t("hints.address")}
        />
      ))}
    </div>
  );
}

type ServicesProps = { control: ReturnType<typeof useForm<EntryValues>>["control"]; field: EntryField };

/** A group of fields for each service. */
export function ServiceGroups({ control, field }: ServicesProps) {
  const { groups, append, remove } = useFieldList<ServiceValues>(control, "services");
  return (
    <section aria-labelledby="services" className="border-t border-line pt-6">
      <h2 id="services" tabIndex={-1} className="text-xl">
        {t("fields.services")}
      </h2>
      <div className="mt-4 space-y-3">
        {groups.map(({ key, values }, at) => (
          <ServiceGroup key={key} values={values} at={at} field={field} onRemove={() => remove(at)} />
        ))}
      </div>
      <button
        type="button"
        className={`${buttonClass("secondary")} mt-4`}
        onClick={() => append(emptyService, `services.${groups.length}.id`)}
      >
        {t("addService")}
      </button>
    </section>
  );
}

type GroupProps = { values: ServiceValues; at: number; field: EntryField; onRemove: () => void };

function ServiceGroup({ values, at, field, onRemove }: GroupProps) {
  const prefix = `services.${at}.`;
  const own: EntryField = (name) => {
    const value = values[name.slice(prefix.length) as keyof ServiceValues];
    return { ...field(name), defaultValue: value };
  };
  const hasError = Object.keys(emptyService).some((name) => own(prefix + name).error);
  const name = values.titleEn || values.titleEs || values.id;
  return (
    <details open={!name || hasError} className="rounded-md border border-line bg-surface">
      <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
        {name ? t("service", { number: at + 1, name }) : t("newService")}
      </summary>
      <div className="space-y-5 px-4 pt-1 pb-5">
        <div className="max-w-xl">
          <Field
            {...own(`${prefix}id`)}
            label={t("fields.id")}
            hint={t("hints.id")}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <LanguagePair name="title" prefix={prefix} field={own} />
        <LanguagePair name="description" as="textarea" rows={3} prefix={prefix} field={own} />
        <Field
          {...own(`${prefix}operations`)}
          as="textarea"
          rows={4}
          spellCheck={false}
          label={t("fields.operations")}
          hint={t("hints.operations")}
        />
        <Addresses prefix={prefix} field={own} />
        <button type="button" className={buttonClass("quiet")} onClick={onRemove}>
          {t("removeService", { number: at + 1 })}
        </button>
      </div>
    </details>
  );
}
