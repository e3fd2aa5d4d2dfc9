"use client";

import { useRouter } from "next/navigation";
import { useFieldText } from "#components/forms/use-field-text.ts";
import { useForm } from "#components/forms/use-form.ts";
import { Field, Select } from "#components/ui/field.tsx";
import type { Locale } from "#lib/domain/locale.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import {
  fillTemplate,
  listUnknownVariables,
  type ReplyTemplate,
  templateNameMax,
  templatesPath,
  templateTextMax,
  templateVariables,
  type VariableValues,
} from "#lib/domain/submissions/reply/reply-template.ts";
import { deskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { CancelLink, formatTextFault, SubmitButton } from "../core/desk-form.tsx";
import { useNotice } from "../core/notice.tsx";

/** Values of a fictional person that are the same in both languages. */
const sample = {
  name: "Lucía Hernández",
  company: "Café Volcán",
  reference: "E-12",
  booking_link: "https://example.com/booking",
};

type Props = { template: ReplyTemplate | null; operatorName: string; site: string };

export function TemplateForm({ template, operatorName, site }: Props) {
  const t = useDeskText("reply");
  const inbox = useDeskText("inbox");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const router = useRouter();
  const form = useForm({
    id: "template-form",
    idPrefix: "template-",
    operation: replyOperations.saveTemplate,
    fields: ["name", "kind", "route", "textEn", "textEs"],
    defaultValues: {
      name: template?.name ?? "",
      kind: template?.kind ?? "",
      route: template?.route ?? "",
      textEn: template?.textEn ?? "",
      textEs: template?.textEs ?? "",
    },
    toBody: (values) => (template ? { ...values, template: template.id, version: template.version } : values),
    formatFault: (fault): string => {
      const names = listUnknownVariables(form.getValues()[fault.field] ?? "").map((name) => `{${name}}`);
      if (fault.rule === "other" && names.length) return t("editor.unknown", { names: names.join(", ") });
      return formatTextFault(inbox, fault.field === "name" ? templateNameMax : templateTextMax)(fault);
    },
    draft: { name: `desk.template.${template?.id ?? "new"}`, storage: "session" },
    send: (body) =>
      callDesk(replyOperations.saveTemplate, body as never, { texts: { conflict: t("editor.conflict") } }),
    onDone: () => {
      form.clear();
      notify({ done: t("editor.saved") });
      if (template) router.replace(templatesPath);
    },
  });
  const values = (language: Locale): VariableValues => {
    const sampleText = deskText(language, "reply");
    const texts = { role: sampleText("sample.role"), project: sampleText("sample.project") };
    return { ...sample, ...texts, operator: operatorName, site };
  };
  const title = template ? t("editor.edit", { name: template.name }) : t("editor.new");
  return (
    <form {...form.props} className="mt-10 space-y-4">
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <div className="grid items-end gap-4 md:grid-cols-3">
        <Field {...form.field("name")} label={t("editor.name")} required />
        <Select
          {...form.field("kind")}
          label={t("editor.kind")}
          options={[
            ["", t("editor.anyKind")],
            ...(["evaluation", "inquiry"] as const).map((kind) => [kind, inbox(`kind.${kind}`)] as const),
          ]}
        />
        <Select
          {...form.field("route")}
          label={inbox("routeLabel")}
          options={[
            ["", t("editor.anyRoute")],
            ...(["qualified", "review", "redirect"] as const).map((route) => [route, inbox(`route.${route}`)] as const),
          ]}
        />
      </div>
      <p id="template-variables" className="text-sm text-muted">
        {t("editor.variables", { names: templateVariables.map((name) => `{${name}}`).join(" ") })}
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {(["es", "en"] as const).map((language) => (
          <TemplateText key={language} form={form} language={language} values={values(language)} />
        ))}
      </div>
      <p className="flex flex-wrap gap-4">
        <SubmitButton form={form}>{t("editor.save")}</SubmitButton>
        {template && <CancelLink href={templatesPath} form={form} />}
      </p>
    </form>
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
