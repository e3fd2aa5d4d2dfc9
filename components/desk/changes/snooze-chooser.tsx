"use client";

import { useTimeZone } from "next-intl";
import { useState } from "react";
import { type Choice, Chooser } from "#components/ui/chooser.tsx";
import { TextPrompt } from "#components/ui/text-prompt.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { isDay } from "#lib/domain/schema-kit.ts";
import { listLaterTimes, toMorningTime } from "#lib/domain/submissions/core/later-times.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";

const daysMax = 366;
const hours = 3;

type Props = {
  isAsked: boolean;
  isSnoozed: boolean;
  onChoose: (until: Date | null) => void;
  onClose: () => void;
};

/** Shows times in TIME_ZONE. */
export function SnoozeChooser({ isAsked, isSnoozed, onChoose, onClose }: Props) {
  const t = useDeskText("triage");
  const formatTime = useDeskTime();
  const timeZone = useTimeZone() ?? "UTC";
  const [asksDay, setAsksDay] = useState(false);
  if (asksDay) {
    const findFault = (text: string) => {
      const until = isDay(text) ? toMorningTime(text, timeZone).getTime() : 0;
      const isNear = until > Date.now() && until < Date.now() + daysMax * dayMilliseconds;
      return isNear ? undefined : t("snooze.refused");
    };
    return (
      <TextPrompt
        title={t("snooze.dayTitle")}
        type="date"
        save={t("snooze.key")}
        cancel={t("views.cancel")}
        findFault={findFault}
        onSave={(day) => onChoose(toMorningTime(day, timeZone))}
        onClose={() => setAsksDay(false)}
      />
    );
  }
  if (!isAsked) return null;
  const now = new Date();
  const times = listLaterTimes(now, { hours, timeZone }).map(
    ({ choice, at }): Choice => ({
      id: choice,
      text: t(`snooze.${choice}`, { hours }),
      detail: formatTime(at),
      run: () => onChoose(at),
    }),
  );
  const day = { id: "day", text: t("snooze.day"), run: () => setAsksDay(true) };
  const back = { id: "back", text: t("snooze.back"), run: () => onChoose(null) };
  return (
    <Chooser
      title={t("snooze.title")}
      emptyText={t("bulk.none")}
      hasNumbers
      choices={[...times, day, ...(isSnoozed ? [back] : [])]}
      onClose={onClose}
    />
  );
}
