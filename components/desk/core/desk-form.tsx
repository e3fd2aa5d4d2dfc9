"use client";

import "#components/forms/without-eval.ts";
import { useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { type FormSetup, useFieldText, useForm } from "#components/forms/use-form.ts";
import { type ButtonLook, buttonClass } from "#components/ui/button.ts";
import { call } from "#lib/contract/client.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { listFieldFaults } from "#lib/domain/submissions/core/field-faults.ts";
import { codePointLength, type FieldFault } from "#lib/domain/text-bounds.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { isPlainClick } from "./browser.ts";
import { useDeskCall } from "./desk-action.tsx";
import { type ProblemTexts, useNotice } from "./notice.tsx";
import { useOperatorId } from "./operator-id.ts";

type FormValues = Record<string, unknown>;
type OperationSetup<Values extends FormValues, Result> = Omit<FormSetup<Values, Result>, "findFaults" | "send"> & {
  /** Its schema checks the form. */
  operation: Operation<z.ZodMiniType, z.ZodMiniType<Result>>;
  /** By default a call of the operation. */
  send?: FormSetup<Values, Result>["send"];
};

export function useOperationForm<Values extends FormValues = Record<string, string>, Result = unknown>({
  operation,
  ...setup
}: OperationSetup<Values, Result>) {
  const findFaults = (body: JsonObject) => {
    const { error } = operation.input.safeParse(body);
    return error ? listFieldFaults(error, body) : [];
  };
  return useForm<Values, Result>({ findFaults, send: (body) => call(operation, body), ...setup });
}

type OwnOption = "fields" | "toBody" | "formatFault" | "draft" | "send" | "onDone";
type Setup<Values extends FormValues, Result> = Omit<OperationSetup<Values, Result>, OwnOption> & {
  /** By default the names of `defaultValues`. */
  fields?: readonly string[];
  /** By default the values themselves. */
  toBody?: OperationSetup<Values, Result>["toBody"];
  /** Text for a fault. If it is undefined, the form shows a general text, such as for a missing or too long text. */
  formatFault?: (fault: FieldFault) => string | undefined;
  /** Name of the draft, which ends with the tab. By default, the browser stores nothing. `row` has its own name. */
  draft?: string;
  /** Text that the status line shows on success, unless the caller shows the result. */
  done?: string | ((result: Result) => string);
  problemTexts?: ProblemTexts;
  row?: EditedRow;
  /** Skips the refresh of the page, because `onSaved` leaves it. */
  isLeaving?: boolean;
  onSaved?: (result: Result, values: Values) => void;
};
export type DeskForm<Values extends FormValues = Record<string, string>> = ReturnType<typeof useForm<Values>> & {
  /** Path that closes the form without changing the row. Undefined unless a row is being changed. */
  cancelPath: string | undefined;
};

/** The row that the form adds or changes. The page's query parameter `edit` names the row to change. */
type EditedRow = {
  /** Name of the row's ID in the request. */
  key: string;
  /** Null for a new row, and for one that was removed: the form keeps what was typed and saves it as a new one. */
  stored: { id: number | string; version: number } | null;
  listPath: string;
};

/** A form that is emptied on success. The status line shows the result. */
export function useDeskForm<Result, Values extends FormValues = Record<string, string>>(
  given: Setup<Values, Result>,
): DeskForm<Values> {
  const { done, problemTexts: texts, row, isLeaving, onSaved, ...setup } = given;
  const { defaultValues = {}, fields = Object.keys(defaultValues), toBody = (values) => values } = setup;
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const router = useRouter();
  const edit = useSearchParams().get("edit");
  const stored = row?.stored;
  const operatorId = useOperatorId();
  const draft = row ? `${row.key}.${edit ?? "new"}` : setup.draft;
  const form = useOperationForm<Values, Result>({
    ...setup,
    fields,
    defaultValues,
    toBody,
    formatFault: (fault) => setup.formatFault?.(fault) ?? formatTextFault(t, fault),
    draft: draft === undefined ? null : { name: `desk.${operatorId}.${draft}`, storage: "session" },
    // A draft stores the row's version on which it is based. After a reported conflict, the newest version counts.
    ...(row && {
      fields: [...fields, "version"],
      defaultValues: { ...defaultValues, version: String(stored?.version ?? "") },
      toBody: (values: Values) => {
        const { version, ...body } = { version: "", ...toBody(values) };
        return stored ? { ...body, [row.key]: stored.id, version: Number(version) || stored.version } : body;
      },
    }),
    send: async (body) => {
      const outcome = await callDesk(setup.operation, body, { texts, isLeaving });
      if (outcome.kind === "conflict" && stored) form.setValue("version", "");
      return outcome;
    },
    onDone: (result, values) => {
      form.clear();
      if (done) notify({ done: typeof done === "string" ? done : done(result) });
      onSaved?.(result, values);
      if (edit !== null && row) router.replace(row.listPath);
    },
  });
  return { ...form, cancelPath: edit === null ? undefined : row?.listPath };
}

export function formatTextFault(t: DeskText<"inbox">, { rule, max }: FieldFault): string {
  if (rule === "required") return t("fault.required");
  return max === undefined ? t("fault.other") : t("fault.too_long", { max });
}

type CountProps = {
  form: ReturnType<typeof useForm>;
  name: string;
  /** Maximum length in code points. */
  max: number;
  /** Returns the part of the typed text that the schema counts. */
  toCounted?: (typed: string) => string;
};

export function CharacterCount({ form, name, max, toCounted = (typed) => typed }: CountProps) {
  const t = useDeskText("inbox");
  const length = codePointLength(toCounted(useFieldText(form, name)));
  const texts = { length, max };
  return (
    <p aria-live="polite" className="mt-2 text-sm text-muted">
      {length > max ? t("charactersOver", texts) : length > max * 0.9 ? t("characters", texts) : ""}
    </p>
  );
}

type SubmitProps = {
  form: Pick<DeskForm, "isReady" | "isSending">;
  look?: ButtonLook;
  children: ReactNode;
};

export function SubmitButton({ form, look, children }: SubmitProps) {
  return (
    <button type="submit" className={buttonClass(look)} disabled={!form.isReady} aria-disabled={form.isSending}>
      {children}
    </button>
  );
}

type RowFormProps = {
  form: Pick<DeskForm, "props" | "isReady" | "isSending" | "clear" | "cancelPath">;
  title: string;
  className?: string;
  save: string;
  children: ReactNode;
};

export function RowForm({ form, title, className = "", save, children }: RowFormProps) {
  const t = useDeskText("list");
  const { cancelPath } = form;
  return (
    <form {...form.props} className={`mt-10 space-y-4 ${className}`}>
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      {children}
      <p className="flex flex-wrap gap-4">
        <SubmitButton form={form}>{save}</SubmitButton>
        {cancelPath && (
          <a
            className={buttonClass("quiet")}
            href={cancelPath}
            onClick={(event) => isPlainClick(event) && form.clear()}
          >
            {t("cancel")}
          </a>
        )}
      </p>
    </form>
  );
}
