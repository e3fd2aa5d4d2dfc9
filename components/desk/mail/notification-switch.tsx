"use client";

import { useEffect, useState } from "react";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { useNotice } from "../core/notice.tsx";
import { getNotificationState, type NotificationState, switchNotifications } from "../core/notifications.ts";

export function NotificationSwitch() {
  const t = useDeskText("mail");
  const notify = useNotice();
  const [state, setState] = useState<NotificationState>("off");
  useEffect(() => setState(getNotificationState()), []);
  const next = state === "on" ? "off" : "on";
  const press = async () => {
    const now = await switchNotifications(next, t("notifications.on"));
    setState(now);
    const text = t(`notifications.${now}`);
    notify(now === next ? { done: text } : { refused: text });
  };
  return (
    <section aria-labelledby="notifications-title" className="mb-10 max-w-3xl">
      <h2 id="notifications-title" className="mb-2 text-xl">
        {t("notifications.title")}
      </h2>
      <p className="mb-4 text-muted">{t("notifications.intro")}</p>
      <p className="mb-3 font-semibold">{t(`notifications.${state}`)}</p>
      {(state === "on" || state === "off") && (
        <ActionButton look="secondary" onPress={press}>
          {t(next === "on" ? "notifications.switchOn" : "notifications.switchOff")}
        </ActionButton>
      )}
    </section>
  );
}
