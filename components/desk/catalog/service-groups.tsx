import { Field } from "#components/ui/field.tsx";
import { type EntryFields, serviceNumbersOf } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { AddService } from "./add-service.tsx";
import { LanguagePair } from "./language-pair.tsx";

type Shown = { fields: EntryFields; errorOf: (field: string) => string | undefined };

/** A group for each service and an empty one more; the script adds others. */
export function ServiceGroups({ formId, fields, errorOf }: Shown & { formId: string }) {
  const t = adminText("catalog");
  const numbers = serviceNumbersOf(fields);
  const next = (numbers.at(-1) ?? -1) + 1;
  return (
    <section aria-labelledby="services" className="border-t border-line pt-6">
      <h2 id="services" tabIndex={-1} className="text-xl">
        {t("fields.services")}
      </h2>
      <div className="mt-4 space-y-3">
        {[...numbers, next].map((number) => (
          <ServiceGroup key={number} number={number} isNew={number === next} fields={fields} errorOf={errorOf} />
        ))}
      </div>
      <AddService formId={formId} label={t("addService")} title={t("newService")} />
    </section>
  );
}

function ServiceGroup({ number, isNew, fields, errorOf }: Shown & { number: number; isNew: boolean }) {
  const t = adminText("catalog");
  const prefix = `services.${number}.`;
  const textOf = (name: string) => fields[prefix + name] ?? "";
  const shared = (name: "id" | "operations" | "docsUrl" | "swaggerUrl") => ({
    id: prefix + name,
    label: t(`fields.${name}`),
    defaultValue: textOf(name),
    error: errorOf(prefix + name),
  });
  const name = textOf("titleEn") || textOf("titleEs") || textOf("id");
  const hasFault = ["id", "titleEn", "titleEs", "descriptionEn", "descriptionEs", "operations", "docsUrl", "swaggerUrl"]
    .map((field) => errorOf(prefix + field))
    .some(Boolean);
  return (
    <details open={isNew || hasFault} data-service={number} className="rounded-md border border-line bg-surface">
      <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
        {isNew ? t("newService") : t("service", { number: number + 1, name })}
      </summary>
      <div className="space-y-5 px-4 pt-1 pb-5">
        <p className="text-sm text-muted">{t("newServiceHint")}</p>
        <div className="max-w-xl">
          <Field {...shared("id")} hint={t("hints.id")} autoComplete="off" spellCheck={false} />
        </div>
        <LanguagePair name="title" prefix={prefix} fields={fields} errorOf={errorOf} />
        <LanguagePair name="description" as="textarea" rows={3} prefix={prefix} fields={fields} errorOf={errorOf} />
        <Field {...shared("operations")} as="textarea" rows={4} spellCheck={false} hint={t("hints.operations")} />
        <div className="grid gap-5 md:grid-cols-2">
          {(["docsUrl", "swaggerUrl"] as const).map((field) => (
            <Field key={field} {...shared(field)} type="url" optional={t("optional")} hint={t("hints.address")} />
          ))}
        </div>
      </div>
    </details>
  );
}
