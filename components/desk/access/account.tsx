"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field, Select } from "#components/ui/field.tsx";
import { accessOperations, parseUserAgent, passwordCharactersMin } from "#lib/domain/access/sign-in.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { type DeskText, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { Badge } from "../core/badges.tsx";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { HeadedSection } from "../core/facts.tsx";
import { useNotice } from "../core/notice.tsx";
import { AccessForm } from "./access-forms.tsx";
import { RecoveryCodes, ShownOnce } from "./shown-once.tsx";

type Props = { email: string; codesLeft: number };
const current = { name: "current", type: "password", autoComplete: "current-password" } as const;
const chosen = { type: "password", autoComplete: "new-password" } as const;

export function AccountForms({ email, codesLeft }: Props) {
  const t = useDeskText("auth");
  const router = useRouter();
  const notify = useNotice();
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <div className="mt-10 grid max-w-3xl items-start gap-x-12 gap-y-10 md:grid-cols-2">
      <HeadedSection id="password-title" title={t("account.password")} hint={t("account.passwordHint")}>
        <AccessForm
          id="password-form"
          operation={accessOperations.changePassword}
          username={email}
          controls={[
            { ...current, label: t("account.current") },
            {
              ...chosen,
              name: "password",
              label: t("account.new"),
              hint: t("account.newHint", { min: passwordCharactersMin }),
            },
            { ...chosen, name: "repeated", label: t("account.repeated") },
          ]}
          submit={t("account.change")}
          onDone={(_, clear) => {
            clear();
            notify({ done: t("account.passwordDone") });
            router.refresh();
          }}
        />
      </HeadedSection>
      <HeadedSection id="codes-title" title={t("account.codes")} hint={t("account.codesLeft", { count: codesLeft })}>
        {codes.length > 0 && (
          <ShownOnce key={codes[0]} id="new-codes" title={t("account.codesNew")} hint={t("account.codesNewHint")}>
            <RecoveryCodes codes={codes} />
          </ShownOnce>
        )}
        <AccessForm
          id="codes-form"
          idPrefix="codes-"
          operation={accessOperations.renewRecoveryCodes}
          username={email}
          controls={[{ ...current, label: t("account.codesCurrent") }]}
          submit={t("account.renew")}
          look="secondary"
          onDone={(renewed, clear) => {
            clear();
            setCodes(renewed.codes);
            router.refresh();
          }}
        />
      </HeadedSection>
    </div>
  );
}

/** Also pass the language as React's key, so that the form shows a newly saved one. */
export function LanguageForm({ language }: { language: Locale }) {
  const t = useDeskText("auth");
  const form = useDeskForm({
    id: "language-form",
    operation: accessOperations.changeLanguage,
    defaultValues: { language },
    formatFault: () => t("faults.other"),
    done: t("operators.done"),
  });
  return (
    <form {...form.props} className="mb-10 flex max-w-md flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <Select
          {...form.field("language")}
          label={t("account.language")}
          options={locales.map((each) => [each, t(`account.languages.${each}`)])}
        />
      </div>
      <SubmitButton form={form} look="secondary">
        {t("account.languageSave")}
      </SubmitButton>
      <p className="w-full text-sm text-muted">{t("account.languageHint")}</p>
    </form>
  );
}

type SignatureProps = { signature: string; company: string };

/** Also pass the signature as React's key, so that the form shows a newly saved one. */
export function SignatureForm({ signature, company }: SignatureProps) {
  const t = useDeskText("reply");
  const form = useDeskForm({
    id: "signature-form",
    operation: replyOperations.setSignature,
    defaultValues: { signature },
    done: t("signature.saved"),
  });
  return (
    <form {...form.props} className="mb-10 max-w-md space-y-3">
      <h2 className="text-xl">{t("signature.title")}</h2>
      <Field
        {...form.field("signature")}
        as="textarea"
        label={t("signature.label")}
        hint={t("signature.hint", { company })}
        rows={3}
      />
      <SubmitButton form={form} look="secondary">
        {t("signature.save")}
      </SubmitButton>
    </form>
  );
}

type Session = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

export function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useDeskText("auth");
  const callDesk = useDeskCall();
  const formatDeskTime = useDeskTimeFormat();
  const done = () => t("sessions.done");
  const revoke = ({ id }: Session) => callDesk(accessOperations.revokeSession, { id }, { done });
  const revokeOthers = () => callDesk(accessOperations.revokeOtherSessions, {}, { done });
  return (
    <>
      <ul className="mb-6 max-w-3xl divide-y divide-line rounded-md border border-line bg-surface">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{formatDevice(t, session)}</p>
              <p className="text-sm text-muted">
                {t("sessions.used", { time: formatDeskTime(session.usedAt) })} ·{" "}
                {t("sessions.started", { time: formatDeskTime(session.startedAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <Badge look="success">{t("sessions.current")}</Badge>
            ) : (
              <ActionButton
                text={t("sessions.revoke")}
                label={t("sessions.revokeLabel", {
                  device: formatDevice(t, session),
                  time: formatDeskTime(session.usedAt),
                })}
                onPress={() => revoke(session)}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) ? (
        <ActionButton text={t("sessions.revokeOthers")} look="secondary" onPress={revokeOthers} />
      ) : (
        <p className="text-muted">{t("sessions.none")}</p>
      )}
    </>
  );
}

function formatDevice(t: DeskText<"auth">, { userAgent }: Session): string {
  const { browser, system } = parseUserAgent(userAgent);
  return t("sessions.device", {
    browser: browser ?? t("sessions.unknownBrowser"),
    system: system ?? t("sessions.unknownSystem"),
  });
}
