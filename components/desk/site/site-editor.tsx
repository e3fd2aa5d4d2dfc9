"use client";

import { listKeys } from "#lib/domain/json.ts";
import "#components/forms/without-eval.ts";
import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { useFieldText } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { Picture } from "#components/ui/picture.tsx";
import { fillPath } from "#lib/contract/client.ts";
import type { SiteContent } from "#lib/domain/company.ts";
import { pictureBytesMax } from "#lib/domain/picture.ts";
import { type PictureFault, pictureFaults, type SiteConflict, siteOperations } from "#lib/domain/site-operations.ts";
import { hasText, useDeskFormatter, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import texts from "#messages/en/desk/site.json";
import { toBase64 } from "../core/browser.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useOperationForm } from "../core/desk-form.tsx";
import { ConflictNotice, type ItemField, ItemGroups, type ItemsForm, RestoredDraft } from "../core/editor-parts.tsx";
import { useNotice } from "../core/notice.tsx";
import { useOperatorId } from "../core/operator-id.ts";
import { uploads } from "./site-actions.tsx";
import {
  emptyItems,
  formatSiteFault,
  formatSiteLabel,
  getItemName,
  type SitePart,
  type SiteValues,
  siteFieldNames,
  siteGroups,
  siteListNames,
  siteLists,
  toSiteBody,
  toSiteValues,
} from "./site-values.ts";

const { saveSite } = siteOperations;

type Props = { content: SiteContent; version: number };

/** Also pass the version as React's key, so that a saved version mounts the form again. */
export function SiteEditor({ content, version }: Props) {
  const t = useDeskText("site");
  const router = useRouter();
  const notify = useNotice();
  const format = useDeskFormatter();
  const callDesk = useDeskCall();
  const [conflict, setConflict] = useState<SiteConflict | null>(null);
  const form = useOperationForm<SiteValues, z.output<typeof saveSite.output>>({
    id: "site-form",
    operation: saveSite,
    fields: siteFieldNames,
    defaultValues: toSiteValues(content, version),
    toBody: (values) => ({ ...toSiteBody(values), ...(conflict && { overwrites: conflict.seen }) }),
    formatFault: (fault) => formatSiteFault(t, fault),
    draft: { name: `desk.website.${useOperatorId()}` },
    send: async (body) => {
      const outcome = await callDesk(saveSite, body, { isLeaving: true });
      if (outcome.kind !== "done" || !("conflict" in outcome.result)) return outcome;
      setConflict(outcome.result.conflict);
      return { kind: "conflict" };
    },
    onDone: (answer) => {
      notify({ done: t("done.saved") });
      if ("version" in answer && answer.version === version) form.clear();
      router.refresh();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (uploads.count) return notify({ refused: t("pictures.wait"), about: fillPath(saveSite, {}) });
    return form.props.onSubmit(event);
  };
  const discard = () => {
    form.clear();
    setConflict(null);
  };
  const loadStoredContent = () => {
    discard();
    router.refresh();
  };
  const getError = (name: string) => form.errors.find(({ fieldId }) => fieldId === name)?.text;
  const items = form.errors.map(({ fieldId, text }) => ({
    fieldId,
    text: t("faultOf", { label: formatSiteLabel(t, fieldId), fault: text }),
  }));
  return (
    <form
      {...form.props}
      onSubmit={submit}
      className="max-w-[96rem] [&_:is(input,textarea,summary,button)]:scroll-mb-24"
    >
      <ErrorSummary title={t("summaryTitle")} items={items} />
      {conflict && (
        <ConflictNotice
          key={conflict.seen}
          title={conflict.by.length ? t("conflictBy", { names: format.list(conflict.by) }) : t("conflictTitle")}
          versionsHref="/admin/site/history"
          onTake={loadStoredContent}
        />
      )}
      <RestoredDraft isRestored={form.draft.isRestored} onDiscard={discard} />
      {/* Disables input while the form is sent, because the form is mounted again afterwards. */}
      <div className="space-y-6" inert={form.isSending}>
        {listKeys(siteGroups).map((group) => (
          <section key={group} aria-labelledby={group} className="border-t border-line pt-6 first:border-0 first:pt-0">
            <h2 id={group} className="text-xl">
              {t(`groups.${group}`)}
            </h2>
            <PartFields
              form={form}
              parts={siteGroups[group]}
              field={(name) => ({ ...form.field(name), error: getError(name) })}
            />
          </section>
        ))}
        {siteListNames.map((list) => (
          <ItemGroups
            key={list}
            name={list}
            form={form}
            getError={getError}
            empty={emptyItems[list]}
            nameItem={getItemName}
            texts={{
              title: t(`lists.${list}.title`),
              hint: t(`lists.${list}.hint`),
              add: t(`lists.${list}.add`),
            }}
          >
            {(field) => <PartFields form={form} parts={siteLists[list]} field={field} />}
          </ItemGroups>
        ))}
      </div>
      <p className="sticky bottom-0 mt-6 border-t border-line bg-paper py-3">
        <SubmitButton form={form}>{t("save")}</SubmitButton>
      </p>
    </form>
  );
}

type PartsProps = { form: ItemsForm; parts: readonly SitePart[]; field: ItemField };

/** Shows both languages of a text side by side. */
function PartFields({ form, parts, field }: PartsProps) {
  const t = useDeskText("site");
  return (
    <div className="mt-4 grid items-end gap-6 md:grid-cols-2">
      {parts.flatMap(({ name, label, isBoth, isRequired, rows, type }) =>
        (isBoth ? locales : [undefined]).map((language) => {
          const text = t(`fields.${label}`);
          const { id, error, ...control } = field(language ? `${name}.${language}` : name);
          const shared = {
            id,
            error,
            label: language ? t("inLanguage", { label: text, language: t(`languages.${language}`) }) : text,
            hint: hasText(texts.hints, label) ? t(`hints.${label}`) : undefined,
            optional: isRequired ? undefined : t("optional"),
            lang: language,
          };
          const key = `${name} ${language}`;
          if (type === "picture") return <PictureField key={key} {...shared} form={form} onChange={control.onChange} />;
          return rows ? (
            <Field key={key} {...shared} {...control} as="textarea" rows={rows} />
          ) : (
            <Field key={key} {...shared} {...control} type={type} autoComplete="off" />
          );
        }),
      )}
    </div>
  );
}

type PictureProps = Pick<ComponentProps<typeof Field>, "id" | "label" | "hint" | "error" | "optional"> & {
  form: ItemsForm;
  onChange: ReturnType<ItemField>["onChange"];
};

/** Uploads a chosen file at once. The form keeps only its reference, like a text. */
function PictureField({ form, onChange, ...field }: PictureProps) {
  const t = useDeskText("site");
  const value = useFieldText(form, field.id);
  const callDesk = useDeskCall();
  const [state, setState] = useState<"adding" | "added" | "removed" | PictureFault | null>(null);
  /** The latest change of this item, which may move in the list while a file is uploaded. */
  const change = useRef<((picture: string) => unknown) | null>(null);
  useEffect(() => {
    change.current = (picture) => onChange({ target: { name: field.id, value: picture }, type: "change" });
    return () => {
      change.current = null;
    };
  });

  const uploadPicture = async (file: File): Promise<PictureFault | "added" | null> => {
    if (file.size > pictureBytesMax) return "bytes";
    const content = await toBase64(file).catch(() => "");
    if (!content) return "broken";
    const outcome = await callDesk(siteOperations.addPicture, { content }, { isLeaving: true });
    if (outcome.kind !== "done") return null;
    if ("fault" in outcome.result) return outcome.result.fault;
    change.current?.(outcome.result.picture);
    return "added";
  };
  const addChosenPicture = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file || state === "adding") return;
    setState("adding");
    uploads.count += 1;
    setState(await uploadPicture(file));
    uploads.count -= 1;
    input.value = "";
  };
  const remove = () => {
    change.current?.("");
    setState("removed");
    document.getElementById(field.id)?.focus();
  };

  return (
    <div className="md:col-span-2">
      <Field
        {...field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => void addChosenPicture(currentTarget)}
      />
      <p
        aria-live="polite"
        className={`mt-2 text-sm empty:sr-only ${pictureFaults.some((fault) => fault === state) ? "font-medium text-danger" : "text-muted"}`}
      >
        {state && t(`pictures.${state}`)}
      </p>
      {value && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
          <Picture
            file={value}
            alt=""
            sizes="160px"
            className="h-20 w-40 rounded-sm border border-line bg-surface object-contain dark:bg-ink"
          />
          <ActionButton text={t("remove")} label={t("pictures.removeOf", { label: field.label })} onPress={remove} />
        </p>
      )}
    </div>
  );
}
