"use client";

import "#components/forms/without-eval.ts";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import type * as z from "zod/mini";
import type { ButtonLook } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Logo } from "#components/ui/part-piece.tsx";
import { deskPath, secondFactorPath, setUpPath, signInPath, withReturnPath } from "#lib/domain/access/return-path.ts";
import { accessOperations, passwordCharactersMax, passwordCharactersMin } from "#lib/domain/access/sign-in.ts";
import type { Operation } from "#lib/domain/operation.ts";
import type { FieldFault } from "#lib/domain/text-bounds.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { SubmitButton, useOperationForm } from "../core/desk-form.tsx";
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
  const form = useOperationForm<Record<string, string>, Result>({
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

/** `returnPath` is the page to open after sign-in, already validated. */
type EntryProps = { returnPath: string | undefined };

const entryPaths = { sign_in: signInPath, second_factor: secondFactorPath, set_up: setUpPath };
const loadPage = (path: string) => window.location.assign(path);

export function SignInForm({ returnPath }: EntryProps) {
  const t = useDeskText("auth");
  return (
    <AccessForm
      id="sign-in"
      operation={accessOperations.signIn}
      controls={[
        { name: "email", type: "email", label: t("signIn.email"), autoComplete: "username", autoFocus: true },
        { name: "password", type: "password", label: t("signIn.password"), autoComplete: "current-password" },
      ]}
      submit={t("signIn.submit")}
      problems={{ refused: { title: t("signIn.refusedTitle"), text: t("signIn.refused") } }}
      onDone={({ next }) => loadPage(withReturnPath(entryPaths[next], returnPath))}
    />
  );
}

const code = { name: "code", autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false } as const;

export function SecondFactorForm({ returnPath }: EntryProps) {
  const t = useDeskText("auth");
  return (
    <AccessForm
      id="second-factor"
      operation={accessOperations.passSecondFactor}
      controls={[{ ...code, label: t("secondFactor.code"), hint: t("secondFactor.codeHint"), autoFocus: true }]}
      submit={t("secondFactor.submit")}
      problems={{ rate_limited: t("secondFactor.rate_limited"), unauthorized: t("secondFactor.unauthorized") }}
      onDone={() => loadPage(returnPath ?? deskPath)}
    />
  );
}

export function SecondFactorSetUpForm({ returnPath }: EntryProps) {
  const t = useDeskText("auth");
  // Do not scroll, because the QR code above must stay in view.
  useEffect(() => document.getElementById("code")?.focus({ preventScroll: true }), []);
  return (
    <AccessForm
      id="set-up"
      operation={accessOperations.confirmSetUp}
      controls={[{ ...code, label: t("setUp.code"), hint: t("setUp.codeHint"), inputMode: "numeric" }]}
      submit={t("setUp.submit")}
      onDone={() => loadPage(returnPath ?? deskPath)}
    />
  );
}

type Invitation = { token: string; email: string; name: string };

export function InvitationForm({ token, email, name }: Invitation) {
  const t = useDeskText("auth");
  const password = { type: "password", autoComplete: "new-password" } as const;
  const hint = t("invitation.passwordHint", { min: passwordCharactersMin });
  return (
    <>
      <p className="mb-6">{t("invitation.intro", { email })}</p>
      <AccessForm
        id="invitation"
        operation={accessOperations.acceptInvitation}
        username={email}
        body={{ token }}
        controls={[
          {
            name: "name",
            label: t("invitation.name"),
            hint: t("invitation.nameHint"),
            autoComplete: "name",
            defaultValue: name,
            autoFocus: name === "",
          },
          { ...password, name: "password", label: t("invitation.password"), hint, autoFocus: name !== "" },
          { ...password, name: "repeated", label: t("invitation.repeated") },
        ]}
        submit={t("invitation.submit")}
        problems={{ not_found: t("invitation.overHint") }}
        onDone={({ next }) => loadPage(entryPaths[next])}
      />
    </>
  );
}

type AccessPageProps = { title: string; site: string; isWide?: boolean; children: ReactNode };

export function AccessPage({ title, site, isWide = false, children }: AccessPageProps) {
  const t = useDeskText("shell");
  return (
    <main className="flex flex-1 flex-col items-center px-4 py-8 sm:py-14">
      <div className={`w-full ${isWide ? "max-w-3xl" : "max-w-md"}`}>
        <p className="mb-4 flex items-center gap-2.5 font-display text-xl font-bold tracking-tight">
          <Logo />
          {site}
        </p>
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
          <h1 className="mb-4 text-2xl">{title}</h1>
          <noscript>
            <Callout look="accent">{t("noScript")}</Callout>
          </noscript>
          {children}
        </div>
      </div>
    </main>
  );
}
