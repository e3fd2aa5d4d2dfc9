"use client";

import { type ReactNode, useEffect } from "react";
import { Logo } from "#components/site/logo.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { deskPath, secondFactorPath, setUpPath, signInPath, withReturnPath } from "#lib/domain/access/return-path.ts";
import { accessOperations, passwordCharactersMin } from "#lib/domain/access/sign-in.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { AccessForm } from "./access-form.tsx";

/** `returnPath` is the page to open after sign-in, already validated. */
type Props = { returnPath: string | undefined };

const entryPaths = { sign_in: signInPath, second_factor: secondFactorPath, set_up: setUpPath };
const leave = (path: string) => window.location.assign(path);

export function SignInForm({ returnPath }: Props) {
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
      onDone={({ next }) => leave(withReturnPath(entryPaths[next], returnPath))}
    />
  );
}

const code = { name: "code", autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false } as const;

export function SecondFactorForm({ returnPath }: Props) {
  const t = useDeskText("auth");
  return (
    <AccessForm
      id="second-factor"
      operation={accessOperations.passSecondFactor}
      controls={[{ ...code, label: t("secondFactor.code"), hint: t("secondFactor.codeHint"), autoFocus: true }]}
      submit={t("secondFactor.submit")}
      problems={{ rate_limited: t("secondFactor.rate_limited"), unauthorized: t("secondFactor.unauthorized") }}
      onDone={() => leave(returnPath ?? deskPath)}
    />
  );
}

export function SecondFactorSetUpForm({ returnPath }: Props) {
  const t = useDeskText("auth");
  // Do not scroll, because the QR code above must stay in view.
  useEffect(() => document.getElementById("code")?.focus({ preventScroll: true }), []);
  return (
    <AccessForm
      id="set-up"
      operation={accessOperations.confirmSetUp}
      controls={[{ ...code, label: t("setUp.code"), hint: t("setUp.codeHint"), inputMode: "numeric" }]}
      submit={t("setUp.submit")}
      onDone={() => leave(returnPath ?? deskPath)}
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
        onDone={({ next }) => leave(entryPaths[next])}
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
