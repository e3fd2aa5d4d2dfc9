"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type Control,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm as useHookForm,
  useWatch,
} from "react-hook-form";
import type { CallOutcome } from "#lib/contract/client.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import type { FieldFault } from "#lib/domain/text-bounds.ts";
import { createEmptyValues, type DraftSetup, type KeptDraft, useDraft } from "./use-draft.ts";

export type Problem = Exclude<CallOutcome<unknown>, { kind: "done" }>;

export type FormSetup<Values extends FieldValues, Result> = {
  id: string;
  idPrefix?: string;
  /** Names of the fields in the order of the form. A list counts as one field. */
  fields: readonly string[];
  defaultValues?: JsonObject;
  toBody: (values: Values) => JsonObject;
  /** May also return faults of other fields, which the form could not show: they are left to the service. */
  findFaults: (body: JsonObject) => FieldFault[];
  formatFault: (fault: FieldFault) => string;
  /** `null` stores nothing, for example in a form with passwords. */
  draft: DraftSetup | null;
  /** Any operation takes the type `never`; `findFaults` has found none in the body. */
  send: (body: never, draft: KeptDraft) => Promise<CallOutcome<Result>>;
  /** Called after success. Must leave the page or `clear` the form, which would otherwise still show its values. */
  onDone: (result: Result, values: Values) => void;
  onRefused?: (field: string | undefined) => void;
};

export function useForm<Values extends FieldValues = Record<string, string>, Result = unknown>(
  setup: FormSetup<Values, Result>,
) {
  const { id, idPrefix = "", fields, defaultValues = {}, formatFault } = setup;
  // The form library does not know the names of the fields.
  const toBody = (values: FieldValues) => setup.toBody(values as Values);
  const pickFaults = (faults: FieldFault[]) =>
    fields.flatMap((name) => faults.filter(({ field }) => isPartOf(field, name)));
  const resolver: Resolver = (values) => {
    const faults = pickFaults(setup.findFaults(toBody(values)));
    const errors = {};
    for (const fault of faults) set(errors, fault.field, { type: fault.rule, message: formatFault(fault) });
    return faults.length ? { values: {}, errors } : { values, errors: {} };
  };
  const form = useHookForm({ resolver, defaultValues: setup.defaultValues, shouldFocusError: false });
  const { control, register, trigger, setError, setValue, getFieldState, reset, formState } = form;
  const draft = useDraft({ formId: id, place: setup.draft, fields, defaultValues, form });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isUnderWay = useRef(false);

  const getValues = () => form.getValues() as Values;

  const refuse = (field: string | undefined) => {
    isUnderWay.current = false;
    setIsSending(false);
    setup.onRefused?.(field);
    setRefusals((count) => count + 1);
  };

  const check = async (names: readonly string[]) => {
    const isValid = await trigger([...names]);
    if (!isValid) refuse(names.find((name) => getFieldState(name).invalid));
    return isValid;
  };

  const submit = async () => {
    // Ignores a second click that arrives before the button looks busy.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProblem(null);
    if (!(await check(fields))) return;
    setIsSending(true);
    const values = getValues();
    const outcome = await setup.send(toBody(values) as never, draft);
    if (outcome.kind === "done") {
      draft.end();
      return setup.onDone(outcome.result, values);
    }
    const faults = outcome.kind === "refused" ? pickFaults(outcome.faults) : [];
    for (const fault of faults) setError(fault.field, { type: fault.rule, message: formatFault(fault) });
    if (!faults.length) setProblem(outcome);
    refuse(faults[0]?.field);
  };

  const clear = () => {
    isUnderWay.current = false;
    setIsSending(false);
    setProblem(null);
    draft.clear();
    reset({ ...createEmptyValues(fields), ...defaultValues });
  };

  useEffect(() => {
    const element = refusals ? document.getElementById(id) : null;
    element?.querySelector<HTMLElement>("#error-summary, [aria-invalid=true]")?.focus();
  }, [refusals, id]);

  const fieldId = (name: string) => idPrefix + name;
  const errors = fields.flatMap((name) => listFieldErrors(formState.errors[name], fieldId(name)));
  const getError = (name: string) => errors.find((error) => error.fieldId === fieldId(name))?.text;

  /** Each change checks a field with an error as a whole: an item of a list may only be wrong beside another. */
  const registerField = (name: string) => {
    const [field = name] = name.split(".");
    return register(name, { onChange: () => formState.errors[field] && trigger(field) });
  };

  return {
    setValue,
    getValues,
    control,
    trigger,
    draft,
    problem,
    isSending,
    errors,
    getError,
    check,
    submit,
    clear,
    isReady: draft.isReady,
    register: registerField,
    field: (name: string) => {
      const value: unknown = get(defaultValues, name);
      const defaultValue = typeof value === "string" ? value : undefined;
      // `onDone` clears the form, so anything typed while it is sent would be lost.
      return { ...registerField(name), id: fieldId(name), error: getError(name), defaultValue, readOnly: isSending };
    },
    props: {
      id,
      noValidate: draft.isReady,
      onSubmit: (event: FormEvent) => {
        if (!draft.isReady) return;
        event.preventDefault();
        return submit();
      },
    },
  };
}

function listFieldErrors(error: unknown, name: string): { fieldId: string; text: string }[] {
  if (typeof error !== "object" || error === null) return [];
  if ("message" in error && typeof error.message === "string") return [{ fieldId: name, text: error.message }];
  return Object.entries(error).flatMap(([key, inner]) => listFieldErrors(inner, `${name}.${key}`));
}

const isPartOf = (field: string, name: string) => field === name || field.startsWith(`${name}.`);

/** Returns the current text of a field, and renders again on every keystroke. */
export function useFieldText({ control }: { control: Control }, name: string): string {
  return useWatch({ control, name, defaultValue: "" });
}
