"use client";

import "#components/forms/without-eval.ts";
import type { ComponentProps, ReactNode } from "react";
import type * as z from "zod/mini";
import { useForm } from "#components/forms/use-form.ts";
import type { ButtonLook } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { passwordCharactersMax, passwordCharactersMin } from "#lib/domain/access/sign-in.ts";
import type { Operation } from "#lib/domain/operation.ts";
import type { FieldFault } from "#lib/domain/schema-kit.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { SubmitButton } from "../core/desk-form.tsx";
import { ProblemNotice, type ProblemTexts } from "../core/notice.tsx";

type Control = ComponentProps<"input"> & { name: string; label: string; hint?: string };

type Props<Result> = {
  id: string;
  idPrefix?: string;
  operation: Operation<z.ZodMiniType, z.ZodMiniType<Result>>;
  controls: Control[];
  submit: string;
  look?: ButtonLook;
  body?: Record<string, string>;
  /** The email address of the account, for password managers. */
  username?: string;
  problems?: ProblemTexts;
  children?: ReactNode;
  onDone: (result: Result, clear: () => void) => void;
};

/** A form for passwords and codes, which never stores its input in the browser. */
export function AccessForm<Result>({ id, idPrefix, operation, controls, username, ...props }: Props<Result>) {
  const t = useDeskText("auth");
  const names = controls.map(({ name }) => name);
  const form = useForm<Record<string, string>, Result>({
    id,
    idPrefix,
    operation,
    fields: names,
    defaultValues: Object.fromEntries(controls.map(({ name, defaultValue = "" }) => [name, String(defaultValue)])),
    toBody: (values) => ({ ...props.body, ...Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) }),
    formatFault: (fault) => formatAccessFault(t, fault),
    draft: null,
    onDone: (result) => props.onDone(result, form.clear),
    onRefused: (field) => field ?? selectLastField(id),
  });
  return (
    <form {...form.props} className="grid gap-5">
      {form.problem && <ProblemNotice problem={form.problem} texts={props.problems} />}
      {username !== undefined && (
        <input type="email" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      {controls.map(({ name, defaultValue, ...control }) => (
        <Field key={name} required {...form.field(name)} defaultValue={defaultValue} {...control} />
      ))}
      {props.children}
      <div>
        <SubmitButton form={form} look={props.look}>
          {props.submit}
        </SubmitButton>
      </div>
    </form>
  );
}

/** Selects the text of the last field for retyping, after a refusal that names no field, such as a wrong password. */
function selectLastField(id: string): void {
  const inputs = document.getElementById(id)?.querySelectorAll<HTMLInputElement>("input:not([hidden], [type=radio])");
  const last = [...(inputs ?? [])].at(-1);
  last?.focus();
  last?.select();
}

function formatAccessFault(t: DeskText<"auth">, { field, rule }: FieldFault): string {
  if (rule === "required") return t("faults.required");
  if (field === "password") {
    const bounds = { min: passwordCharactersMin, max: passwordCharactersMax };
    return rule === "other" ? t("faults.weak") : t("faults.password", bounds);
  }
  const known = (["current", "repeated", "code", "email"] as const).find((name) => name === field);
  return t(`faults.${known ?? "other"}`);
}
