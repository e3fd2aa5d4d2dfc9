"use client";

import { useFieldText, type useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Locale } from "#lib/domain/locale.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import {
  fillTemplate,
  listUnknownVariables,
  type ReplyTemplate,
  templatesPath,
  templateVariables,
  type VariableValues,
} from "#lib/domain/submissions/reply/reply-template.ts";
import { getDeskTextFor, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ConditionSelects, useConditionTexts } from "../core/condition-texts.tsx";
import { RowActions, useDeskCall } from "../core/desk-action.tsx";
import { RowForm, useDeskForm } from "../core/desk-form.tsx";

const sample = {
  name: "Lucía Hernández",
  company: "Café Volcán",
  reference: "E-12",
  booking_link: "https://example.com/booking",
};

type Props = { template: ReplyTemplate | null; operatorName: string; site: string };

export function TemplateForm({ template, operatorName, site }: Props) {
  const t = useDeskText("reply");
  const form = useDeskForm({
    id: "template-form",
    idPrefix: "template-",
    operation: replyOperations.saveTemplate,
    row: { key: "template", stored: template, listPath: templatesPath },
    defaultValues: {
      name: template?.name ?? "",
      kind: template?.kind ?? "",
      route: template?.route ?? "",
      textEn: template?.textEn ?? "",
      textEs: template?.textEs ?? "",
    },
    formatFault: ({ field, rule }): string | undefined => {
      const names = listUnknownVariables(form.getValues()[field] ?? "").map((name) => `{${name}}`);
      return rule === "other" && names.length ? t("editor.unknown", { names: names.join(", ") }) : undefined;
    },
    done: t("editor.saved"),
    problemTexts: { conflict: t("editor.conflict") },
  });
  const values = (language: Locale): VariableValues => {
    const sampleText = getDeskTextFor(language, "reply");
    const texts = { role: sampleText("sample.role"), project: sampleText("sample.project") };
    return { ...sample, ...texts, operator: operatorName, site };
  };
  const title = template ? t("editor.editLabel", { name: template.name }) : t("editor.new");
  return (
    <RowForm form={form} title={title} save={t("editor.save")}>
      <div className="grid items-end gap-4 md:grid-cols-3">
        <Field {...form.field("name")} label={t("editor.name")} required />
        <ConditionSelects form={form} names={["kind"]} any={t("editor.anyKind")} />
        <ConditionSelects form={form} names={["route"]} any={t("editor.anyRoute")} />
      </div>
      <p id="template-variables" className="text-sm text-muted">
        {t("editor.variables", { names: templateVariables.map((name) => `{${name}}`).join(" ") })}
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {(["es", "en"] as const).map((language) => (
          <TemplateText key={language} form={form} language={language} values={values(language)} />
        ))}
      </div>
    </RowForm>
  );
}

type TextProps = { form: ReturnType<typeof useForm>; language: Locale; values: VariableValues };

function TemplateText({ form, language, values }: TextProps) {
  const t = useDeskText("reply");
  const name = language === "es" ? "textEs" : "textEn";
  const text = useFieldText(form, name);
  return (
    <div className="min-w-0 space-y-2">
      <Field {...form.field(name)} as="textarea" label={t(`editor.${name}`)} lang={language} required rows={9} />
      {text.trim() !== "" && (
        <section
          aria-label={t(language === "es" ? "editor.previewEs" : "editor.previewEn")}
          lang={language}
          className="rounded-sm border border-line bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line"
        >
          {fillTemplate(text, values)}
        </section>
      )}
    </div>
  );
}

export function TemplateTable({ templates }: { templates: ReplyTemplate[] }) {
  const t = useDeskText("reply");
  const callDesk = useDeskCall();
  const { listConditions } = useConditionTexts();
  const formatDeskTime = useDeskTimeFormat();
  if (!templates.length) return <p className="text-muted">{t("editor.none")}</p>;
  const remove = ({ id, version }: ReplyTemplate) =>
    callDesk(replyOperations.removeTemplate, { template: id, version }, { done: () => t("editor.removed") });
  return (
    <Table
      caption={t("editor.listed")}
      rows={templates}
      getKey={({ id }) => String(id)}
      columns={[
        { header: t("editor.name"), isRowHeader: true, cell: ({ name }) => name },
        {
          header: t("editor.suits"),
          isLabelled: true,
          cell: (template) => listConditions(template).join(", ") || t("editor.anyKind"),
        },
        {
          header: t("editor.changed"),
          isLabelled: true,
          cell: ({ actor, at }) => t("editor.changedBy", { actor, time: formatDeskTime(at) }),
        },
        {
          header: t("editor.actions"),
          cell: (template) => (
            <span className="flex flex-wrap gap-x-4">
              <RowActions
                t={(key, values) => t(`editor.${key}`, values)}
                id={template.id}
                name={template.name}
                listPath={templatesPath}
                onRemove={() => remove(template)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}
