"use client";

import { useEffect, useState } from "react";
import { Select } from "#components/ui/field.tsx";
import { mailOperations } from "#lib/domain/mail/mail.ts";
import { type MailChoices, maxDigestHours, noticeChoices } from "#lib/domain/mail/mail-choices.ts";
import { useDeskDateFormat, useDeskText } from "#lib/i18n/desk-text.ts";
import { getNotificationState, type NotificationState, switchNotifications } from "../core/browser.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { HeadedSection } from "../core/facts.tsx";
import { useNotice } from "../core/notice.tsx";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourNames = Array.from({ length: maxDigestHours }, (_, at) => `hour${at}`);

/** Also pass the choices as React's key, so that the form shows newly saved ones. */
export function MailChoicesForm({ choices: { notices, digestHours, isWarned } }: { choices: MailChoices }) {
  const t = useDeskText("mail");
  const formatDate = useDeskDateFormat();
  const chosenHours = hourNames.map((name, at) => [name, String(digestHours[at] ?? "")]);
  const form = useDeskForm({
    id: "mail-choices-form",
    operation: mailOperations.changeMailChoices,
    defaultValues: { notices, ...Object.fromEntries(chosenHours), isWarned: isWarned ? "yes" : "no" },
    toBody: (values) => ({
      notices: values.notices ?? "",
      digestHours: hourNames.flatMap((name) => (values[name] ? [Number(values[name])] : [])),
      isWarned: values.isWarned === "yes",
    }),
    formatFault: () => t("choices.fault"),
    done: t("choices.done"),
  });
  const formatHour = (hour: number) =>
    formatDate(Date.UTC(2026, 0, 1, hour), { timeZone: "UTC", hour: "numeric", minute: "2-digit" });
  const hourOptions = [
    ["", t("choices.noHour")] as const,
    ...hours.map((hour) => [String(hour), formatHour(hour)] as const),
  ];
  return (
    <HeadedSection
      id="mail-choices-title"
      title={t("choices.title")}
      className="mb-10 max-w-3xl"
      hint={t("choices.intro")}
    >
      <form {...form.props} className="grid gap-5">
        <Select
          {...form.field("notices")}
          label={t("choices.notices")}
          options={noticeChoices.map((choice) => [choice, t(`choices.notice.${choice}`)])}
        />
        <fieldset>
          <legend className="font-semibold">{t("choices.digest")}</legend>
          <p className="mb-2 text-sm text-muted">{t("choices.digestHint")}</p>
          <div className="grid gap-3 sm:grid-cols-3">
            {hourNames.map((name, at) => (
              <Select
                key={name}
                {...form.field(name)}
                label={t("choices.hour", { number: at + 1 })}
                options={hourOptions}
              />
            ))}
          </div>
        </fieldset>
        <Select
          {...form.field("isWarned")}
          label={t("choices.warned")}
          options={(["yes", "no"] as const).map((answer) => [answer, t(`choices.${answer}`)])}
        />
        <p>
          <SubmitButton form={form} look="secondary">
            {t("choices.save")}
          </SubmitButton>
        </p>
      </form>
    </HeadedSection>
  );
}

export function NotificationSwitch() {
  const t = useDeskText("mail");
  const notify = useNotice();
  const [state, setState] = useState<NotificationState>("off");
  useEffect(() => setState(getNotificationState()), []);
  const next = state === "on" ? "off" : "on";
  const toggleNotifications = async () => {
    const now = await switchNotifications(next, t("notifications.on"));
    setState(now);
    const text = t(`notifications.${now}`);
    notify(now === next ? { done: text } : { refused: text });
  };
  return (
    <HeadedSection
      id="notifications-title"
      title={t("notifications.title")}
      className="mb-10 max-w-3xl"
      hint={t("notifications.intro")}
    >
      <p className="mb-3 font-semibold">{t(`notifications.${state}`)}</p>
      {(state === "on" || state === "off") && (
        <ActionButton
          text={t(next === "on" ? "notifications.switchOn" : "notifications.switchOff")}
          look="secondary"
          onPress={toggleNotifications}
        />
      )}
    </HeadedSection>
  );
}
